//===- LowerBound.cpp - The smallest budget that any schedule needs -------===//
#include "remat/Planning/LowerBound.h"
#include "WorkingSets.h"

namespace rematplan {

BudgetLimit budgetLowerLimit(const Problem &problem) {
  BudgetLimit limit;
  // Without ops there is no step, and the peak is 0.
  if (problem.ops.empty())
    return limit;
  WorkingSets sets(problem);
  limit.bytes = sets.endBytes();
  for (OpId op = 0; op < problem.ops.size(); ++op)
    if (const int64_t bytes = sets.bytes(op); bytes > limit.bytes)
      limit = {bytes, op};
  return limit;
}

} // namespace rematplan
