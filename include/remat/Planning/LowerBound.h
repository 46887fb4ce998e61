//===- LowerBound.h - What no plan can beat -*- C++ -*-===//
#ifndef REMAT_PLANNING_LOWERBOUND_H
#define REMAT_PLANNING_LOWERBOUND_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// No schedule, in any order, has a smaller peak: the largest working set, and the bytes that must
/// be alive together at the end (kept inputs and outputs). `op` is the op that forces it (nullopt:
/// the end of the program does). Linear.
struct BudgetLimit {
  int64_t bytes = 0;
  std::optional<OpId> op;
};
BudgetLimit budgetLowerLimit(const Problem &problem);

/// A lower bound of the extra cost of every schedule within `budgetBytes` that keeps the order of
/// first executions (class `fixed-order`), by the gap-cover relaxation: at each step of the program
/// order that is over the budget, storages that are needed both before and after must be dropped
/// across it. Each that is dropped across a gap costs at least one more run of its producer, and
/// operands of that run which nobody else needs any more are kept, against the bytes that were
/// gained, or made again too. In `Problem::costUnit`; 0 where nothing is proven. Where no schedule
/// of the class is within the budget, any number.
///
/// `effort` 0 ... 3 limits the work; 1 takes about a tenth of a second for some thousand ops.
/// Beyond some 100,000 ops it is O((ops + operands) log ops).
int64_t overheadLowerBoundFixedOrder(const Problem &problem, int64_t budgetBytes, unsigned effort);

/// A lower bound of the extra cost of every schedule within `budgetBytes`, in any order, by what
/// must cross single ops whatever the order is: what an op depends on and what depends on it. Some
/// dozens of passes over the problem.
int64_t overheadLowerBoundAnyOrder(const Problem &problem, int64_t budgetBytes);

} // namespace rematplan

#endif // REMAT_PLANNING_LOWERBOUND_H
