//===- LowerBound.cpp - What no plan can beat -----------------------------===//
#include "remat/Planning/LowerBound.h"
#include "GapDual.h"
#include "WorkingSets.h"
#include <numeric>

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

int64_t overheadLowerBoundFixedOrder(const Problem &problem, int64_t budgetBytes, unsigned effort) {
  const int64_t bound = boundByPrices(buildGapModel(problem, budgetBytes), effort);
  // The extra cost of a schedule is a sum of costs of later runs: a multiple of their greatest
  // common divisor.
  int64_t unit = 0;
  for (OpId op = 0; op < problem.ops.size(); ++op)
    if (problem.mayRepeat(op))
      unit = std::gcd(unit, problem.ops[op].repeatCost);
  if (bound <= 0 || unit == 0)
    return 0;
  const int64_t units = (bound - 1) / unit + 1;
  return units * unit;
}

} // namespace rematplan
