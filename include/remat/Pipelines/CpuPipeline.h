//===- CpuPipeline.h - From a planned remat program to the LLVM dialect -*- C++ -*-===//
#ifndef REMAT_PIPELINES_CPUPIPELINE_H
#define REMAT_PIPELINES_CPUPIPELINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::remat {

struct CpuPipelineOptions {
  /// The planned function; by default main, else the only one.
  std::string entry;
  /// Name of the function that the pipeline makes of it.
  std::string name = "remat_step";
  /// Calls of the runtime's hooks around every kernel.
  bool hooks = false;
};

/// Adds the passes that take a module in the remat dialect, with the places of remat-plan-memory,
/// to the LLVM dialect: kernels outlined and lowered to loops, the main function to calls. The
/// result needs the runtime library (remat/Runtime/Rematrt.h) and libm only.
void buildRematToCpuPipeline(OpPassManager &manager, const CpuPipelineOptions &options);

/// Registers the pipeline as `remat-to-cpu`.
void registerRematPipelines();

} // namespace mlir::remat

#endif // REMAT_PIPELINES_CPUPIPELINE_H
