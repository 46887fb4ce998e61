//===- TinySearch.h - The exact optimum of very small problems -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_TINYSEARCH_H
#define REMAT_LIB_PLANNING_TINYSEARCH_H

#include "remat/Planning/Rematerialize.h"

namespace rematplan {

struct TinyOptions {
  int64_t budgetBytes = 0;
  Order order = Order::Free;
  /// Plans of this extra cost or more are of no interest.
  int64_t extraCostLimit = 0;
  /// Gives up after so many states.
  size_t stateLimit = 0;
};

struct TinyAnswer {
  /// All schedules below the cost limit were looked at: `steps`, or, where they are empty, nothing,
  /// is the optimum.
  bool complete = false;
  /// The cheapest schedule within the budget and below the cost limit, of all that there are: any
  /// op any number of times at any moment. Empty: none found.
  Schedule steps;
  int64_t extraCost = 0;
};

/// Whether the problem is small enough for `searchTiny` to be of use.
bool isTiny(const Problem &problem);

/// Uniform-cost search over states: which ops ran, and which storage copies are there. Exponential
/// in the size of the problem.
TinyAnswer searchTiny(const Problem &problem, const TinyOptions &options);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_TINYSEARCH_H
