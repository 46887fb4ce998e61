//===- Device.h - An open CUDA device -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_DEVICE_H
#define REMAT_LIB_RUNTIME_CUDA_DEVICE_H

#include "Driver.h"
#include "remat/Runtime/RematrtCuda.h"
#include <map>
#include <memory>

namespace rematrt {

class BlasState;

/// What a context keeps of the device that it runs on.
struct Device {
  explicit Device(const Driver &driver);
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  const Driver &driver;
  CUdevice number = 0;
  CUcontext context = nullptr;
  CUstream stream = nullptr;
  /// By the address of their fat binaries; and kernels by address and name.
  std::map<const void *, CUmodule> modules;
  std::map<std::pair<const void *, const char *>, CUfunction> functions;
  /// What was not freed yet.
  std::map<CUdeviceptr, int64_t> allocations;
  /// Made by the first product.
  std::unique_ptr<BlasState> blas;
  /// For failures that a later call reports.
  std::string lastLaunch;

  /// Of the context, made current in this thread; null, and a failure, if none is open or the
  /// context has failed.
  static Device *of(rematrt_context *context, const char *location);

  /// Makes a result other than success the context's failure.
  rematrt_status check(rematrt_context *owner, const char *call, CUresult result,
                       const char *location);

  int64_t allocatedBytes() const;
};

inline CUdeviceptr deviceAddress(const void *memory) {
  return reinterpret_cast<CUdeviceptr>(memory);
}

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_DEVICE_H
