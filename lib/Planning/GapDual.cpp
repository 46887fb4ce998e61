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

/// Rows and gaps in the order of their bytes, so that one sweep tells which rows a gap could fill
/// alone.
struct ByteOrder {
  std::vector<uint32_t> rows;
  std::vector<uint32_t> gaps;

  explicit ByteOrder(const GapModel &model)
      : rows(model.excessBytes.size()), gaps(model.gaps.size()) {
    std::iota(rows.begin(), rows.end(), 0);
    std::iota(gaps.begin(), gaps.end(), 0);
    llvm::stable_sort(
        rows, [&](uint32_t a, uint32_t b) { return model.excessBytes[a] < model.excessBytes[b]; });
    llvm::stable_sort(
        gaps, [&](uint32_t a, uint32_t b) { return model.gaps[a].bytes < model.gaps[b].bytes; });
  }
};

/// What the rows would pay for each gap, by gap: sum over its rows of price × min(bytes, excess).
template <typename Number>
void offers(const GapModel &model, const ByteOrder &order, const std::vector<Number> &prices,
            std::vector<Number> &result) {
  const size_t rows = prices.size();
  std::vector<Number> pricesBefore(rows + 1);
  for (size_t row = 0; row < rows; ++row)
    pricesBefore[row + 1] = pricesBefore[row] + prices[row];
  // Of the rows that the current gap fills alone.
  PrefixSums<Number> filledPrices(rows), filledValues(rows);
  size_t filled = 0;
  for (uint32_t id : order.gaps) {
    const GapModel::Gap &gap = model.gaps[id];
    for (; filled < rows && model.excessBytes[order.rows[filled]] <= gap.bytes; ++filled) {
      const uint32_t row = order.rows[filled];
      if (prices[row] == 0)
        continue;
      filledPrices.add(row, prices[row]);
      filledValues.add(row, prices[row] * Number(model.excessBytes[row]));
    }
    const Number partly = pricesBefore[gap.endRow] - pricesBefore[gap.beginRow] -
                          filledPrices.between(gap.beginRow, gap.endRow);
    result[id] = filledValues.between(gap.beginRow, gap.endRow) + partly * Number(gap.bytes);
    if (gap.reuseBytes > 0)
      result[id] +=
          prices[gap.reuseRow] * Number(std::min(gap.reuseBytes, model.excessBytes[gap.reuseRow]));
  }
}

/// Bytes that the open gaps free at each row, each no more than the row needs.
void coverage(const GapModel &model, const ByteOrder &order, const std::vector<bool> &isOpen,
              std::vector<double> &result) {
  const size_t rows = model.excessBytes.size();
  std::vector<double> opened(rows + 1);
  for (size_t id = 0; id < model.gaps.size(); ++id)
    if (isOpen[id]) {
      opened[model.gaps[id].beginRow] += 1;
      opened[model.gaps[id].endRow] -= 1;
    }
  for (size_t row = 0; row < rows; ++row)
    opened[row + 1] += opened[row];
  // Of the open gaps that are smaller than the current row's excess.
  PrefixSums<double> smallBytes(rows + 1), smallCount(rows + 1);
  size_t next = 0;
  for (uint32_t row : order.rows) {
    const double excess = static_cast<double>(model.excessBytes[row]);
    for (; next < order.gaps.size() && model.gaps[order.gaps[next]].bytes < model.excessBytes[row];
         ++next) {
      if (!isOpen[order.gaps[next]])
        continue;
      const GapModel::Gap &gap = model.gaps[order.gaps[next]];
      smallBytes.add(gap.beginRow, static_cast<double>(gap.bytes));
      smallBytes.add(gap.endRow, -static_cast<double>(gap.bytes));
      smallCount.add(gap.beginRow, 1);
      smallCount.add(gap.endRow, -1);
    }
    result[row] = smallBytes.before(row + 1) + excess * (opened[row] - smallCount.before(row + 1));
  }
  for (size_t id = 0; id < model.gaps.size(); ++id)
    if (const GapModel::Gap &gap = model.gaps[id]; isOpen[id] && gap.reuseBytes > 0)
      result[gap.reuseRow] +=
          static_cast<double>(std::min(gap.reuseBytes, model.excessBytes[gap.reuseRow]));
}

/// Looks for prices with a high bound, in floating point.
class PriceSearch {
public:
  PriceSearch(const GapModel &model, const ByteOrder &order)
      : model(model), order(order), offered(model.gaps.size()), isOpen(model.gaps.size()),
        covered(model.excessBytes.size()), costs(model.gaps.size()) {
    for (size_t id = 0; id < costs.size(); ++id)
      costs[id] = static_cast<double>(model.gaps[id].scaledCost) / GapModel::costScale;
  }

