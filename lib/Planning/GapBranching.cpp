//===- GapBranching.cpp - Sharper bounds by cases -------------------------===//
#include "GapBranching.h"
#include "GapCases.h"
#include "GapOffers.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <queue>

namespace rematplan {

namespace {

constexpr unsigned passesPerCase = 40;
/// Where there is time for many cases.
constexpr unsigned passesOfManyCases = 30;

struct Case {
  GapModel model;
  PricedBound priced;
  /// The bound, no less than that of the case that this one comes from.
  int64_t bound;
  /// Cases are numbered, so that the order in which they are looked at is always the same.
  size_t number;
  /// Its node of the proof.
  size_t node;
  std::vector<GapDecision> decisions;
};

/// What a case is split by: the way, or none to tell whether the gap is open at all.
struct Question {
  uint32_t gap = noGap;
  uint32_t option = noOption;
  /// When the storage of the gap, which is open, is made again.
  bool isReturn = false;
};

class Branching {
public:
  Branching(int64_t unit, uint64_t work, const GapReruns *reruns, BoundProof *proof)
      : unit(unit), work(work), reruns(reruns), proof(proof) {}

  int64_t bound(const GapModel &model, const PricedBound &root) {
    whole = model;
    constexpr uint64_t manyCases = 20;
    if (hasWorkForCases(model, work / manyCases))
      passes = passesOfManyCases;
    cases.push_back({whole, root, roundUpTo(unit, root.bound), 0, newNode(), {}});
    cases.back().priced.openShares.resize(whole.options.size());
    note(cases.back());
    while (true) {
      // The case with the least bound limits the whole.
      const Case &least = cases.front();
      const Question question = questionFor(least);
      if (question.gap == noGap || spent + 2 * passes * least.model.size() > work)
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
  Question questionFor(const Case &it) const {
    if (const uint32_t gap = gapToNarrow(it); gap != noGap)
      return {gap, noOption, true};
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

  /// An open gap whose storage cannot be made again as late as it may be, as far as other gaps are
  /// open.
  uint32_t gapToNarrow(const Case &it) const {
    if (!reruns)
      return noGap;
    for (const GapDecision &decision : it.decisions)
      if (decision.kind == GapDecision::Open && !decision.windows.isTight &&
          decision.windows.first != 0 &&
          reruns->isOver(it.model, decision.gap, it.model.gaps[decision.gap].last,
                         it.priced.openShares))
        return decision.gap;
    return noGap;
  }

  size_t newNode() {
    if (!proof)
      return 0;
    proof->nodes.emplace_back();
    return proof->nodes.size() - 1;
  }

  void note(const Case &it) {
    if (!proof)
      return;
    ProofNode &node = proof->nodes[it.node];
    // Prices that are cut off at a negative shift prove nothing that others could check.
    node.shift = std::max(0, it.priced.shift);
    if (it.priced.shift >= 0)
      notePrices(it, node);
    if (it.priced.shift >= 0)
      for (uint32_t id = 0; id < it.priced.integerChainPrices.size(); ++id)
        if (it.priced.integerChainPrices[id] > 0)
          node.chainPrices.push_back({id, it.priced.integerChainPrices[id]});
  }

  static void notePrices(const Case &it, ProofNode &node) {
    const GapModel &model = it.model;
    for (size_t row = 0; row < it.priced.integerPrices.size(); ++row) {
      const int64_t price = it.priced.integerPrices[row];
      if (price == 0)
        continue;
      if (row < model.rowOps.size()) {
        node.prices.push_back({model.rowOps[row], price});
        continue;
      }
      const GapModel::Rerun &rerun = model.reruns[row - model.rowOps.size()];
      node.reruns.push_back({rerun.places, rerun.first, rerun.last, price});
    }
  }

  void split(const Case &parent, Question question) {
    if (question.isReturn)
      return splitOpen(parent, question.gap);
    const GapModel::Gap &gap = parent.model.gaps[question.gap];
    const size_t closedNode = newNode(), openNode = newNode();
    if (proof) {
      ProofNode &node = proof->nodes[parent.node];
      node.gap = gap.place;
      if (question.option != noOption)
        node.way = question.option - gap.beginOption;
      node.closed = closedNode;
      node.open = openNode;
    }
    if (question.option != noOption) {
      add(parent, {GapDecision::NotOpenAs, question.gap, question.option - gap.beginOption, {}},
          closedNode);
      add(parent, {GapDecision::OpenAs, question.gap, question.option - gap.beginOption, {}},
          openNode);
      return;
    }
    add(parent, {GapDecision::Closed, question.gap, 0, {}}, closedNode);
    addOpen(parent, question.gap, openNode);
  }

  /// The cases in which the gap is open, by when its storage is made again.
  void addOpen(const Case &parent, uint32_t id, size_t node) {
    const GapModel::Gap &gap = parent.model.gaps[id];
    llvm::SmallVector<GapReruns::Windows, 4> parts{{gap.begin + 1, gap.last, false}};
    if (gap.isOpen)
      parts = {GapReruns::Windows{0, 0, false}};
    else if (reruns)
      parts = reruns->split(parent.model, id, parent.priced.openShares);
    for (const GapReruns::Windows &windows : parts) {
      size_t caseNode = node;
      if (windows.first > gap.begin + 1) {
        caseNode = newNode();
        node = splitByReturn(node, gap.place, windows.first - 1, caseNode);
      }
      add(parent, {GapDecision::Open, id, 0, windows}, caseNode);
    }
  }

  /// The cases of a gap that is known to be open.
  void splitOpen(const Case &parent, uint32_t id) {
    const GapModel::Gap &gap = parent.model.gaps[id];
    size_t node = parent.node;
    for (const GapReruns::Windows &windows :
         reruns->split(parent.model, id, parent.priced.openShares)) {
      size_t caseNode = node;
      if (windows.first > gap.begin + 1) {
        caseNode = newNode();
        node = splitByReturn(node, gap.place, windows.first - 1, caseNode);
      }
      std::vector<GapDecision> decisions = parent.decisions;
      llvm::find_if(decisions, [&](const GapDecision &decision) {
        return decision.kind == GapDecision::Open && decision.gap == id;
      })->windows = windows;
      add(parent, std::move(decisions), caseNode);
    }
  }

  /// Tells apart whether the storage of the open gap is back when `op` runs first. Returns the node
  /// of the case that it is.
  size_t splitByReturn(size_t at, uint32_t place, OpId op, size_t later) {
    const size_t earlier = newNode();
    if (!proof)
      return 0;
    ProofNode &node = proof->nodes[at];
    node.gap = place;
    node.back = op;
    node.closed = earlier;
    node.open = later;
    return earlier;
  }

  void add(const Case &parent, const GapDecision &decision, size_t node) {
    std::vector<GapDecision> decisions = parent.decisions;
    decisions.push_back(decision);
    add(parent, std::move(decisions), node);
  }

  void add(const Case &parent, std::vector<GapDecision> decisions, size_t node) {
    GapModel model = modelOfCase(whole, decisions, reruns);
    PricedBound priced =
        boundByPrices(model, passes, pricesForCase(model, parent.model, parent.priced.prices));
    spent += passes * model.size();
    const int64_t bound = std::max(parent.bound, roundUpTo(unit, priced.bound));
    cases.push_back(
        {std::move(model), std::move(priced), bound, ++added, node, std::move(decisions)});
    note(cases.back());
    std::push_heap(cases.begin(), cases.end(), isLater);
  }

  const int64_t unit;
  const uint64_t work;
  const GapReruns *const reruns;
  BoundProof *const proof;
  /// By case.
  unsigned passes = passesPerCase;
  GapModel whole;
  uint64_t spent = 0;
  size_t added = 0;
  /// A heap, the least bound first.
  std::vector<Case> cases;
};

} // namespace

int64_t roundUpTo(int64_t unit, int64_t bound) {
  return bound <= 0 ? 0 : ((bound - 1) / unit + 1) * unit;
}

bool hasWorkForCases(const GapModel &model, uint64_t work) {
  return 2 * passesPerCase * model.size() <= work;
}

int64_t boundByBranching(const GapModel &model, const PricedBound &root, int64_t unit,
                         uint64_t work, const GapReruns *reruns, BoundProof *proof) {
  return Branching(unit, work, reruns, proof).bound(model, root);
}

} // namespace rematplan
