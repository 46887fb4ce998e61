//===- OptimizeKernels.h - LLVM's passes that pay for kernels ---*- C++ -*-===//
#ifndef REMAT_PIPELINES_OPTIMIZEKERNELS_H
#define REMAT_PIPELINES_OPTIMIZEKERNELS_H

namespace llvm {
class Module;
class TargetMachine;
} // namespace llvm

namespace mlir::remat {

/// Optimizes the LLVM IR of lowered kernels for `machine`. Most of LLVM's -O2 finds nothing in
/// them: their loops come as vectors, without calls, recursion or local memory. So only what undoes
/// the lowering's detours runs on all functions, and the rest of -O2 on those that have an
/// innermost loop over single elements or with branches.
void optimizeKernels(llvm::Module &module, llvm::TargetMachine &machine);

} // namespace mlir::remat

#endif // REMAT_PIPELINES_OPTIMIZEKERNELS_H