  std::vector<double> search(unsigned passes) {
    const size_t rows = model.excessBytes.size();
    // Prices are moved in units in which every row has the same excess.
    std::vector<double> value = startValues(), step(rows), best = value;
    double bestBound = evaluate(value);
    double aim = std::max(0.3 * bestBound, 1e-3 * costSum());
    unsigned idle = 0;
    for (unsigned pass = 0; pass < passes; ++pass) {
      const double bound = pass == 0 ? bestBound : evaluate(value);
      if (bound > bestBound) {
        idle = bound > bestBound + 0.05 * aim ? 0 : idle + 1;
        bestBound = bound;
        best = value;
      } else {
        ++idle;
      }
      if (idle >= patience) {
        aim *= 0.5;
        idle = 0;
        value = best;
        std::fill(step.begin(), step.end(), 0.0);
        evaluate(value);
      }
      if (!advance(value, step, bestBound + aim - bound))
        break;
    }
    for (size_t row = 0; row < rows; ++row)
      best[row] /= static_cast<double>(model.excessBytes[row]);
    return best;
  }

private:
  static constexpr unsigned patience = 12;

  double costSum() const { return std::accumulate(costs.begin(), costs.end(), 0.0); }

  /// The row with the most excess alone, at the price where the gaps that are worth it fill it.
  std::vector<double> startValues() const {
    std::vector<double> value(model.excessBytes.size());
    const uint32_t row = order.rows.back();
    const double excess = static_cast<double>(model.excessBytes[row]);
    std::vector<std::pair<double, double>> priceAndShare;
    for (size_t id = 0; id < model.gaps.size(); ++id) {
      const GapModel::Gap &gap = model.gaps[id];
      double share = 0;
      if (gap.beginRow <= row && row < gap.endRow)
        share = std::min(1.0, static_cast<double>(gap.bytes) / excess);
      else if (gap.reuseBytes > 0 && gap.reuseRow == row)
        share = std::min(1.0, static_cast<double>(gap.reuseBytes) / excess);
      if (share > 0)
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
    for (size_t id = 0; id < offered.size(); ++id) {
      isOpen[id] = model.gaps[id].forced || offered[id] > costs[id];
      if (isOpen[id])
        bound -= offered[id] - costs[id];
    }
    coverage(model, order, isOpen, covered);
    return bound;
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
  std::vector<bool> isOpen;
  std::vector<double> covered;
  std::vector<double> costs;
};

/// The bound that the prices prove, in integers: the prices are rounded down to multiples of
/// 2^-shift / costScale first.
int64_t provenBound(const GapModel &model, const ByteOrder &order,
                    const std::vector<double> &prices) {
  // Prices of 36 bits times sums of 2^20 rows of 63 bits fit into 128 bits, and so do costs of 73
  // bits times 2^44.
  const double highest = prices.empty() ? 0 : *llvm::max_element(prices);
  const int shift = highest > 0 ? std::min(44, 36 - std::ilogb(highest * GapModel::costScale)) : 0;
  std::vector<__int128> rounded(prices.size());
  for (size_t row = 0; row < prices.size(); ++row)
    rounded[row] = static_cast<int64_t>(std::ldexp(prices[row] * GapModel::costScale, shift));

  std::vector<__int128> offered(model.gaps.size());
  offers(model, order, rounded, offered);
  __int128 bound = 0;
  for (size_t row = 0; row < prices.size(); ++row)
    bound += rounded[row] * model.excessBytes[row];
  for (size_t id = 0; id < offered.size(); ++id) {
    const __int128 cost =
        shift >= 0 ? model.gaps[id].scaledCost << shift : model.gaps[id].scaledCost >> -shift;
    if (model.gaps[id].forced || offered[id] > cost)
      bound -= offered[id] - cost;
  }
  if (bound <= 0)
    return 0;
  // A schedule's extra cost is a whole number. Where no schedule covers the rows, prices can prove
  // any number.
  constexpr __int128 largest = std::numeric_limits<int64_t>::max() / 2;
  const int unitBits = shift + static_cast<int>(llvm::Log2_64(GapModel::costScale));
  if (unitBits <= 0)
    return static_cast<int64_t>(std::min(bound, largest >> -unitBits) << -unitBits);
  return static_cast<int64_t>(
      std::min((bound + ((__int128(1) << unitBits) - 1)) >> unitBits, largest));
}

} // namespace

int64_t boundByPrices(const GapModel &model, unsigned passes) {
  if (model.gaps.empty())
    return 0;
  const ByteOrder order(model);
  std::vector<double> prices;
  if (!model.excessBytes.empty())
    prices = PriceSearch(model, order).search(passes);
  return provenBound(model, order, prices);
}

} // namespace rematplan
