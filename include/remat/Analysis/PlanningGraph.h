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
};

/// A block as a planning problem, with the way back.
struct PlanningGraph {
  BlockProgram program;
  rematplan::Problem problem;
  /// The op of the block behind each op of the problem, and the other way (-1: folded, no op of the
  /// problem).
  std::vector<uint32_t> blockOp;
  std::vector<int64_t> problemOp;
  /// The value of the block behind each value of the problem (kNone: an ordering token), and the
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
