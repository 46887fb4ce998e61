//===- GapOffers.h - What rows pay for gaps at given prices -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPOFFERS_H
#define REMAT_LIB_PLANNING_GAPOFFERS_H

#include "GapModel.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

namespace rematplan {

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

/// Whether the option counts one row less than the others.
inline bool skipsARow(const GapModel &model, uint32_t option) {
  return model.options[option].skipsPivot && model.pivotRow != GapModel::noRow;
}

/// Adds what the rows of later runs pay.
template <typename Number>
void addRerunOffers(const GapModel &model, const std::vector<Number> &prices,
                    std::vector<Number> &result) {
  for (size_t id = 0; id < model.reruns.size(); ++id) {
    const size_t row = model.rowOps.size() + id;
    if (prices[row] == 0)
      continue;
    for (const GapModel::Rerun::Cover &cover : model.reruns[id].covers)
      for (uint32_t option = model.gaps[cover.gap].beginOption;
           option < model.gaps[cover.gap].endOption; ++option)
        result[option] +=
            prices[row] *
            Number(std::min(model.options[option].bytes + cover.roomBytes, model.excessBytes[row]));
  }
}

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
    const uint32_t endRow = std::min(gap.endRow, model.options[id].endRow);
    const Number partly = pricesBefore[endRow] - pricesBefore[gap.beginRow] -
                          filledPrices.between(gap.beginRow, endRow);
    result[id] = filledValues.between(gap.beginRow, endRow) + partly * Number(bytes);
    if (skipsARow(model, id))
      result[id] -=
          prices[model.pivotRow] * Number(std::min(bytes, model.excessBytes[model.pivotRow]));
    if (gap.reuseBytes > 0)
      result[id] +=
          prices[gap.reuseRow] * Number(std::min(gap.reuseBytes, model.excessBytes[gap.reuseRow]));
  }
  addRerunOffers(model, prices, result);
}

/// The option of each gap that gains most, or `noOption` where none gains anything; and the sum of
/// the gains.
inline constexpr uint32_t noOption = ~uint32_t(0);
template <typename Number>
Number bestChoice(const GapModel &model, const std::vector<Number> &offered,
                  const std::vector<Number> &costs, std::vector<uint32_t> &chosen) {
  Number sum = 0;
  for (size_t id = 0; id < model.gaps.size(); ++id) {
    const GapModel::Gap &gap = model.gaps[id];
    uint32_t best = gap.forced ? gap.beginOption : noOption;
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
inline void coverage(const GapModel &model, const ByteOrder &order,
                     const std::vector<uint32_t> &chosen, std::vector<double> &result) {
  const size_t rows = model.excessBytes.size();
  std::vector<double> opened(rows + 1);
  for (size_t id = 0; id < model.gaps.size(); ++id)
    if (chosen[id] != noOption) {
      opened[model.gaps[id].beginRow] += 1;
      opened[std::min(model.gaps[id].endRow, model.options[chosen[id]].endRow)] -= 1;
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
      const uint32_t endRow = std::min(gap.endRow, model.options[option].endRow);
      smallBytes.add(endRow, -bytes);
      smallCount.add(gap.beginRow, 1);
      smallCount.add(endRow, -1);
    }
    result[row] = smallBytes.before(row + 1) + excess * (opened[row] - smallCount.before(row + 1));
  }
  for (size_t id = 0; id < model.gaps.size(); ++id) {
    if (chosen[id] == noOption)
      continue;
    const GapModel::Gap &gap = model.gaps[id];
    if (gap.reuseBytes > 0)
      result[gap.reuseRow] +=
          static_cast<double>(std::min(gap.reuseBytes, model.excessBytes[gap.reuseRow]));
    if (skipsARow(model, chosen[id]))
      result[model.pivotRow] -= static_cast<double>(
          std::min(model.options[chosen[id]].bytes, model.excessBytes[model.pivotRow]));
  }
  for (size_t id = 0; id < model.reruns.size(); ++id) {
    const size_t row = model.rowOps.size() + id;
    for (const GapModel::Rerun::Cover &cover : model.reruns[id].covers)
      if (chosen[cover.gap] != noOption)
        result[row] += static_cast<double>(std::min(
            model.options[chosen[cover.gap]].bytes + cover.roomBytes, model.excessBytes[row]));
  }
}

/// For chains that prove nothing.
inline constexpr uint32_t noGap = ~uint32_t(0);

/// Which conditions of a chain the option of its gap meets: of a member, and of the last gap.
inline uint32_t metByMember(const GapModel::Option &option) { return option.skipsPivot ? 0 : 1; }
inline uint32_t metByLast(const GapModel::Option &option, const GapModel::Chain &chain) {
  return metByMember(option) + (option.endOp > chain.endOp ? 1 : 0);
}

/// Takes from what is offered for each option the prices of the chains whose conditions it meets.
template <typename Number>
void chargeChains(const GapModel &model, const std::vector<Number> &chainPrices,
                  std::vector<Number> &offered) {
  std::vector<Number> atPivot(model.gaps.size());
  for (size_t id = 0; id < model.chains.size(); ++id) {
    const GapModel::Chain &chain = model.chains[id];
    const Number price = chainPrices[id];
    if (price == 0)
      continue;
    for (uint32_t member : chain.members)
      atPivot[member] += price;
    const GapModel::Gap &last = model.gaps[chain.last];
    for (uint32_t option = last.beginOption; option < last.endOption; ++option)
      offered[option] -= price * Number(metByLast(model.options[option], chain));
  }
  for (size_t id = 0; id < model.gaps.size(); ++id)
    if (atPivot[id] != 0)
      for (uint32_t option = model.gaps[id].beginOption; option < model.gaps[id].endOption;
           ++option)
        offered[option] -= atPivot[id] * Number(metByMember(model.options[option]));
}

/// How many conditions of the chain the chosen options meet.
inline uint32_t conditionsMet(const GapModel &model, const GapModel::Chain &chain,
                              const std::vector<uint32_t> &chosen) {
  if (chain.last == noGap)
    return 0;
  uint32_t met = 0;
  for (uint32_t member : chain.members)
    if (chosen[member] != noOption)
      met += metByMember(model.options[chosen[member]]);
  if (chosen[chain.last] != noOption)
    met += metByLast(model.options[chosen[chain.last]], chain);
  return met;
}

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPOFFERS_H
