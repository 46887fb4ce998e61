//===- RematerializeFunction.h - Plan, rewrite and judge one function -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_REMATERIALIZEFUNCTION_H
#define REMAT_TRANSFORMS_REMATERIALIZEFUNCTION_H

#include "mlir/IR/OwningOpRef.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Analysis/BackwardBoundary.h"
#include "remat/Planning/LowerBound.h"
#include "remat/Planning/Rematerialize.h"
#include "remat/Transforms/ApplySchedule.h"
#include "remat/Transforms/FunctionPolicy.h"
#include "remat/Transforms/PlanFile.h"

namespace mlir::remat {

struct FunctionPlanOptions {
  PlanningOptions planning;
  /// As rematplan::parseBudget reads it. May be empty where there is a policy: the plan then does
  /// what the policy says and nothing else.
  std::string budget;
  /// What to save and what to recompute; nullopt: what attributes of the function say.
  std::optional<UserPolicy> policy;
  /// Where backward begins, as findBackward reads it; used by Strategy::MinCut.
  std::string backward;
  rematplan::Order order = rematplan::Order::Free;
  rematplan::Strategy strategy = rematplan::Strategy::Auto;
  unsigned effort = 1;
  bool annotate = false;
  /// Rewrite by this plan instead of planning. `budget` may then be empty: the peak of the plan.
  std::optional<SavedPlan> imported;
  /// Apply only so many recomputations of the plan, the first ones, and take the peak that comes of
  /// it as the budget; a warning says so.
  std::optional<size_t> maxRecompute;
  std::function<void(const char *phase, double fraction)> progress;

  /// Whether anything says what to plan for.
  bool asksForPlan() const { return !budget.empty() || policy || imported; }
};

/// A plan of a function, and the function rewritten by it.
struct FunctionPlan {
  rematplan::Status status = rematplan::Status::Infeasible;
  bool minimize = false;
  /// The peak of the plan where no budget was given.
  int64_t budgetBytes = 0;
  /// Of the program as it came and of the rewritten one, by the memory model run afresh on each.
  int64_t peakBeforeBytes = 0;
  int64_t peakAfterBytes = 0;
  rematplan::BudgetLimit limit;
  bool infeasibleProven = false;
  /// Cost of the planning problem's program order and of the plan, in ns, and a lower bound of
  /// their difference (0 where nothing is proven).
  int64_t costBeforeNs = 0;
  int64_t costAfterNs = 0;
  int64_t overheadLowerBoundNs = 0;
  rematplan::BoundClass boundClass = rematplan::BoundClass::AnyOrder;
  /// Which rule set the boundary of Strategy::MinCut; nullopt where no boundary was needed.
  std::optional<BackwardRule> backwardRule;
  /// What came of the policy; nullopt where there is none.
  std::optional<PolicyOutcome> policy;
  /// How often planning and rewriting were repeated until model and result agreed.
  unsigned rounds = 0;
  /// The problem as it came (the graph points into the function that was given).
  PlanningGraph before;
  /// Null for `fits`: the function is to stay as it is.
  OwningOpRef<Operation *> rewritten;
  PlanningGraph after;
  AppliedSchedule applied;
  /// What does the same to a program of the same structure.
  SavedPlan saved;
  std::vector<std::pair<std::string, double>> timing;
};

/// Plans `function`, whose calls must be inlined, and rewrites a copy of it. Infeasible: the copy
/// is the one of the lowest peak found. Fails only where the function cannot be read as a problem
/// or the budget not as a budget; the error is emitted.
FailureOr<FunctionPlan> planFunction(FunctionOpInterface function,
                                     const FunctionPlanOptions &options);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REMATERIALIZEFUNCTION_H
