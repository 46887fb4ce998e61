//===- Driver.h - The functions of the CUDA driver that are used -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_DRIVER_H
#define REMAT_LIB_RUNTIME_CUDA_DRIVER_H

#include <cuda.h>
#include <string>

namespace rematrt {

/// All that is called of libcuda.so.1, by the names that the library exports.
#define REMATRT_CUDA_DRIVER_FUNCTIONS(FUNCTION)                                                    \
  FUNCTION(cuInit)                                                                                 \
  FUNCTION(cuGetErrorName)                                                                         \
  FUNCTION(cuGetErrorString)                                                                       \
  FUNCTION(cuDeviceGetCount)                                                                       \
  FUNCTION(cuDeviceGet)                                                                            \
  FUNCTION(cuDeviceGetAttribute)                                                                   \
  FUNCTION(cuDevicePrimaryCtxRetain)                                                               \
  FUNCTION(cuDevicePrimaryCtxRelease_v2)                                                           \
  FUNCTION(cuCtxSetCurrent)                                                                        \
  FUNCTION(cuStreamCreate)                                                                         \
  FUNCTION(cuStreamDestroy_v2)                                                                     \
  FUNCTION(cuStreamSynchronize)                                                                    \
  FUNCTION(cuStreamWaitEvent)                                                                      \
  FUNCTION(cuEventCreate)                                                                          \
  FUNCTION(cuEventDestroy_v2)                                                                      \
  FUNCTION(cuEventRecord)                                                                          \
  FUNCTION(cuEventSynchronize)                                                                     \
  FUNCTION(cuEventElapsedTime)                                                                     \
  FUNCTION(cuStreamBeginCapture_v2)                                                                \
  FUNCTION(cuStreamEndCapture)                                                                     \
  FUNCTION(cuGraphInstantiateWithFlags)                                                            \
  FUNCTION(cuGraphDestroy)                                                                         \
  FUNCTION(cuGraphExecDestroy)                                                                     \
  FUNCTION(cuGraphLaunch)                                                                          \
  FUNCTION(cuMemAlloc_v2)                                                                          \
  FUNCTION(cuMemFree_v2)                                                                           \
  FUNCTION(cuMemGetInfo_v2)                                                                        \
  FUNCTION(cuMemcpyHtoDAsync_v2)                                                                   \
  FUNCTION(cuMemcpyDtoHAsync_v2)                                                                   \
  FUNCTION(cuMemcpyDtoDAsync_v2)                                                                   \
  FUNCTION(cuModuleLoadData)                                                                       \
  FUNCTION(cuModuleUnload)                                                                         \
  FUNCTION(cuModuleGetFunction)                                                                    \
  FUNCTION(cuLaunchKernel)

struct Driver {
#define REMATRT_MEMBER(name) decltype(::name) *name = nullptr;
  REMATRT_CUDA_DRIVER_FUNCTIONS(REMATRT_MEMBER)
#undef REMATRT_MEMBER

  /// The process's driver, loaded by the first call; null, and why, without one.
  static const Driver *get(std::string &error);

  /// "cuMemAlloc_v2 failed: CUDA_ERROR_OUT_OF_MEMORY (out of memory)".
  std::string describe(const char *call, CUresult result) const;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_DRIVER_H
