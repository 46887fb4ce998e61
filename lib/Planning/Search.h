//===- Search.h - The cheapest plan for one budget -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_SEARCH_H
#define REMAT_LIB_PLANNING_SEARCH_H

#include "FixedOrderBound.h"
#include "Seeds.h"
#include <functional>
#include <memory>

namespace rematplan {

struct SearchOptions {
  int64_t budgetBytes = 0;
  /// As in PlanOptions.
  unsigned effort = 1;
  /// No plan that costs less is of interest.
  int64_t floorCost = 0;
  std::function<void(double fraction)> progress;
  TimeLimit *timeLimit = nullptr;
};

/// Looks for the cheapest plan within a budget, in two phases. Deterministic: effort is counted in
/// Waves::work.
class PlanSearch {
public:
  /// Keeps references to the first two; there must be at least one seed.
  PlanSearch(const BaseProgram &base, const Seeds &seeds, const SearchOptions &options);
  ~PlanSearch();
  /// Plans by pruning and filling up seeds.
  void start();
  /// Instead of `start`: begins with this plan, which is within the budget.
  void startWith(const Candidate &plan);
  /// Goes on from there, as long as the effort says and no plan that costs `lowerBound` was found.
  /// The further away the bound is, the longer it goes on.
  void improve(const FixedOrderBound &bound);
  /// Merges neighbouring waves where that costs nothing.
  void merge();
  /// The cheapest plan so far within the budget, or the one of the lowest peak.
  const Candidate &best() const;

private:
  struct Impl;
  std::unique_ptr<Impl> impl;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_SEARCH_H
