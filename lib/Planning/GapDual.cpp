//===- GapDual.cpp - Prices that prove a lower bound ----------------------===//
//
// The linear relaxation of the gap cover asks each row t for at least its excess e(t), where an
// absent storage of M bytes counts min(M, e(t)). Any prices per byte p(t) >= 0 prove, by weak
// duality, the bound
//
//   sum over t of p(t) e(t)  -  sum over gaps of max(0, sum over its rows of p(t) min(M, e(t))  -
//   cost).
//
// It is concave in the prices; a subgradient is what a row still lacks when every gap that pays for
// itself is open.
//
//===----------------------------------------------------------------------===//
#include "GapDual.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace rematplan {

namespace {

/// Sums over ranges of rows, of numbers that are added one by one.
template <typename Number> class PrefixSums {
public:
  explicit PrefixSums(size_t size) : tree(size + 1) {}
  void clear() { std::fill(tree.begin(), tree.end(), Number(0)); }
  void add(size_t row, Number number) {
    for (size_t i = row + 1; i < tree.size(); i += i & -i)
      tree[i] += number;
  }
  Number before(size_t row) const {
    Number sum = 0;
    for (size_t i = row; i > 0; i -= i & -i)
      sum += tree[i];
    return sum;
  }
  Number between(size_t begin, size_t end) const { return before(end) - before(begin); }

private:
  std::vector<Number> tree;
};

/// Rows and options in the order of their bytes, so that one sweep tells which rows an option could
/// fill alone.
struct ByteOrder {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> options;
  /// By option.
  std::vector<uint32_t> gapOf;

  explicit ByteOrder(const GapModel &model)
      : rows(model.excessBytes.size()), options(model.options.size()), gapOf(model.options.size()) {
    std::iota(rows.begin(), rows.end(), 0);
    std::iota(options.begin(), options.end(), 0);
    llvm::stable_sort(
        rows, [&](uint32_t a, uint32_t b) { return model.excessBytes[a] < model.excessBytes[b]; });
    llvm::stable_sort(options, [&](uint32_t a, uint32_t b) {
      return model.options[a].bytes < model.options[b].bytes;
    });
    for (uint32_t gap = 0; gap < model.gaps.size(); ++gap)
      for (uint32_t option = model.gaps[gap].beginOption; option < model.gaps[gap].endOption;
           ++option)
        gapOf[option] = gap;
  }
};

/// What the rows would pay for each option: sum over its rows of price × min(bytes, excess).
template <typename Number>
void offers(const GapModel &model, const ByteOrder &order, const std::vector<Number> &prices,
            std::vector<Number> &result) {
  const size_t rows = prices.size();
  std::vector<Number> pricesBefore(rows + 1);
  for (size_t row = 0; row < rows; ++row)
    pricesBefore[row + 1] = pricesBefore[row] + prices[row];
  // Of the rows that the current option fills alone.
  PrefixSums<Number> filledPrices(rows), filledValues(rows);
  size_t filled = 0;
  for (uint32_t id : order.options) {
    const int64_t bytes = model.options[id].bytes;
    const GapModel::Gap &gap = model.gaps[order.gapOf[id]];
    for (; filled < rows && model.excessBytes[order.rows[filled]] <= bytes; ++filled) {
      const uint32_t row = order.rows[filled];
      if (prices[row] == 0)
        continue;
      filledPrices.add(row, prices[row]);
      filledValues.add(row, prices[row] * Number(model.excessBytes[row]));
    }
    const Number partly = pricesBefore[gap.endRow] - pricesBefore[gap.beginRow] -
                          filledPrices.between(gap.beginRow, gap.endRow);
    result[id] = filledValues.between(gap.beginRow, gap.endRow) + partly * Number(bytes);
    if (gap.reuseBytes > 0)
      result[id] +=
          prices[gap.reuseRow] * Number(std::min(gap.reuseBytes, model.excessBytes[gap.reuseRow]));
  }
}

/// The option of each gap that gains most, or `closed` where none gains anything; and the sum of
/// the gains.
constexpr uint32_t closed = ~uint32_t(0);
template <typename Number>
Number bestChoice(const GapModel &model, const std::vector<Number> &offered,
                  const std::vector<Number> &costs, std::vector<uint32_t> &chosen) {
  Number sum = 0;
  for (size_t id = 0; id < model.gaps.size(); ++id) {
    const GapModel::Gap &gap = model.gaps[id];
    uint32_t best = gap.forced ? gap.beginOption : closed;
    Number gain = gap.forced ? offered[best] - costs[best] : 0;
    for (uint32_t option = gap.beginOption; option < gap.endOption; ++option)
      if (offered[option] - costs[option] > gain) {
        best = option;
        gain = offered[option] - costs[option];
      }
    chosen[id] = best;
    sum += gain;
  }
  return sum;
}

/// Bytes that the chosen options free at each row, each no more than the row needs.
void coverage(const GapModel &model, const ByteOrder &order, const std::vector<uint32_t> &chosen,
              std::vector<double> &result) {
  const size_t rows = model.excessBytes.size();
  std::vector<double> opened(rows + 1);
  for (size_t id = 0; id < model.gaps.size(); ++id)
    if (chosen[id] != closed) {
      opened[model.gaps[id].beginRow] += 1;
      opened[model.gaps[id].endRow] -= 1;
    }
  for (size_t row = 0; row < rows; ++row)
    opened[row + 1] += opened[row];
  // Of the chosen options that are smaller than the current row's excess.
  PrefixSums<double> smallBytes(rows + 1), smallCount(rows + 1);
  size_t next = 0;
  for (uint32_t row : order.rows) {
    const double excess = static_cast<double>(model.excessBytes[row]);
    for (; next < order.options.size() &&
           model.options[order.options[next]].bytes < model.excessBytes[row];
         ++next) {
      const uint32_t option = order.options[next];
      if (chosen[order.gapOf[option]] != option)
        continue;
      const GapModel::Gap &gap = model.gaps[order.gapOf[option]];
      const double bytes = static_cast<double>(model.options[option].bytes);
      smallBytes.add(gap.beginRow, bytes);
      smallBytes.add(gap.endRow, -bytes);
      smallCount.add(gap.beginRow, 1);
      smallCount.add(gap.endRow, -1);
    }
    result[row] = smallBytes.before(row + 1) + excess * (opened[row] - smallCount.before(row + 1));
  }
  for (size_t id = 0; id < model.gaps.size(); ++id)
    if (const GapModel::Gap &gap = model.gaps[id]; chosen[id] != closed && gap.reuseBytes > 0)
      result[gap.reuseRow] +=
          static_cast<double>(std::min(gap.reuseBytes, model.excessBytes[gap.reuseRow]));
}

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

