//===- BudgetSearch.h - The cheapest plan of all base orders, monotone in the budget -*- C++
//-*-===//
#ifndef REMAT_LIB_PLANNING_BUDGETSEARCH_H
#define REMAT_LIB_PLANNING_BUDGETSEARCH_H

#include "OrderedProgram.h"
#include "Search.h"
#include "remat/Planning/Rematerialize.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include <map>

namespace rematplan {

/// A plan with the base order that it belongs to.
struct BudgetPlan {
  OrderedProgram *program = nullptr;
  Candidate plan;
};

/// Plans one problem within budgets, in one or two base orders. What it finds for a budget depends
/// on nothing else, and is never dearer than what it finds for a smaller budget on its grid
/// (multiples of a twentieth of the program order's peak).
class BudgetSearch {
public:
  /// Keeps references to both.
  BudgetSearch(const Problem &problem, const PlanOptions &options)
      : problem(problem), options(options) {}

  /// The base orders, the program order first.
  std::vector<std::unique_ptr<OrderedProgram>> programs;
  TimeLimit timeLimit;
  /// The peak of the program order, and what no budget can be below.
  int64_t basePeakBytes = 0, limitBytes = 0;

  /// Calls `work` with the number of each base order, at the same time.
  void forEachOrder(llvm::function_ref<void(size_t index)> work);

  /// Budgets below this one, falling, down to the least that can be met: multiples of a twentieth
  /// of the program order's peak. What can be had for them, a plan within this one must not exceed.
  std::vector<int64_t> smallerBudgets(int64_t budgetBytes) const;

  /// The cheapest plan found within the budget, else the one of the lowest peak; nullptr as its
  /// program if no plan is valid (a drop_at that cannot be satisfied).
  BudgetPlan plan(int64_t budgetBytes, unsigned effort);

private:
  SearchOptions searchOptionsFor(int64_t budgetBytes, unsigned effort);
  const BudgetPlan &searchAt(int64_t budgetBytes, unsigned effort);
  int64_t ladderCost(int64_t budgetBytes) const;
  int64_t floorCost(int64_t budgetBytes) const;
  void aimLower(int64_t budgetBytes, unsigned effort, BudgetPlan &best);
  bool canBeCheaper(int64_t budgetBytes, int64_t extraCost, unsigned effort);

  const Problem &problem;
  const PlanOptions &options;
  /// By budget and effort.
  std::map<std::pair<int64_t, unsigned>, BudgetPlan> found;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_BUDGETSEARCH_H
