//===- GapModel.cpp - The gap-cover relaxation of a problem ---------------===//
#include "GapModel.h"
#include "GapChains.h"
#include "GapCosts.h"
#include "GapReruns.h"
#include "StorageUses.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>

namespace rematplan {

struct GapModelBuilder::State {
  State(const Problem &problem, int64_t budgetBytes, bool forReruns)
      : problem(problem), opCount(static_cast<uint32_t>(problem.ops.size())), uses(problem),
        previousUse(problem.values.size(), none), reuseBytes(problem.values.size()) {
    findRows(budgetBytes);
    if (forReruns)
      space.emplace(uses, budgetBytes);
    for (OpId op = 0; op < opCount; ++op) {
      read(op, problem.ops[op].inputs);
      for (ValueId value : problem.ops[op].outputs)
        previousUse[uses.roots[value]] = op;
      noteReuses(op);
    }
    read(opCount, problem.outputs);
    costs.emplace(uses, std::move(places));
  }

  void findChainsAround(uint32_t row, bool many) {
    pivotRow = row;
    const size_t membersPerGap = many ? 48 : 24, mostEnds = many ? 16 : 8;
    chains = findChains(uses, costs->allPlaces(), rowOps[pivotRow], membersPerGap * gaps.size(),
                        mostEnds);
    indexChains();
  }

  void indexChains() {
    chainEnds.assign(gaps.size(), {});
    inChain.assign(gaps.size(), false);
    for (const ProvenChain &chain : chains) {
      for (uint32_t gap : chain.gaps)
        inChain[gap] = true;
      chainEnds[chain.gaps.back()].push_back(costs->allPlaces()[chain.gaps.front()].end);
    }
    for (std::vector<OpId> &ends : chainEnds) {
      llvm::sort(ends);
      ends.erase(std::unique(ends.begin(), ends.end()), ends.end());
    }
  }

  static constexpr uint32_t none = StorageUses::none;

  /// Rows are the ops at which the program order needs more than the budget, even if each output
  /// that may share does.
  void findRows(int64_t budgetBytes) {
    const std::vector<int64_t> bytes = uses.bytesPerOp();
    rowsBefore.resize(opCount + 1);
    for (OpId op = 0; op < opCount; ++op) {
      rowsBefore[op] = static_cast<uint32_t>(rowOps.size());
      int64_t excess = bytes[op] - budgetBytes;
      const std::vector<bool> shares = uses.sharingOutputs(op);
      for (size_t output = 0; output < shares.size(); ++output)
        if (shares[output])
          excess -= problem.values[problem.ops[op].outputs[output]].bytes;
      if (excess <= 0)
        continue;
      excessBytes.push_back(excess);
      rowOps.push_back(op);
    }
    rowsBefore[opCount] = static_cast<uint32_t>(rowOps.size());
  }

  /// An output that finds no dying storage may be written over one that is needed later, if that is
  /// made again.
  void noteReuses(OpId id) {
    const Op &op = problem.ops[id];
    if (op.reuses.empty() || rowsBefore[id] == rowsBefore[id + 1])
      return;
    const std::vector<bool> shares = uses.sharingOutputs(id);
    for (auto [output, input] : op.reuses) {
      if (shares[output] || !uses.mayReuse(op, output, input))
        continue;
      int64_t &bytes = reuseBytes[uses.roots[op.inputs[input]]];
      bytes = std::max(bytes, problem.values[op.outputs[output]].bytes);
    }
  }

  /// Ends the gap of each storage that step `at` reads.
  void read(uint32_t at, const std::vector<ValueId> &values) {
    llvm::SmallVector<ValueId> byRoot(values.begin(), values.end());
    llvm::stable_sort(byRoot, [&](ValueId a, ValueId b) { return uses.roots[a] < uses.roots[b]; });
    for (size_t begin = 0, end; begin < byRoot.size(); begin = end) {
      const ValueId root = uses.roots[byRoot[begin]];
      for (end = begin; end < byRoot.size() && uses.roots[byRoot[end]] == root;)
        ++end;
      if (uses.canReturn[root] && previousUse[root] != none)
        notePlace(root, at, llvm::ArrayRef<ValueId>(byRoot).slice(begin, end - begin));
      previousUse[root] = at;
      reuseBytes[root] = 0;
    }
  }

