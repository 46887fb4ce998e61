//===- Device.h - An open CUDA device -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_DEVICE_H
#define REMAT_LIB_RUNTIME_CUDA_DEVICE_H

#include "Driver.h"
#include "remat/Runtime/RematrtCuda.h"
#include <map>
#include <memory>
#include <source_location>
#include <vector>

namespace rematrt {

class BlasState;
class DnnState;

/// What a context keeps of the device that it runs on.
struct Device {
  explicit Device(const Driver &driver);
  ~Device();
  Device(const Device &) = delete;
  Device &operator=(const Device &) = delete;

  const Driver &driver;
  CUdevice number = 0;
  CUcontext context = nullptr;
  /// What runs in the order of the calls; and copies from and to the host, which an event on either
  /// side puts into that order.
  CUstream stream = nullptr, copyStream = nullptr;
  CUevent mainReached = nullptr, copyReached = nullptr;
  /// By the address of their fat binaries; and kernels by address and name.
  std::map<const void *, CUmodule> modules;
  std::map<std::pair<const void *, const char *>, CUfunction> functions;
  /// What was not freed yet.
  struct Allocation {
    int64_t bytes;
    /// What it is for.
    std::string name;
  };
  std::map<CUdeviceptr, Allocation> allocations;
  /// Through which buffers are exchanged; made by the first exchange.
  CUdeviceptr swapBuffer = 0;
  /// The main stream's calls are kept for a graph.
  bool isCapturing = false;
  std::vector<CUgraphExec> graphs;
  /// Made by the first product.
  std::unique_ptr<BlasState> blas;
  /// Made by the first convolution.
  std::unique_ptr<DnnState> dnn;
  /// rematrt_cuda_mark's, by number; null where there is none.
  std::vector<CUevent> marks;
  /// Calls are ranges for profilers.
  bool annotates = false;
  /// For failures that a later call reports.
  std::string lastLaunch;

  /// Of the context, made current in this thread; null, and a failure, if none is open or the
  /// context has failed.
  static Device *of(rematrt_context *context, const char *location);

  /// Makes a result other than success the context's failure.
  rematrt_status check(rematrt_context *owner, const char *call, CUresult result,
                       const char *location,
                       std::source_location where = std::source_location::current());

  /// What `later` is told from now on happens after all that `earlier` was told.
  rematrt_status order(rematrt_context *owner, CUstream earlier, CUevent reached, CUstream later,
                       const char *location);

  /// A failure while a graph is captured: what `call` does cannot be a part of one.
  rematrt_status refuseInGraph(rematrt_context *owner, const char *call, const char *location);

  /// "N allocated by this program, of which M are the arena".
  std::string allocatedText() const;
};

inline CUdeviceptr deviceAddress(const void *memory) {
  return reinterpret_cast<CUdeviceptr>(memory);
}

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_DEVICE_H
