//===- GapDual.cpp - Prices that prove a lower bound ----------------------===//
//
// The linear relaxation of the gap cover asks each row t for at least its excess e(t), where an
// absent storage of M bytes counts min(M, e(t)). Any prices per byte p(t) >= 0 prove, by weak
// duality, the bound
//
//   sum over t of p(t) e(t)  -  sum over gaps of max(0, sum over its rows of p(t) min(M, e(t))  -
//   cost).
//
// A chain with c conditions (GapModel::Chain) asks for a second run of cost s if all of them are
// met. A price q >= 0 of it, all those of one gap together at most s, adds  - q (c - 1)  to the
// bound and q to the cost of an option for each condition that it meets.
//
// The bound is concave in the prices; a subgradient is what a row still lacks when every gap that
// pays for itself is open.
//
//===----------------------------------------------------------------------===//
#include "GapDual.h"
#include "GapOffers.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rematplan {

namespace {

/// Looks for prices with a high bound, in floating point.
class PriceSearch {
public:
  PriceSearch(const GapModel &model, const ByteOrder &order)
      : model(model), order(order), offered(model.options.size()), chosen(model.gaps.size()),
        covered(model.excessBytes.size()), costs(model.options.size()),
        shares(model.options.size()) {
    for (size_t id = 0; id < costs.size(); ++id)
      costs[id] = static_cast<double>(model.options[id].scaledCost) / GapModel::costScale;
  }

  GapPrices search(unsigned passes, const GapPrices &startPrices) {
    const size_t rows = model.excessBytes.size();
    // Prices are moved in units in which every row has the same excess. Those of chains follow.
    std::vector<double> value = startPrices.rows;
    for (size_t row = 0; row < value.size(); ++row)
      value[row] *= static_cast<double>(model.excessBytes[row]);
    if (value.empty())
      value = startValues();
    value.resize(rows + model.chains.size());
    llvm::copy(startPrices.chains, value.begin() + rows);
    keepWithinRuns(value);
    const bool known = !startPrices.rows.empty();
    std::vector<double> best = model.chains.empty() ? climb(std::move(value), passes, known)
                                                    : climbByMeans(std::move(value), passes);
    for (size_t row = 0; row < rows; ++row)
      best[row] /= static_cast<double>(model.excessBytes[row]);
    return {{best.begin(), best.begin() + rows}, {best.begin() + rows, best.end()}};
  }

  /// By option: the share of passes in which it was chosen; older passes count less.
  const std::vector<double> &openShares() const { return shares; }

private:
  static constexpr unsigned patience = 16;

  /// Steps along subgradients, each with as much of the step before as keeps it from turning back
  /// (Camerini, Fratta, Maffioli 1975). Returns the best values.
  std::vector<double> climb(std::vector<double> value, unsigned passes, bool startIsGood) {
    std::vector<double> best = value, step(value.size());
    double bestBound = evaluate(value);
    double aim = std::max((startIsGood ? 0.05 : 0.3) * bestBound, leastAim());
    unsigned idle = 0;
    for (unsigned pass = 0; pass < passes; ++pass) {
      const double bound = pass == 0 ? bestBound : evaluate(value);
      noteChoice();
      ++idle;
      if (bound > bestBound) {
        if (bound > bestBound + 0.05 * aim)
          idle = 0;
        bestBound = bound;
        best = value;
      }
      if (idle >= patience) {
        aim *= 0.65;
        idle = 0;
      }
      if (!advance(value, step, bestBound + aim - bound))
        break;
    }
    return best;
  }

