//===- PlanMemoryBudget.h - A budget for all the memory of a run -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_PLANMEMORYBUDGET_H
#define REMAT_TRANSFORMS_PLANMEMORYBUDGET_H

#include "remat/Transforms/PlanMemory.h"
#include "remat/Transforms/RematerializeFunction.h"

namespace mlir::remat {

/// A plan whose budget bounds the total of its memory plan: arguments, results and arena.
struct MemoryBudgetPlan {
  /// `plan.budgetBytes` and `plan.status` are about the total; peaks are those of the planning
  /// problem, which counts what the total would be without gaps in the arena.
  FunctionPlan plan;
  /// Of the function as it came.
  MemoryPlan before;
  /// Of `plan.rewritten`, or of the function where that is to stay; the places are written on it.
  MemoryPlan after;
  /// How often a plan was made tighter because of gaps in its arena.
  unsigned tightenings = 0;
};

/// Plans `function`, whose calls must be inlined, within `options.budget` bytes in total; percents
/// are of the total of the function as it came. Where gaps in the arena push a plan over the
/// budget, a tighter one is tried, in a limited number of rounds. `options.planning` and
/// `effort` hold for the memory plans as well; `alignmentBytes` is theirs. `remakesOperands`: the
/// function first goes through remakeOperands, also where it is to stay. Fails as planFunction and
/// planMemory do.
FailureOr<MemoryBudgetPlan> planWithMemory(FunctionOpInterface function,
                                           const FunctionPlanOptions &options,
                                           bool remakesOperands = false);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PLANMEMORYBUDGET_H
