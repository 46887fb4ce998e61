//===- FixedOrderBound.h - The bound of program order, with its prices -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_FIXEDORDERBOUND_H
#define REMAT_LIB_PLANNING_FIXEDORDERBOUND_H

#include "remat/Planning/Problem.h"

namespace rematplan {

struct FixedOrderBound {
  /// As `overheadLowerBoundFixedOrder`.
  int64_t extraCost = 0;
  /// By op: what a byte less at its first run is worth, in cost units; 0 where the program order is
  /// within the budget.
  std::vector<double> prices;
};

FixedOrderBound boundFixedOrder(const Problem &problem, int64_t budgetBytes, unsigned effort);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_FIXEDORDERBOUND_H