  void notePlace(ValueId root, uint32_t at, llvm::ArrayRef<ValueId> read) {
    const uint32_t previous = previousUse[root];
    const std::optional<OpId> drop = problem.values[root].dropAt;
    GapModel::Gap gap{};
    gap.beginRow = rowsBefore[previous + 1];
    gap.endRow = std::max(gap.beginRow, rowsBefore[at]);
    gap.reuseRow = rowsBefore[previous];
    gap.reuseBytes = reuseBytes[root];
    gap.forced = drop && previous <= *drop && *drop < at && *uses.producers[root] < *drop;
    gap.begin = previous;
    gap.first = previous + 1;
    gap.last = at;
    const bool ownsBytes = problem.values[root].bytes > 0;
    const bool helps = gap.beginRow < gap.endRow && ownsBytes;
    const uint32_t tight = space ? space->nextTight(previous + 1) : none;
    const bool helpsReruns = tight <= at && ownsBytes;
    const bool hasRows = helps || gap.reuseBytes > 0 || gap.forced;
    if (!hasRows && !helpsReruns)
      return;
    // Nothing that matters happens before the first row, the first window that matters, or the run
    // that drop_at demands.
    uint32_t earliest = previous;
    if (gap.reuseBytes == 0 && (helps || helpsReruns))
      earliest = std::min(helps ? rowOps[gap.beginRow] : none, helpsReruns ? tight - 1 : none);
    if (gap.forced)
      earliest = std::min(earliest, *drop);
    places.push_back({root, previous, at, earliest, read.vec(), hasRows});
    gaps.push_back(gap);
  }

  /// Gaps that cannot be open are left out.
  GapModel build(bool withChains) const {
    GapModel model;
    model.excessBytes = excessBytes;
    model.rowOps = rowOps;
    const std::vector<std::vector<GapModel::Option>> options = costs->options(true);
    std::vector<uint32_t> positionOf(gaps.size(), none);
    for (uint32_t place = 0; place < gaps.size(); ++place)
      if (addGap(place, withChains && !chains.empty(), options[place], model))
        positionOf[place] = static_cast<uint32_t>(model.gaps.size()) - 1;
    if (withChains)
      addChains(positionOf, model);
    return model;
  }

  void addGapsWithoutRows(GapModel &model) const {
    const std::vector<std::vector<GapModel::Option>> options = costs->options(false);
    for (uint32_t place = 0; place < gaps.size(); ++place)
      addGap(place, false, options[place], model);
  }

  /// Adds the gap if it can be open.
  bool addGap(uint32_t place, bool withChains, llvm::ArrayRef<GapModel::Option> options,
              GapModel &model) const {
    GapModel::Gap gap = gaps[place];
    gap.place = place;
    gap.inChain = withChains && inChain[place];
    gap.beginOption = static_cast<uint32_t>(model.options.size());
    for (const GapModel::Option &option : options)
      if (option.bytes > 0 || gap.reuseBytes > 0 || gap.forced ||
          !costs->allPlaces()[place].hasRows)
        addOptions(gap, option, model.options);
      else
        gap.hasIdleOptions = true;
    gap.endOption = static_cast<uint32_t>(model.options.size());
    if (gap.beginOption == gap.endOption)
      return false;
    model.gaps.push_back(gap);
    if (withChains)
      model.secondRunCost.push_back(costs->secondRunCost(place));
    return true;
  }

  /// Chains tell apart whether the storage is absent at the pivot, and until when.
  void addOptions(const GapModel::Gap &gap, GapModel::Option option,
                  std::vector<GapModel::Option> &result) const {
    if (!gap.inChain) {
      result.push_back(option);
      return;
    }
    auto add = [&] {
      for (bool skips : {false, true}) {
        option.skipsPivot = skips;
        result.push_back(option);
      }
    };
    for (OpId end : chainEnds[gap.place]) {
      option.endRow = rowsBefore[end];
      option.endOp = end;
      add();
    }
    option.endRow = gap.endRow;
    option.endOp = GapModel::Option().endOp;
    add();
  }