  std::vector<double> search(unsigned passes, const std::vector<double> &startPrices) {
    const size_t rows = model.excessBytes.size();
    // Prices are moved in units in which every row has the same excess.
    std::vector<double> value = startPrices, step(rows);
    for (size_t row = 0; row < value.size(); ++row)
      value[row] *= static_cast<double>(model.excessBytes[row]);
    if (value.empty())
      value = startValues();
    std::vector<double> best = value;
    double bestBound = evaluate(value);
    // Known prices are good already.
    double aim = std::max((startPrices.empty() ? 0.3 : 0.05) * bestBound, 1e-3 * costSum());
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
    for (size_t row = 0; row < rows; ++row)
      best[row] /= static_cast<double>(model.excessBytes[row]);
    return best;
  }

  /// By option: the share of passes in which it was chosen; older passes count less.
  const std::vector<double> &openShares() const { return shares; }

private:
  static constexpr unsigned patience = 16;

  double costSum() const { return std::accumulate(costs.begin(), costs.end(), 0.0); }

  /// The row with the most excess alone, at the price where the gaps that are worth it fill it.
  std::vector<double> startValues() const {
    std::vector<double> value(model.excessBytes.size());
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
    std::vector<double> prices(value.size());
    double bound = 0;
    for (size_t row = 0; row < value.size(); ++row) {
      bound += value[row];
      prices[row] = value[row] / static_cast<double>(model.excessBytes[row]);
    }
    offers(model, order, prices, offered);
    bound -= bestChoice(model, offered, costs, chosen);
    coverage(model, order, chosen, covered);
    return bound;
  }

  void noteChoice() {
    constexpr double fading = 0.9;
    for (double &share : shares)
      share *= fading;
    for (uint32_t option : chosen)
      if (option != closed)
        shares[option] += 1 - fading;
  }

  /// One step towards a bound that is higher by `rise`. False if there is no direction left.
  bool advance(std::vector<double> &value, std::vector<double> &step, double rise) {
    double alongOld = 0, oldNorm = 0;
    std::vector<double> slope(value.size());
    for (size_t row = 0; row < value.size(); ++row) {
      slope[row] = 1 - covered[row] / static_cast<double>(model.excessBytes[row]);
      if (value[row] == 0 && slope[row] < 0)
        slope[row] = 0;
      alongOld += slope[row] * step[row];
      oldNorm += step[row] * step[row];
    }
    // A step that turns back on the one before would zigzag: take that part out.
    const double keep = alongOld < 0 ? -1.5 * alongOld / oldNorm : 0;
    double norm = 0;
    for (size_t row = 0; row < value.size(); ++row) {
      step[row] = slope[row] + keep * step[row];
      norm += step[row] * step[row];
    }
    if (norm == 0)
      return false;
    for (size_t row = 0; row < value.size(); ++row)
      value[row] = std::max(0.0, value[row] + rise / norm * step[row]);
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
  const std::vector<double> &prices = result.prices;
  // Prices of 36 bits times sums of 2^20 rows of 63 bits fit into 128 bits; so does the sum of all
  // costs, shifted to 120 bits at most. Prices that are higher than the least shift allows prove
  // that nothing covers the rows; they are cut.
  constexpr int priceBits = 36, costBits = 120, leastShift = -64, largestShift = 100;
  double costSum = static_cast<double>(model.scaledBaseCost) + 1;
  for (const GapModel::Option &option : model.options)
    costSum += static_cast<double>(option.scaledCost);
  const int mostShift = std::min(largestShift, costBits - std::ilogb(costSum));
  const double highest = prices.empty() ? 0 : *llvm::max_element(prices);
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
  __int128 bound = 0;
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

PricedBound boundByPrices(const GapModel &model, unsigned passes,
                          const std::vector<double> &startPrices) {
  PricedBound result;
  result.openShares.resize(model.options.size());
  const ByteOrder order(model);
  if (!model.excessBytes.empty()) {
    PriceSearch search(model, order);
    result.prices = search.search(passes, startPrices);
    result.openShares = search.openShares();
  }
  proveBound(model, order, result);
  return result;
}

} // namespace rematplan
