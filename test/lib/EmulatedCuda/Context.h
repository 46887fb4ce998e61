//===- Context.h - The state of the emulated driver -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_CONTEXT_H
#define REMAT_TEST_EMULATEDCUDA_CONTEXT_H

#include <cuda.h>

namespace emulated {

/// What must be so for every call.
struct DriverState {
  bool isInitialized = false;
  int contextUsers = 0;
  /// Of a kernel that died, or a lost device: every later call returns it.
  CUresult broken = CUDA_SUCCESS;

  static DriverState &get();
};

/// The current context of this thread; null: none.
CUcontext &currentContext();

/// The one context, which is the device's primary one.
CUcontext primaryContext();

/// Begins a call: CUDA_SUCCESS, or what it must return at once: there was no cuInit, the thread has
/// no context, or nothing works any more.
__attribute__((visibility("default"))) CUresult beginCall(const char *call,
                                                          bool needsContext = true);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_CONTEXT_H
