//===- GapBranching.cpp - Sharper bounds by cases -------------------------===//
#include "GapBranching.h"
#include "GapOffers.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <queue>

namespace rematplan {

namespace {

constexpr unsigned passesPerCase = 40;

struct Case {
  GapModel model;
  PricedBound priced;
  /// The bound, no less than that of the case that this one comes from.
  int64_t bound;
  /// Cases are numbered, so that the order in which they are looked at is always the same.
  size_t number;
};

/// Removes the rows that ask for nothing any more.
void dropFilledRows(GapModel &model, std::vector<double> &prices) {
  std::vector<uint32_t> rowsBefore(model.excessBytes.size() + 1);
  uint32_t rows = 0;
  for (size_t row = 0; row < model.excessBytes.size(); ++row) {
    rowsBefore[row] = rows;
    if (model.excessBytes[row] <= 0)
      continue;
    model.excessBytes[rows] = model.excessBytes[row];
    model.rowOps[rows] = model.rowOps[row];
    prices[rows] = prices[row];
    ++rows;
  }
  rowsBefore[model.excessBytes.size()] = rows;
  model.excessBytes.resize(rows);
  model.rowOps.resize(rows);
  prices.resize(rows);
  if (model.pivotRow != GapModel::noRow)
    model.pivotRow = rowsBefore[model.pivotRow] == rowsBefore[model.pivotRow + 1]
                         ? GapModel::noRow
                         : rowsBefore[model.pivotRow];
  for (GapModel::Option &option : model.options)
    if (option.endRow != GapModel::Option().endRow)
      option.endRow = rowsBefore[option.endRow];
  for (GapModel::Gap &gap : model.gaps) {
    if (gap.reuseBytes > 0 && rowsBefore[gap.reuseRow] == rowsBefore[gap.reuseRow + 1])
      gap.reuseBytes = 0;
    gap.reuseRow = rowsBefore[gap.reuseRow];
    gap.beginRow = rowsBefore[gap.beginRow];
    gap.endRow = rowsBefore[gap.endRow];
  }
}

/// Says that the gap is open: its cheapest option is paid and frees its bytes. What is left of the
/// gap is what better options add to that.
void open(GapModel &model, uint32_t id, std::vector<double> &prices) {
  GapModel::Gap &gap = model.gaps[id];
  const GapModel::Option least = model.options[gap.beginOption];
  model.scaledBaseCost += least.scaledCost;
  for (uint32_t row = gap.beginRow; row < gap.endRow; ++row)
    model.excessBytes[row] -= least.bytes;
  if (gap.reuseBytes > 0)
    model.excessBytes[gap.reuseRow] -= gap.reuseBytes;
  gap.reuseBytes = 0;
  gap.forced = false;
  ++gap.beginOption;
  for (uint32_t option = gap.beginOption; option < gap.endOption; ++option) {
    model.options[option].bytes -= least.bytes;
    model.options[option].scaledCost -= least.scaledCost;
  }
  dropFilledRows(model, prices);
}

/// Says that the gap is open in this way and in no other.
void openAs(GapModel &model, uint32_t id, uint32_t chosen, std::vector<double> &prices) {
  GapModel::Gap &gap = model.gaps[id];
  const GapModel::Option option = model.options[chosen];
  model.scaledBaseCost += option.scaledCost;
  for (uint32_t row = gap.beginRow; row < std::min(gap.endRow, option.endRow); ++row)
    if (!option.skipsPivot || row != model.pivotRow)
      model.excessBytes[row] -= option.bytes;
  if (gap.reuseBytes > 0)
    model.excessBytes[gap.reuseRow] -= gap.reuseBytes;
  gap.reuseBytes = 0;
  gap.forced = false;
  gap.endOption = gap.beginOption;
  for (GapModel::Chain &chain : model.chains) {
    if (chain.last == id)
      chain.conditions -= metByLast(option, chain);
    if (metByMember(option) && llvm::is_contained(chain.members, id)) {
      llvm::erase(chain.members, id);
      --chain.conditions;
    }
  }
  dropFilledRows(model, prices);
}

/// Says that the gap is not open in this way.
void forbid(GapModel &model, uint32_t id, uint32_t option) {
  GapModel::Gap &gap = model.gaps[id];
  std::move(model.options.begin() + option + 1, model.options.begin() + gap.endOption,
            model.options.begin() + option);
  --gap.endOption;
  if (gap.beginOption == gap.endOption)
    gap.reuseBytes = 0;
}

/// What a case is split by: the way, or none to tell whether the gap is open at all.
struct Question {
  uint32_t gap = noGap;
  uint32_t option = noOption;
};

class Branching {
public:
  Branching(int64_t unit, uint64_t work, BoundProof *proof)
      : unit(unit), work(work), proof(proof) {}

