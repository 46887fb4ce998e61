//===- LowerBound.cpp - What no plan can beat -----------------------------===//
#include "remat/Planning/LowerBound.h"
#include "FixedOrderBound.h"
#include "GapBranching.h"
#include "WorkingSets.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <numeric>
#include <optional>

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

namespace {
/// The model whose prices prove most so far.
struct BestModel {
  GapModel model;
  PricedBound priced;
  /// Where they are asked for: what gaps are charged.
  bool keepsGaps;
  /// Cases of it tell when storages are made again.
  bool hasReruns;
  std::vector<ProvenGap> gaps;

  /// Takes this model if it is better.
  void offer(const GapModelBuilder &builder, const GapModel &other,
             const PricedBound &otherPriced) {
    if (!model.gaps.empty() && otherPriced.bound <= priced.bound)
      return;
    model = other;
    priced = otherPriced;
    if (keepsGaps || hasReruns)
      gaps = builder.provenGaps();
    if (hasReruns)
      builder.addGapsWithoutRows(model);
  }

  /// The bound that cases of it prove.
  int64_t bound(int64_t unit, uint64_t work, const GapReruns *reruns, BoundProof *proof) {
    if (proof)
      proof->gaps = std::move(gaps);
    return boundByBranching(model, priced, unit, work, reruns, proof);
  }
};
} // namespace

/// The rows that chains may lie around: that with the most excess, and that which brings in most at
/// the prices. Around one without a price, chains are not found worth theirs.
static llvm::SmallVector<uint32_t, 2> pivotsOf(const BestModel &plain) {
  const std::vector<int64_t> &excess = plain.model.excessBytes;
  auto value = [&](size_t row) {
    return plain.priced.prices.rows[row] * static_cast<double>(excess[row]);
  };
  uint32_t highest = 0, dearest = 0;
  for (uint32_t row = 1; row < excess.size(); ++row) {
    if (excess[row] > excess[highest])
      highest = row;
    if (value(row) > value(dearest))
      dearest = row;
  }
  if (excess.empty())
    return {};
  if (highest == dearest)
    return {highest};
  return {highest, dearest};
}

/// Looks for prices of chains, and makes a model with those that have one. Without gaps, chains do
/// not make the bound sharper.
static BestModel withChains(GapModelBuilder &builder, uint64_t work, const BestModel &plain) {
  BestModel result{{}, {}, plain.keepsGaps, false, {}};
  GapModel model;
  PricedBound priced;
  priced.bound = plain.priced.bound;
  uint32_t best = GapModel::noRow;
  const llvm::SmallVector<uint32_t, 2> pivots = pivotsOf(plain);
  constexpr uint64_t passesForMany = 500;
  const bool many = work > passesForMany * plain.model.size();
  for (uint32_t pivot : pivots) {
    builder.findChainsAround(pivot, many);
    GapModel other = builder.build(true);
    if (other.chains.empty())
      continue;
    const unsigned passes = std::clamp<uint64_t>(work / other.size(), 12, 240);
    PricedBound otherPriced = boundByPrices(other, passes, plain.priced.prices);
    if (otherPriced.bound <= priced.bound)
      continue;
    best = pivot;
    model = std::move(other);
    priced = std::move(otherPriced);
  }
  if (best == GapModel::noRow)
    return result;
  if (best != pivots.back())
    builder.findChainsAround(best, many);
  // A chain without a price can be of use in some case, if there is time for many of them.
  constexpr uint64_t workOfManyCases = 40'000;
  if (workOfManyCases * model.size() > work) {
    builder.keepPricedChains(priced.prices.chains);
    llvm::erase(priced.prices.chains, 0);
    model = builder.build(true);
    if (model.chains.empty())
      return result;
    constexpr unsigned passesWithFewer = 24;
    priced = boundByPrices(model, passesWithFewer, priced.prices);
  }
  result.offer(builder, model, priced);
  return result;
}

static FixedOrderBound prove(const Problem &problem, int64_t budgetBytes, unsigned effort,
                             BoundProof *proof) {
  FixedOrderBound result;
  result.prices.resize(problem.ops.size());
  // By effort: the sum of the sizes of the models that are passed over. A million takes about a
  // tenth of a second.
  constexpr uint64_t works[] = {500'000, 3'000'000, 20'000'000, 150'000'000};
  const uint64_t work = works[std::min<size_t>(effort, std::size(works) - 1)];
  const int64_t unit = costUnit(problem);
  if (unit == 0)
    return result;

  std::optional<GapModelBuilder> builder(std::in_place, problem, budgetBytes);
  GapModel model = builder->build(false);
  const uint64_t size = std::max<uint64_t>(model.size(), 1);
  // Rows of later runs belong to single cases: they pay where many are looked at.
  constexpr uint64_t casesForReruns = 20;
  const bool hasReruns = hasWorkForCases(model, work / 3 / casesForReruns);
  if (hasReruns) {
    builder.emplace(problem, budgetBytes, true);
    model = builder->build(false);
  }
  // A third for the first prices, a third to share better, then as much for chains, and as much
  // each to look at cases with and without them.
  const unsigned firstPasses = std::clamp<uint64_t>(work / 3 / size, 12, 120);
  constexpr unsigned laterPasses = 24;
  const unsigned rounds = std::min<uint64_t>(work / 3 / (laterPasses * size), 12);
  PricedBound priced = boundByPrices(model, firstPasses);
  BestModel best{{}, {}, proof != nullptr, hasReruns, {}};
  best.offer(*builder, model, priced);
  for (unsigned round = 0; round < rounds; ++round) {
    builder->learn(model, priced.openShares);
    model = builder->build(false);
    priced = boundByPrices(model, laterPasses, priced.prices);
    best.offer(*builder, model, priced);
  }
  for (size_t row = 0; row < best.model.rowOps.size(); ++row)
    result.prices[best.model.rowOps[row]] = best.priced.prices.rows[row];
  BestModel chained = withChains(*builder, work / 3, best);
  std::optional<GapReruns> reruns;
  if (hasReruns)
    reruns.emplace(builder->reruns(best.gaps));
  result.extraCost = best.bound(unit, work / 3, reruns ? &*reruns : nullptr, proof);
  if (chained.model.gaps.empty())
    return result;
  BoundProof chainedProof;
  chainedProof.pivot = builder->pivot();
  chainedProof.chains = builder->provenChains();
  if (const int64_t bound = chained.bound(unit, work / 3, nullptr, proof ? &chainedProof : nullptr);
      bound > result.extraCost) {
    result.extraCost = bound;
    if (proof)
      *proof = std::move(chainedProof);
  }
  return result;
}

FixedOrderBound boundFixedOrder(const Problem &problem, int64_t budgetBytes, unsigned effort) {
  return prove(problem, budgetBytes, effort, nullptr);
}

int64_t overheadLowerBoundFixedOrder(const Problem &problem, int64_t budgetBytes, unsigned effort) {
  return boundFixedOrder(problem, budgetBytes, effort).extraCost;
}

int64_t proveLowerBound(const Problem &problem, int64_t budgetBytes, unsigned effort,
                        BoundProof &proof) {
  return prove(problem, budgetBytes, effort, &proof).extraCost;
}

} // namespace rematplan