  /// Steps from the best values so far, along the mean of subgradients, old ones fading (the volume
  /// algorithm, Barahona and Anbil 2000). Where many chains have a price, single subgradients point
  /// anywhere; this one needs good values to start from.
  std::vector<double> climbByMeans(std::vector<double> value, unsigned passes) {
    constexpr double freshness = 0.07;
    std::vector<double> best = value, mean(value.size());
    double bestBound = evaluate(value);
    noteChoice();
    for (size_t index = 0; index < value.size(); ++index)
      mean[index] = slopeAt(index);
    const double aim = std::max(0.05 * bestBound, leastAim());
    double share = 1;
    unsigned idle = 0;
    for (unsigned pass = 1; pass < passes; ++pass) {
      double norm = 0;
      for (size_t index = 0; index < value.size(); ++index)
        if (best[index] > 0 || mean[index] > 0)
          norm += mean[index] * mean[index];
      if (norm == 0)
        break;
      for (size_t index = 0; index < value.size(); ++index)
        value[index] = std::max(0.0, best[index] + share * aim / norm * mean[index]);
      keepWithinRuns(value);
      const double bound = evaluate(value);
      noteChoice();
      double along = 0;
      for (size_t index = 0; index < value.size(); ++index) {
        const double slope = slopeAt(index);
        along += slope * mean[index];
        mean[index] += freshness * (slope - mean[index]);
      }
      if (bound > bestBound) {
        bestBound = bound;
        best = value;
        idle = 0;
        if (along > 0)
          share = std::min(2.0, 1.1 * share);
      } else if (++idle >= patience / 2) {
        share *= 0.66;
        idle = 0;
      }
    }
    return best;
  }

  /// Where prices prove nothing yet beyond what is paid anyway. Those of a case are nearly right
  /// from the start.
  double leastAim() const {
    const double paid = static_cast<double>(model.scaledBaseCost) / GapModel::costScale;
    const double idle = static_cast<double>(model.scaledIdleCost) / GapModel::costScale;
    const double sum = std::accumulate(costs.begin(), costs.end(), idle);
    return paid + idle == 0 ? 1e-3 * sum : 1e-2 * paid + 1e-5 * sum;
  }

  /// The row with the most excess alone, at the price where the gaps that are worth it fill it.
  std::vector<double> startValues() const {
    std::vector<double> value(model.excessBytes.size());
    if (value.empty())
      return value;
    const uint32_t row = order.rows.back();
    const double excess = static_cast<double>(model.excessBytes[row]);
    std::vector<std::pair<double, double>> priceAndShare;
    for (size_t id = 0; id < model.options.size(); ++id) {
      const GapModel::Gap &gap = model.gaps[order.gapOf[id]];
      int64_t bytes = 0;
      if (gap.beginRow <= row && row < gap.endRow)
        bytes = model.options[id].bytes;
      else if (gap.reuseRow == row)
        bytes = gap.reuseBytes;
      if (const double share = std::min(1.0, static_cast<double>(bytes) / excess); share > 0)
        priceAndShare.emplace_back(costs[id] / share, share);
    }
    llvm::sort(priceAndShare);
    double sum = 0;
    for (auto [price, share] : priceAndShare) {
      value[row] = price;
      if ((sum += share) >= 1)
        break;
    }
    return value;
  }

  double evaluate(const std::vector<double> &value) {
    const size_t rows = model.excessBytes.size();
    std::vector<double> prices(rows), chainPrices(value.begin() + rows, value.end());
    double bound = 0;
    for (size_t row = 0; row < rows; ++row) {
      bound += value[row];
      prices[row] = value[row] / static_cast<double>(model.excessBytes[row]);
    }
    for (size_t id = 0; id < chainPrices.size(); ++id)
      bound -= chainPrices[id] * (static_cast<double>(model.chains[id].conditions) - 1);
    offers(model, order, prices, offered);
    chargeChains(model, chainPrices, offered);
    bound -= bestChoice(model, offered, costs, chosen);
    coverage(model, order, chosen, covered);
    return bound;
  }

  /// A second run is charged once, whatever demands it.
  void keepWithinRuns(std::vector<double> &value) const {
    const size_t rows = model.excessBytes.size();
    std::vector<double> sums(model.gaps.size());
    for (size_t id = 0; id < model.chains.size(); ++id)
      if (model.chains[id].last != noGap)
        sums[model.chains[id].last] += value[rows + id];
    for (size_t id = 0; id < model.chains.size(); ++id) {
      const uint32_t last = model.chains[id].last;
      if (last == noGap) {
        value[rows + id] = 0;
        continue;
      }
      const double most = static_cast<double>(model.secondRunCost[last]) / GapModel::costScale;
      if (sums[last] > most)
        value[rows + id] *= most / sums[last];
    }
  }

