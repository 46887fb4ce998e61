//===- PlanningGraph.h - From a block to a planning problem -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_PLANNINGGRAPH_H
#define REMAT_ANALYSIS_PLANNINGGRAPH_H

#include "remat/Analysis/CostModel.h"
#include "remat/Analysis/MemoryModel.h"
#include "remat/Planning/Problem.h"

namespace mlir::remat {

struct PlanningOptions {
  MemoryModelKind memoryModel = MemoryModelKind::Fused;
  Device device;
  /// What a dynamic dimension counts as; 0: it is an error.
  int64_t dynamicDim = 0;
  /// What kernels of their own, loops and branches read is stored, also constants and broadcasts
  /// that a fusing compiler would make inside them: so the project's own execution runs.
  bool kernelOperandsStored = false;
  /// Count what the caller holds from the first step to the last: arguments, donated or not, and
  /// results outside of donated arguments (`tf.aliasing_output` of the block's function). Results
  /// that can be written to the caller's buffer at once take nothing else.
  bool callerBuffers = false;
  /// Collectives may run twice. All devices of a group must then run the same plan.
  bool recomputeCollectives = false;
  /// Storages and scratch are rounded up to this.
  int64_t alignmentBytes = 1;
};

/// A block as a planning problem, with the way back.
struct PlanningGraph {
  BlockProgram program;
  rematplan::Problem problem;
  /// The op of the block behind each op of the problem, and the other way (-1: folded, no op of the
  /// problem).
  std::vector<uint32_t> blockOp;
  std::vector<int64_t> problemOp;
  /// The value of the block behind each value of the problem (kNone: an ordering token,
  /// or buffers of the caller), and the
  /// other way (-1: folded).
  static constexpr uint32_t kNone = ~0u;
  std::vector<uint32_t> blockValue;
  std::vector<int64_t> problemValue;
  /// Per value of the block.
  std::vector<bool> folded;
  std::vector<SmallVector<uint32_t, 2>> sources;
  /// Floating-point operations of products and convolutions of each op of the problem.
  std::vector<int64_t> productFlops;

  /// The peak of the block as it stands. Linear.
  int64_t programOrderPeakBytes() const;

  /// Builds the problem of `block`. `donatedArguments`: argument numbers whose storage is free
  /// after their last read. `pinned`: see MemoryModel.
  static FailureOr<PlanningGraph> create(Block &block, ArrayRef<unsigned> donatedArguments,
                                         const PlanningOptions &options,
                                         const std::vector<bool> &pinned = {});
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_PLANNINGGRAPH_H
