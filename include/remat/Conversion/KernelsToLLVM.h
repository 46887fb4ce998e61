//===- KernelsToLLVM.h - Kernels from loops to LLVM -*- C++ -*-===//
#ifndef REMAT_CONVERSION_KERNELSTOLLVM_H
#define REMAT_CONVERSION_KERNELSTOLLVM_H

#include "mlir/Pass/PassManager.h"

namespace mlir::remat {

/// Adds the passes that take a module of kernels as loops (see RematToLoops.h) to the LLVM dialect,
/// for a CPU. A kernel becomes `void name(ptr context, ptr argument…, ptr result…)`; its parallel
/// loops become functions of their own, which it hands to `rematrt_parallel_for`. Functions of f64
/// are those of the C library (exp, log, erf, …).
void buildKernelsToLLVM(OpPassManager &manager);

/// The part of it behind remat-outline-parallel-loops, for a module whose functions have pointers
/// as arguments already.
void buildPointerFunctionsToLLVM(OpPassManager &manager);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_KERNELSTOLLVM_H