  void addChains(llvm::ArrayRef<uint32_t> positionOf, GapModel &model) const {
    model.pivotRow = pivotRow;
    for (const ProvenChain &proven : chains) {
      GapModel::Chain chain;
      chain.last = positionOf[proven.gaps.back()];
      chain.endOp = costs->allPlaces()[proven.gaps.front()].end;
      for (uint32_t gap : llvm::drop_end(proven.gaps))
        chain.members.push_back(positionOf[gap]);
      chain.conditions = static_cast<uint32_t>(proven.gaps.size()) + 1;
      // A gap that is never open spoils the chain; its place in the list is kept.
      if (chain.last == none || llvm::is_contained(chain.members, none))
        chain = {{}, none, 0, 0};
      model.chains.push_back(std::move(chain));
    }
  }

  const Problem &problem;
  const uint32_t opCount;
  const StorageUses uses;
  /// Where rows of later runs may be added.
  std::optional<RerunSpace> space;
  /// The ops of the rows, and by op: how many rows there are before it.
  std::vector<OpId> rowOps;
  std::vector<uint32_t> rowsBefore;
  /// By root: the use before the current op, and the bytes that an output of that use may share
  /// with the storage.
  std::vector<uint32_t> previousUse;
  std::vector<int64_t> reuseBytes;
  std::vector<int64_t> excessBytes;
  /// All gaps that touch a row, and where they lie; the latter move into the costs.
  std::vector<GapModel::Gap> gaps;
  std::vector<GapPlace> places;
  std::optional<GapCosts> costs;
  uint32_t pivotRow = GapModel::noRow;
  std::vector<ProvenChain> chains;
  /// By gap: whether it is part of a chain, and the ends of the first gaps of those in which it is
  /// the last one.
  std::vector<bool> inChain;
  std::vector<std::vector<OpId>> chainEnds;
};

GapModelBuilder::GapModelBuilder(const Problem &problem, int64_t budgetBytes, bool forReruns)
    : state(std::make_unique<State>(problem, budgetBytes, forReruns)) {}

GapModelBuilder::~GapModelBuilder() = default;

GapModel GapModelBuilder::build(bool withChains) const { return state->build(withChains); }

void GapModelBuilder::findChainsAround(uint32_t row, bool many) {
  state->findChainsAround(row, many);
}

void GapModelBuilder::keepPricedChains(const std::vector<double> &chainPrices) {
  size_t kept = 0;
  for (size_t id = 0; id < chainPrices.size(); ++id)
    if (chainPrices[id] > 0)
      std::swap(state->chains[kept++], state->chains[id]);
  state->chains.resize(kept);
  state->indexChains();
}

OpId GapModelBuilder::pivot() const {
  return state->pivotRow == GapModel::noRow ? 0 : state->rowOps[state->pivotRow];
}

const std::vector<ProvenChain> &GapModelBuilder::provenChains() const { return state->chains; }

std::vector<ProvenGap> GapModelBuilder::provenGaps() const {
  std::vector<ProvenGap> result;
  for (uint32_t place = 0; place < state->gaps.size(); ++place)
    result.push_back(state->costs->provenGap(place));
  return result;
}

void GapModelBuilder::addGapsWithoutRows(GapModel &model) const {
  state->addGapsWithoutRows(model);
}

GapReruns GapModelBuilder::reruns(std::vector<ProvenGap> charged) const {
  return {*state->space, state->uses, state->costs->allPlaces(), std::move(charged)};
}

void GapModelBuilder::learn(const GapModel &model, const std::vector<double> &openShares) {
  for (const GapModel::Gap &gap : model.gaps)
    for (uint32_t option = gap.beginOption; option < gap.endOption; ++option)
      state->costs->noteUse(gap.place, model.options[option], openShares[option]);
  state->costs->learn();
}

} // namespace rematplan