  void noteChoice() {
    constexpr double fading = 0.9;
    for (double &share : shares)
      share *= fading;
    for (uint32_t option : chosen)
      if (option != noOption)
        shares[option] += 1 - fading;
  }

  /// What one more unit of the price would add to the bound.
  double slopeAt(size_t index) const {
    const size_t rows = model.excessBytes.size();
    if (index < rows)
      return 1 - covered[index] / static_cast<double>(model.excessBytes[index]);
    const GapModel::Chain &chain = model.chains[index - rows];
    if (chain.last == noGap)
      return 0;
    return static_cast<double>(conditionsMet(model, chain, chosen)) + 1 -
           static_cast<double>(chain.conditions);
  }

  /// One step towards a bound that is higher by `rise`. False if there is no direction left.
  bool advance(std::vector<double> &value, std::vector<double> &step, double rise) {
    double alongOld = 0, oldNorm = 0;
    std::vector<double> slope(value.size());
    for (size_t index = 0; index < value.size(); ++index) {
      slope[index] = slopeAt(index);
      if (value[index] == 0 && slope[index] < 0)
        slope[index] = 0;
      alongOld += slope[index] * step[index];
      oldNorm += step[index] * step[index];
    }
    // A step that turns back on the one before would zigzag: take that part out.
    const double keep = alongOld < 0 ? -1.5 * alongOld / oldNorm : 0;
    double norm = 0;
    for (size_t index = 0; index < value.size(); ++index) {
      step[index] = slope[index] + keep * step[index];
      norm += step[index] * step[index];
    }
    if (norm == 0)
      return false;
    for (size_t index = 0; index < value.size(); ++index)
      value[index] = std::max(0.0, value[index] + rise / norm * step[index]);
    keepWithinRuns(value);
    return true;
  }

  const GapModel &model;
  const ByteOrder &order;
  std::vector<double> offered;
  std::vector<uint32_t> chosen;
  std::vector<double> covered;
  std::vector<double> costs;
  std::vector<double> shares;
};

/// The bound that the prices prove, in integers: the prices are rounded down to multiples of
/// 2^-shift / costScale first.
void proveBound(const GapModel &model, const ByteOrder &order, PricedBound &result) {
  const std::vector<double> &prices = result.prices.rows;
  // Prices of 36 bits times sums of 2^20 rows of 63 bits fit into 128 bits; so does the sum of all
  // costs, shifted to 120 bits at most. Prices that are higher than the least shift allows prove
  // that nothing covers the rows; they are cut.
  constexpr int priceBits = 36, costBits = 120, leastShift = -64, largestShift = 100;
  double costSum = static_cast<double>(model.scaledBaseCost) + 1;
  for (const GapModel::Option &option : model.options)
    costSum += static_cast<double>(option.scaledCost);
  const int mostShift = std::min(largestShift, costBits - std::ilogb(costSum));
  double highest = 0;
  for (double price : llvm::concat<const double>(prices, result.prices.chains))
    highest = std::max(highest, price);
  if (!std::isfinite(highest))
    return;
  int &shift = result.shift;
  if (highest > 0)
    shift =
        std::clamp(priceBits - std::ilogb(highest * GapModel::costScale), leastShift, mostShift);
  std::vector<__int128> rounded(prices.size());
  for (size_t row = 0; row < prices.size(); ++row)
    rounded[row] = static_cast<int64_t>(std::min(
        std::ldexp(prices[row] * GapModel::costScale, shift), std::ldexp(1.0, priceBits + 1)));
  result.integerPrices.assign(rounded.begin(), rounded.end());

  std::vector<__int128> offered(model.options.size()), costs(model.options.size());
  std::vector<uint32_t> chosen(model.gaps.size());
  for (size_t id = 0; id < costs.size(); ++id)
    costs[id] =
        shift >= 0 ? model.options[id].scaledCost << shift : model.options[id].scaledCost >> -shift;
  offers(model, order, rounded, offered);
  // Of each second run no more is charged than it costs, after rounding, too.
  std::vector<__int128> chainPrices(model.chains.size()), left(model.secondRunCost);
  for (__int128 &cost : left)
    cost = shift >= 0 ? cost << shift : cost >> -shift;
  __int128 bound = 0;
  for (size_t id = 0; id < model.chains.size(); ++id) {
    const GapModel::Chain &chain = model.chains[id];
    if (chain.last == noGap)
      continue;
    const double price = std::ldexp(result.prices.chains[id] * GapModel::costScale, shift);
    chainPrices[id] = std::min({static_cast<__int128>(price), left[chain.last],
                                __int128(std::numeric_limits<int64_t>::max())});
    left[chain.last] -= chainPrices[id];
    bound -= chainPrices[id] * (static_cast<int64_t>(chain.conditions) - 1);
  }
  result.integerChainPrices.assign(chainPrices.begin(), chainPrices.end());
  chargeChains(model, chainPrices, offered);
  for (size_t row = 0; row < prices.size(); ++row)
    bound += rounded[row] * model.excessBytes[row];
  bound -= bestChoice(model, offered, costs, chosen);
  bound += shift >= 0 ? model.scaledBaseCost << shift : model.scaledBaseCost >> -shift;
  if (bound <= 0)
    return;
  // A schedule's extra cost is a whole number. Where no schedule covers the rows, prices can prove
  // any number.
  constexpr __int128 largest = std::numeric_limits<int64_t>::max() / 2;
  const int unitBits = shift + static_cast<int>(llvm::Log2_64(GapModel::costScale));
  if (unitBits <= 0)
    result.bound = static_cast<int64_t>(std::min(bound, largest >> -unitBits) << -unitBits);
  else
    result.bound = static_cast<int64_t>(
        std::min((bound + ((__int128(1) << unitBits) - 1)) >> unitBits, largest));
}

} // namespace

