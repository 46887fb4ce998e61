//===- FunctionPolicy.h - A policy while a function is planned -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_FUNCTIONPOLICY_H
#define REMAT_TRANSFORMS_FUNCTIONPOLICY_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Analysis/Policy.h"
#include "remat/Planning/Rematerialize.h"

namespace mlir::remat {

/// A value that forward makes and backward reads.
struct KeptValue {
  std::string name;
  std::string op;
  std::string type;
  int64_t bytes = 0;
  /// Name of the layer that made it; empty for none.
  std::string layer;
  bool isLayerInput = false;
};

/// What a policy came to in a plan.
struct PolicyOutcome {
  /// As the user wrote it.
  std::string policy;
  size_t layers = 0;
  unsigned regions = 0;
  /// Which rule set the boundary between forward and backward.
  BackwardRule backwardRule = BackwardRule::Peak;
  /// Ops of forward that the policy forbids to run twice, and that it wants to run again.
  size_t savedOps = 0;
  size_t recomputedOps = 0;
  /// In program order.
  std::vector<KeptValue> kept;

  int64_t keptBytes() const;
  /// The part of `keptBytes` that layers get from the layers before them.
  int64_t layerInputBytes() const;
};

/// The policy of one function: that of the options, with attributes `remat.policy` of its ops on
/// top.
class FunctionPolicy {
public:
  /// nullopt if nobody said anything. Errors are emitted.
  static FailureOr<std::optional<FunctionPolicy>>
  create(FunctionOpInterface function, const PlanningGraph &graph,
         const std::optional<UserPolicy> &fromOptions, StringRef backward);

  /// Whether recomputation is demanded within a budget too.
  bool isExplicit() const { return policy.isExplicit; }

  /// One flag per value of the program: to be stored because the policy keeps it. Empty: none is.
  std::vector<bool> pinnedValues(size_t numValues) const;

  /// The problem of a graph of the same function under the policy.
  rematplan::Problem constrain(const PlanningGraph &graph, bool hasBudget) const;

  /// What comes of it in a schedule of the graph's problem.
  PolicyOutcome outcome(const PlanningGraph &graph, const rematplan::Schedule &steps) const;

private:
  /// Where backward begins in a graph of the same function, with other values pinned.
  rematplan::OpId backwardBegin(const PlanningGraph &graph) const;

  UserPolicy policy;
  PolicyDecisions decisions;
  BackwardRule backwardRule = BackwardRule::Peak;
  /// The first op of the block that belongs to backward.
  uint32_t backwardBlockOp = 0;
};

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_FUNCTIONPOLICY_H
