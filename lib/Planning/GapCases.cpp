//===- GapCases.cpp - Models in which gaps are said to be open or closed --===//
#include "GapCases.h"
#include "GapOffers.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace rematplan {

namespace {

/// The first row of an op that is not before this one.
uint32_t rowFrom(const GapModel &model, OpId op) {
  return static_cast<uint32_t>(llvm::lower_bound(model.rowOps, op) - model.rowOps.begin());
}

/// Removes the rows that ask for nothing any more.
void dropFilledRows(GapModel &model) {
  std::vector<uint32_t> rowsBefore(model.excessBytes.size() + 1);
  const size_t opRows = model.rowOps.size();
  uint32_t rows = 0, opsLeft = 0, rerunsLeft = 0;
  for (size_t row = 0; row < model.excessBytes.size(); ++row) {
    rowsBefore[row] = rows;
    if (model.excessBytes[row] <= 0)
      continue;
    model.excessBytes[rows] = model.excessBytes[row];
    if (row < opRows)
      model.rowOps[opsLeft++] = model.rowOps[row];
    else if (uint32_t id = rerunsLeft++; id != row - opRows)
      model.reruns[id] = std::move(model.reruns[row - opRows]);
    ++rows;
  }
  rowsBefore[model.excessBytes.size()] = rows;
  model.excessBytes.resize(rows);
  model.rowOps.resize(opsLeft);
  model.reruns.resize(rerunsLeft);
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
void open(GapModel &model, uint32_t id) {
  GapModel::Gap &gap = model.gaps[id];
  const GapModel::Option least = model.options[gap.beginOption];
  model.scaledBaseCost += least.scaledCost;
  for (uint32_t row = gap.beginRow; row < gap.endRow; ++row)
    model.excessBytes[row] -= least.bytes;
  for (size_t rerun = 0; rerun < model.reruns.size(); ++rerun)
    for (GapModel::Rerun::Cover &cover : model.reruns[rerun].covers)
      if (cover.gap == id) {
        model.excessBytes[model.rowOps.size() + rerun] -= least.bytes + cover.roomBytes;
        cover.roomBytes = 0;
      }
  gap.isOpen = true;
  gap.openBytes += least.bytes;
  if (gap.reuseBytes > 0)
    model.excessBytes[gap.reuseRow] -= gap.reuseBytes;
  gap.reuseBytes = 0;
  gap.forced = false;
  ++gap.beginOption;
  for (uint32_t option = gap.beginOption; option < gap.endOption; ++option) {
    model.options[option].bytes -= least.bytes;
    model.options[option].scaledCost -= least.scaledCost;
  }
}

/// Says that the storage of the gap, if that is open, is made again for good in one of the windows.
void narrow(GapModel &model, uint32_t id, const GapReruns::Windows &windows) {
  GapModel::Gap &gap = model.gaps[id];
  gap.first = windows.first;
  gap.last = windows.last;
  gap.endRow = std::min(gap.endRow, rowFrom(model, windows.last));
  for (GapModel::Rerun &rerun : model.reruns)
    if (gap.last < rerun.first)
      llvm::erase_if(rerun.covers, [&](const auto &cover) { return cover.gap == id; });
}

/// Says that the gap is open in this way and in no other.
void openAs(GapModel &model, uint32_t id, uint32_t chosen) {
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

/// Removes the options of gaps that are closed, or that no row asks for. Gaps keep their positions.
void dropIdleOptions(GapModel &model) {
  std::vector<bool> covers(model.gaps.size());
  for (const GapModel::Rerun &rerun : model.reruns)
    for (const GapModel::Rerun::Cover &cover : rerun.covers)
      covers[cover.gap] = true;
  std::vector<GapModel::Option> options;
  for (uint32_t id = 0; id < model.gaps.size(); ++id) {
    GapModel::Gap &gap = model.gaps[id];
    const auto begin = model.options.begin() + gap.beginOption;
    const auto end = model.options.begin() + gap.endOption;
    gap.beginOption = static_cast<uint32_t>(options.size());
    if (gap.beginRow < gap.endRow || gap.reuseBytes > 0 || gap.forced || gap.inChain || covers[id])
      options.insert(options.end(), begin, end);
    gap.endOption = static_cast<uint32_t>(options.size());
  }
  for (const GapModel::Option &option : model.options)
    model.scaledIdleCost += option.scaledCost;
  for (const GapModel::Option &option : options)
    model.scaledIdleCost -= option.scaledCost;
  model.options = std::move(options);
}

} // namespace

GapModel modelOfCase(const GapModel &whole, const std::vector<GapDecision> &decisions,
                     const GapReruns *reruns) {
  GapModel model = whole;
  for (const GapDecision &decision : decisions) {
    GapModel::Gap &gap = model.gaps[decision.gap];
    switch (decision.kind) {
    case GapDecision::Closed:
      gap.endOption = gap.beginOption;
      gap.reuseBytes = 0;
      break;
    case GapDecision::Open: {
      const bool isFirst = !gap.isOpen;
      if (isFirst)
        narrow(model, decision.gap, decision.windows);
      open(model, decision.gap);
      if (isFirst && decision.windows.isTight)
        reruns->addRows(model, decision.gap, decision.windows);
      break;
    }
    case GapDecision::OpenAs:
      openAs(model, decision.gap, gap.beginOption + decision.way);
      break;
    case GapDecision::NotOpenAs:
      forbid(model, decision.gap, gap.beginOption + decision.way);
      break;
    }
  }
  dropFilledRows(model);
  dropIdleOptions(model);
  return model;
}

GapPrices pricesForCase(const GapModel &model, const GapModel &from, const GapPrices &prices) {
  GapPrices result;
  result.rows.resize(model.excessBytes.size());
  result.chains = prices.chains;
  size_t old = 0;
  for (size_t row = 0; row < model.rowOps.size(); ++row) {
    while (old < from.rowOps.size() && from.rowOps[old] < model.rowOps[row])
      ++old;
    if (old < from.rowOps.size() && from.rowOps[old] == model.rowOps[row])
      result.rows[row] = prices.rows[old];
  }
  for (size_t id = 0; id < model.reruns.size(); ++id)
    for (size_t other = 0; other < from.reruns.size(); ++other)
      if (model.reruns[id].places == from.reruns[other].places &&
          model.reruns[id].first == from.reruns[other].first)
        result.rows[model.rowOps.size() + id] = prices.rows[from.rowOps.size() + other];
  return result;
}

} // namespace rematplan
