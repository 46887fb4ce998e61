//===- Search.h - The cheapest plan for one budget -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_SEARCH_H
#define REMAT_LIB_PLANNING_SEARCH_H

#include "Seeds.h"
#include <functional>
#include <memory>

namespace rematplan {

struct SearchOptions {
  int64_t budgetBytes = 0;
  /// As in PlanOptions.
  unsigned effort = 1;
  std::function<void(double fraction)> progress;
};

/// Looks for the cheapest plan within a budget, in two phases. Deterministic: effort is counted in
/// Waves::work.
class PlanSearch {
public:
  /// Keeps references to all; there must be at least one seed.
  PlanSearch(const BaseProgram &base, const Seeds &seeds, const SearchOptions &options);
  ~PlanSearch();
  /// Plans by pruning and filling up seeds.
  void start();
  /// Goes on from there, as long as the effort says.
  void improve();
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
