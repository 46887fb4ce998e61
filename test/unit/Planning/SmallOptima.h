//===- SmallOptima.h - Stored problems with exact optima -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_PLANNING_SMALLOPTIMA_H
#define REMAT_TEST_UNIT_PLANNING_SMALLOPTIMA_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// A problem and a budget, with the least cost over all schedules that keep the order of first
/// executions, and over all schedules; nullopt where no schedule is within the budget.
struct SmallOptimum {
  Problem problem;
  int64_t budgetBytes;
  std::optional<int64_t> cost;
  std::optional<int64_t> freeOrderCost;
};

/// Reads test/data/small_optima.json.
std::vector<SmallOptimum> readSmallOptima();

} // namespace rematplan

#endif // REMAT_TEST_UNIT_PLANNING_SMALLOPTIMA_H
