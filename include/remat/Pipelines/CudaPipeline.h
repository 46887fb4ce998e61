//===- CudaPipeline.h - From a planned remat program to CUDA launches -*- C++ -*-===//
#ifndef REMAT_PIPELINES_CUDAPIPELINE_H
#define REMAT_PIPELINES_CUDAPIPELINE_H

#include "mlir/Pass/PassManager.h"

namespace mlir::remat {

/// Offsets in the arena must be multiples of this (`PlanStepOptions::alignmentBytes`).
inline constexpr int64_t kCudaAlignmentBytes = 256;

struct CudaPipelineOptions {
  /// The planned function; by default main, else the only one.
  std::string entry;
  /// Name of the function that the pipeline makes of it.
  std::string name = "remat_step";
  /// Calls of the runtime's hooks around every kernel.
  bool hooks = false;
  /// The GPUs' architectures, as ptxas names them; empty: sm_90.
  llvm::SmallVector<std::string> chips;
  /// Folder of the CUDA toolkit; empty: as remat-serialize-kernels finds it.
  std::string toolkit;
  /// The kernels' PTX is written here too; may be empty.
  std::string ptxFile;
  /// Add the kernels for the host beside those for the device (convert-kernels-to-host).
  bool hostKernels = false;
  /// The program's calls are named ranges for profilers.
  bool nvtx = false;
  /// f32 products and convolutions take their operands rounded to tf32.
  bool tf32 = false;
};

/// Adds the passes that take a module in the remat dialect, with the places of remat-plan-memory
/// (alignment 256), to the LLVM dialect: kernels become a fat binary that is a constant of the
/// module, the main function calls of the runtime (remat/Runtime/RematrtCuda.h) on the host.
void buildRematToCudaPipeline(OpPassManager &manager, const CudaPipelineOptions &options);

/// Registers the pipeline as `remat-to-cuda`.
void registerRematToCudaPipeline();

/// Whether all architectures, as ptxas names them, multiply 8-bit floats (sm_89 and newer); for
/// none, whether the one that is compiled for then does.
bool multiplyFloat8(llvm::ArrayRef<std::string> chips);

} // namespace mlir::remat

#endif // REMAT_PIPELINES_CUDAPIPELINE_H