/// The price of a row that all gaps together do not fill proves any number: here, more than all
/// options cost, those of closed gaps, too. Leaves other prices alone.
static void priceWhatCannotBeFilled(const GapModel &model, GapPrices &prices) {
  const size_t rows = model.excessBytes.size();
  std::vector<double> most(rows + 1);
  double costSum =
      1 + static_cast<double>(model.scaledBaseCost + model.scaledIdleCost) / GapModel::costScale;
  for (const GapModel::Option &option : model.options)
    costSum += static_cast<double>(option.scaledCost) / GapModel::costScale;
  std::vector<double> beside(rows + 1), largest;
  for (const GapModel::Gap &gap : model.gaps) {
    int64_t bytes = 0;
    for (uint32_t option = gap.beginOption; option < gap.endOption; ++option)
      bytes = std::max(bytes, model.options[option].bytes);
    most[gap.beginRow] += static_cast<double>(bytes);
    most[gap.endRow] -= static_cast<double>(bytes);
    if (gap.beginOption < gap.endOption && gap.reuseBytes > 0)
      beside[gap.reuseRow] += static_cast<double>(gap.reuseBytes);
    largest.push_back(static_cast<double>(bytes));
  }
  for (size_t id = 0; id < model.reruns.size(); ++id)
    for (const GapModel::Rerun::Cover &cover : model.reruns[id].covers)
      beside[model.rowOps.size() + id] += largest[cover.gap] + static_cast<double>(cover.roomBytes);
  double filled = 0;
  for (size_t row = 0; row < rows; ++row) {
    filled += most[row];
    // With room for rounding.
    const double excess = static_cast<double>(model.excessBytes[row]);
    const double missing = excess - (filled + beside[row]);
    if (missing <= 1e-6 * excess)
      continue;
    std::fill(prices.rows.begin(), prices.rows.end(), 0.0);
    std::fill(prices.chains.begin(), prices.chains.end(), 0.0);
    prices.rows[row] = 2 * costSum / missing;
    return;
  }
}

PricedBound boundByPrices(const GapModel &model, unsigned passes, const GapPrices &startPrices) {
  PricedBound result;
  result.openShares.resize(model.options.size());
  const ByteOrder order(model);
  if (!model.excessBytes.empty() || !model.chains.empty()) {
    PriceSearch search(model, order);
    result.prices = search.search(passes, startPrices);
    priceWhatCannotBeFilled(model, result.prices);
    result.openShares = search.openShares();
  }
  proveBound(model, order, result);
  return result;
}

} // namespace rematplan
