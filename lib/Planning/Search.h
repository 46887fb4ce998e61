//===- Search.h - The cheapest plan for one budget -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_SEARCH_H
#define REMAT_LIB_PLANNING_SEARCH_H

#include "Seeds.h"
#include <functional>

namespace rematplan {

struct SearchOptions {
  int64_t budgetBytes = 0;
  /// As in PlanOptions.
  unsigned effort = 1;
  std::function<void(double fraction)> progress;
};

/// The cheapest plan found within the budget, or the plan of the lowest peak found. Starts from the
/// seeds, of which there must be one. Deterministic: the effort is counted in Waves::work.
Candidate searchPlan(const BaseProgram &base, const Seeds &seeds, const SearchOptions &options);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_SEARCH_H