  int64_t bound(const GapModel &model, const PricedBound &root) {
    cases.push_back({model, root, roundUpTo(unit, root.bound), 0});
    note(cases.back());
    while (true) {
      // The case with the least bound limits the whole.
      const Case &least = cases.front();
      const Question question = questionFor(least);
      if (question.gap == noGap || spent + 2 * passesPerCase * least.model.size() > work)
        return least.bound;
      std::pop_heap(cases.begin(), cases.end(), isLater);
      const Case parent = std::move(cases.back());
      cases.pop_back();
      split(parent, question);
    }
  }

private:
  static bool isLater(const Case &a, const Case &b) {
    return std::pair(a.bound, a.number) > std::pair(b.bound, b.number);
  }

  /// The gap about which prices are undecided, and that costs most. Where they are not undecided
  /// about any, the one that costs most: they may not have come to rest yet.
  static Question questionFor(const Case &it) {
    Question best;
    std::pair<double, double> bestDoubt{0, -1};
    for (uint32_t id = 0; id < it.model.gaps.size(); ++id) {
      const GapModel::Gap &gap = it.model.gaps[id];
      if ((gap.forced && !gap.inChain) || gap.beginOption == gap.endOption)
        continue;
      double sum = 0;
      uint32_t likeliest = gap.beginOption;
      for (uint32_t option = gap.beginOption; option < gap.endOption; ++option) {
        sum += it.priced.openShares[option];
        if (it.priced.openShares[option] > it.priced.openShares[likeliest])
          likeliest = option;
      }
      const double share = gap.inChain ? it.priced.openShares[likeliest] : sum;
      const double cost = static_cast<double>(it.model.options[gap.beginOption].scaledCost);
      const std::pair<double, double> doubt{std::min(share, 1 - share) * cost, cost};
      if (doubt > bestDoubt) {
        best = {id, gap.inChain ? likeliest : noOption};
        bestDoubt = doubt;
      }
    }
    return best;
  }

  /// Cases are numbered as the nodes of the proof are.
  void note(const Case &it) {
    if (!proof)
      return;
    ProofNode node;
    // Prices that are cut off at a negative shift prove nothing that others could check.
    node.shift = std::max(0, it.priced.shift);
    if (it.priced.shift >= 0)
      for (size_t row = 0; row < it.priced.integerPrices.size(); ++row)
        if (it.priced.integerPrices[row] > 0)
          node.prices.push_back({it.model.rowOps[row], it.priced.integerPrices[row]});
    if (it.priced.shift >= 0)
      for (uint32_t id = 0; id < it.priced.integerChainPrices.size(); ++id)
        if (it.priced.integerChainPrices[id] > 0)
          node.chainPrices.push_back({id, it.priced.integerChainPrices[id]});
    proof->nodes.push_back(std::move(node));
  }

  void split(const Case &parent, Question question) {
    const GapModel::Gap &gap = parent.model.gaps[question.gap];
    if (proof) {
      ProofNode &node = proof->nodes[parent.number];
      node.gap = gap.place;
      if (question.option != noOption)
        node.way = question.option - gap.beginOption;
      node.closed = added + 1;
      node.open = added + 2;
    }
    GapModel closed = parent.model, opened = parent.model;
    GapPrices prices = parent.priced.prices;
    if (question.option != noOption) {
      forbid(closed, question.gap, question.option);
      openAs(opened, question.gap, question.option, prices.rows);
    } else {
      closed.gaps[question.gap].endOption = gap.beginOption;
      closed.gaps[question.gap].reuseBytes = 0;
      open(opened, question.gap, prices.rows);
    }
    add(parent, std::move(closed), parent.priced.prices);
    add(parent, std::move(opened), prices);
  }

  void add(const Case &parent, GapModel model, const GapPrices &prices) {
    PricedBound priced = boundByPrices(model, passesPerCase, prices);
    spent += passesPerCase * model.size();
    const int64_t bound = std::max(parent.bound, roundUpTo(unit, priced.bound));
    cases.push_back({std::move(model), std::move(priced), bound, ++added});
    note(cases.back());
    std::push_heap(cases.begin(), cases.end(), isLater);
  }

  const int64_t unit;
  const uint64_t work;
  BoundProof *const proof;
  uint64_t spent = 0;
  size_t added = 0;
  /// A heap, the least bound first.
  std::vector<Case> cases;
};

} // namespace

int64_t roundUpTo(int64_t unit, int64_t bound) {
  return bound <= 0 ? 0 : ((bound - 1) / unit + 1) * unit;
}

int64_t boundByBranching(const GapModel &model, const PricedBound &root, int64_t unit,
                         uint64_t work, BoundProof *proof) {
  return Branching(unit, work, proof).bound(model, root);
}

} // namespace rematplan
