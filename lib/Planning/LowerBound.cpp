//===- LowerBound.cpp - What no plan can beat -----------------------------===//
#include "remat/Planning/LowerBound.h"
#include "GapBranching.h"
#include "WorkingSets.h"
#include <algorithm>
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

/// The extra cost of a schedule is a sum of costs of later runs: a multiple of their greatest
/// common divisor.
static int64_t costUnit(const Problem &problem) {
  int64_t unit = 0;
  for (OpId op = 0; op < problem.ops.size(); ++op)
    if (problem.mayRepeat(op))
      unit = std::gcd(unit, problem.ops[op].repeatCost);
  return unit;
}

static int64_t boundFixedOrder(const Problem &problem, int64_t budgetBytes, unsigned effort,
                               BoundProof *proof) {
  // By effort: the sum of the sizes of the models that are passed over. A million takes about a
  // tenth of a second.
  constexpr uint64_t works[] = {500'000, 3'000'000, 20'000'000, 150'000'000};
  const uint64_t work = works[std::min<size_t>(effort, std::size(works) - 1)];
  const int64_t unit = costUnit(problem);
  if (unit == 0)
    return 0;

  GapModelBuilder builder(problem, budgetBytes);
  GapModel model = builder.build();
  const uint64_t size = std::max<uint64_t>(model.size(), 1);
  // A third for the first prices, a third to share better, the rest to look at cases.
  const unsigned firstPasses = std::clamp<uint64_t>(work / 3 / size, 12, 120);
  constexpr unsigned laterPasses = 24;
  const unsigned rounds = std::min<uint64_t>(work / 3 / (laterPasses * size), 12);
  PricedBound best = boundByPrices(model, firstPasses);
  PricedBound priced = best;
  GapModel bestModel = model;
  if (proof)
    proof->gaps = builder.provenGaps();
  for (unsigned round = 0; round < rounds; ++round) {
    builder.learn(model, priced.openShares);
    model = builder.build();
    priced = boundByPrices(model, laterPasses, priced.prices);
    if (priced.bound <= best.bound)
      continue;
    best = priced;
    bestModel = model;
    if (proof)
      proof->gaps = builder.provenGaps();
  }
  return boundByBranching(bestModel, best, unit, work / 3, proof);
}

int64_t overheadLowerBoundFixedOrder(const Problem &problem, int64_t budgetBytes, unsigned effort) {
  return boundFixedOrder(problem, budgetBytes, effort, nullptr);
}

int64_t proveLowerBound(const Problem &problem, int64_t budgetBytes, unsigned effort,
                        BoundProof &proof) {
  return boundFixedOrder(problem, budgetBytes, effort, &proof);
}

} // namespace rematplan
