//===- BorderCut.h - What to keep across one moment of a plan, by a minimum cut -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_BORDERCUT_H
#define REMAT_LIB_PLANNING_BORDERCUT_H

#include "MaxFlow.h"
#include "Waves.h"

namespace rematplan {

/// Takes a plan and a border (a base step) and decides anew which storages made before the border
/// stay allocated across it. What is needed after the border and does not stay is run again in the
/// wave of its first reader there, from what stays. The graph is built once and solved for many
/// prices and sets of storages that are free to keep.
class BorderCut {
public:
  BorderCut(const BaseProgram &base, std::vector<Copy> plan, StepId border);

  /// Nothing needed after the border can be made again.
  bool pointless() const { return steps.empty(); }
  /// Storages made before the border (by base steps) whose copies are read after it.
  const std::vector<StorageId> &needed() const { return neededStorages; }
  bool isNeeded(StorageId storage) const { return neededFlag[storage]; }
  /// Repeat costs of the steps that the cut may choose to run again, in sum.
  int64_t candidateCost() const { return totalCost; }
  size_t size() const { return flow.arcCount(); }

  /// The cut for a price in cost units per byte, times `factors` by StorageId (0: free to keep).
  /// Returns the steps to run again, ascending.
  std::vector<StepId> solve(double pricePerByte, llvm::ArrayRef<float> factors);
  /// The storages made before the border that what runs behind it (with `again` run again) reads,
  /// ascending.
  std::vector<StorageId> kept(llvm::ArrayRef<StepId> again) const;
  /// The plan that follows from running `again` (ascending) again after the border.
  std::vector<Copy> planFor(llvm::ArrayRef<StepId> again) const;

private:
  void findNeeded();
  void buildGraph();

  const BaseProgram &base;
  std::vector<Copy> plan;
  StepId border;
  std::vector<bool> neededFlag;
  std::vector<StorageId> neededStorages;
  int64_t totalCost = 0;

  MaxFlow flow;
  struct StepNode {
    StepId step;
    MaxFlow::Node node;
    MaxFlow::Arc arc;
    int64_t cost;
  };
  struct KeepArc {
    StorageId storage;
    MaxFlow::Arc arc;
    /// Must not stay: a copy from before the border is of no use (drop_at).
    bool useless;
  };
  std::vector<StepNode> steps;
  std::vector<KeepArc> keepArcs;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_BORDERCUT_H
