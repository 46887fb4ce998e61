//===- KernelsToGpu.h - Kernels from loops to a GPU's code -*- C++ -*-===//
#ifndef REMAT_CONVERSION_KERNELSTOGPU_H
#define REMAT_CONVERSION_KERNELSTOGPU_H

#include "mlir/Pass/PassManager.h"

namespace mlir::remat {

/// On a kernel function that is a list of `gpu.launch_func` before other kernels are loops.
inline constexpr llvm::StringLiteral kLaunchesAttr = "remat.launches";

/// Adds the passes that take a module of kernels as fine loops (see RematToLoops.h) to launches of
/// a `gpu.module`. Functions of f64 are those of CUDA's device library.
void buildKernelsToLaunches(OpPassManager &manager);

/// Adds the passes that take the `gpu.module` on to the NVVM dialect. Kernels take bare pointers.
/// `hostKernels` adds the same kernels for the host (convert-kernels-to-host).
void buildLaunchesToNvvm(OpPassManager &manager, bool hostKernels = false);

/// The passes that take one `gpu.module` to the NVVM dialect, which are part of it.
void addKernelsToNvvmPasses(OpPassManager &kernels);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_KERNELSTOGPU_H
