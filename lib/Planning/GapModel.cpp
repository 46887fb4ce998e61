//===- GapModel.cpp - The gap-cover relaxation of a problem ---------------===//
#include "GapModel.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <numeric>

namespace rematplan {

namespace {

constexpr uint32_t none = ~uint32_t(0);

/// View chains are followed this far: what lies beyond is not charged.
constexpr size_t longestChain = 16;

/// An op with more claims than this shares its cost among all of them, without a look at who
/// overlaps whom.
constexpr size_t mostClaimsToCompare = 4096;

/// A gap that a run of `op` may fill again. The run lies between the first runs of the ops `begin`
/// and `end`.
struct Claim {
  OpId op;
  uint32_t gap;
  uint32_t begin;
  uint32_t end;
};

class Builder {
public:
  Builder(const Problem &problem, int64_t budgetBytes)
      : problem(problem), opCount(static_cast<uint32_t>(problem.ops.size())),
        roots(problem.storageRoots()), producers(problem.producers()), lastUse(roots.size(), none),
        previousUse(roots.size(), none), isKept(roots.size()), canReturn(roots.size()),
        pendingReuseBytes(roots.size()), lastClaim(opCount) {
    findLifetimes();
    findRows(budgetBytes);
  }

  GapModel build() {
    for (OpId op = 0; op < opCount; ++op)
      visit(op);
    // The end of the program reads the outputs.
    llvm::SmallVector<ValueId> read(problem.outputs.begin(), problem.outputs.end());
    use(opCount, read);
    shareCosts();
    return std::move(model);
  }

private:
  void findLifetimes() {
    for (ValueId value : problem.inputs)
      isKept[value] = true;
    for (ValueId value : problem.donated)
      isKept[value] = false;
    for (OpId op = 0; op < opCount; ++op) {
      for (ValueId value : problem.ops[op].inputs)
        lastUse[roots[value]] = op;
      for (ValueId value : problem.ops[op].outputs) {
        lastUse[roots[value]] = op;
        canReturn[value] = problem.mayRepeat(op);
      }
    }
    for (ValueId value : problem.outputs)
      lastUse[roots[value]] = opCount;
  }

  /// Rows are the ops at which the program order needs more than the budget, even if it shares all
  /// that it may.
  void findRows(int64_t budgetBytes) {
    std::vector<int64_t> change(opCount + 1);
    for (ValueId value = 0; value < roots.size(); ++value) {
      if (roots[value] != value || (lastUse[value] == none && !isKept[value]))
        continue;
      change[producers[value].value_or(0)] += problem.values[value].bytes;
      if (!isKept[value] && lastUse[value] < opCount)
        change[lastUse[value] + 1] -= problem.values[value].bytes;
    }
    rowOfOp.resize(opCount + 1);
    int64_t live = 0;
    for (OpId op = 0; op < opCount; ++op) {
      live += change[op];
      rowOfOp[op] = static_cast<uint32_t>(model.excessBytes.size());
      int64_t excess = live + problem.ops[op].scratchBytes - budgetBytes;
      const llvm::SmallVector<bool> shares = sharingOutputs(op);
      for (size_t output = 0; output < shares.size(); ++output)
        if (shares[output])
          excess -= problem.values[problem.ops[op].outputs[output]].bytes;
      if (excess > 0) {
        model.excessBytes.push_back(excess);
        model.rowOps.push_back(op);
      }
    }
    rowOfOp[opCount] = static_cast<uint32_t>(model.excessBytes.size());
  }

  bool mayReuse(const Op &op, uint32_t output, uint32_t input) const {
    const Value &target = problem.values[op.outputs[output]];
    const ValueId source = roots[op.inputs[input]];
    return !target.aliasOf && !isKept[source] && target.bytes <= problem.values[source].bytes;
  }

  /// By output position of the op: program order itself lets the op write it over an input that
  /// dies.
  llvm::SmallVector<bool> sharingOutputs(OpId id) const {
    const Op &op = problem.ops[id];
    llvm::SmallVector<bool> shares(op.reuses.empty() ? 0 : op.outputs.size());
    for (auto [output, input] : op.reuses)
      if (mayReuse(op, output, input) && lastUse[roots[op.inputs[input]]] == id)
        shares[output] = true;
    return shares;
  }

  bool isRow(OpId op) const { return rowOfOp[op] != rowOfOp[op + 1]; }

  void visit(OpId id) {
    const Op &op = problem.ops[id];
    llvm::SmallVector<ValueId> read(op.inputs.begin(), op.inputs.end());
    use(id, read);
    for (ValueId value : op.outputs)
      previousUse[roots[value]] = id;
    noteReuses(id);
  }

  /// An output that finds no dying storage may be written over one that is needed later, if that is
  /// made again.
  void noteReuses(OpId id) {
    const Op &op = problem.ops[id];
    if (!isRow(id))
      return;
    const llvm::SmallVector<bool> shares = sharingOutputs(id);
    for (auto [output, input] : op.reuses) {
      if (shares[output] || !mayReuse(op, output, input))
        continue;
      int64_t &bytes = pendingReuseBytes[roots[op.inputs[input]]];
      bytes = std::max(bytes, problem.values[op.outputs[output]].bytes);
    }
  }

  /// Ends the gap of each storage that step `at` reads.
  void use(uint32_t at, llvm::SmallVectorImpl<ValueId> &read) {
    llvm::stable_sort(read, [&](ValueId a, ValueId b) { return roots[a] < roots[b]; });
    for (size_t begin = 0, end; begin < read.size(); begin = end) {
      const ValueId root = roots[read[begin]];
      for (end = begin; end < read.size() && roots[read[end]] == root; ++end) {
      }
      if (canReturn[root] && previousUse[root] != none)
        addGap(root, at, llvm::ArrayRef<ValueId>(read).slice(begin, end - begin));
      previousUse[root] = at;
      pendingReuseBytes[root] = 0;
    }
  }

  void addGap(ValueId root, uint32_t at, llvm::ArrayRef<ValueId> read) {
    const uint32_t previous = previousUse[root];
    const std::optional<OpId> drop = problem.values[root].dropAt;
    GapModel::Gap gap;
    gap.beginRow = rowOfOp[previous + 1];
    gap.endRow = std::max(gap.beginRow, rowOfOp[at]);
    gap.bytes = problem.values[root].bytes;
    gap.reuseRow = rowOfOp[previous];
    gap.reuseBytes = pendingReuseBytes[root];
    gap.scaledCost = 0;
    gap.forced = drop && previous <= *drop && *drop < at && *producers[root] < *drop;
    const bool helps = gap.beginRow < gap.endRow && gap.bytes > 0;
    if (!helps && gap.reuseBytes == 0 && !gap.forced)
      return;
    const size_t claimsBefore = claims.size();
    ++claimCount;
    const uint32_t id = static_cast<uint32_t>(model.gaps.size());
    for (ValueId value : read)
      if (!claimChain(value, {0, id, previous, at})) {
        claims.resize(claimsBefore);
        return;
      }
    model.gaps.push_back(gap);
  }

  /// Claims a run of each op that leads from the storage to `value`. False if one of them must not
  /// run again.
  bool claimChain(ValueId value, Claim claim) {
    for (size_t length = 0; length < longestChain; ++length) {
      if (!canReturn[value])
        return false;
      if (lastClaim[*producers[value]] != claimCount) {
        lastClaim[*producers[value]] = claimCount;
        claim.op = *producers[value];
        claims.push_back(claim);
      }
      if (!problem.values[value].aliasOf)
        return true;
      value = *problem.values[value].aliasOf;
    }
    return true;
  }

  /// One run of an op may fill gaps of several storages. Where such gaps overlap in time, they
  /// share its cost, by bytes.
  void shareCosts() {
    llvm::stable_sort(claims, [](const Claim &a, const Claim &b) { return a.op < b.op; });
    for (size_t begin = 0, end; begin < claims.size(); begin = end) {
      for (end = begin; end < claims.size() && claims[end].op == claims[begin].op; ++end) {
      }
      shareCost(llvm::ArrayRef<Claim>(claims).slice(begin, end - begin));
    }
  }

  __int128 weight(const Claim &claim) const {
    return std::max<int64_t>(model.gaps[claim.gap].bytes, 1);
  }

  void shareCost(llvm::ArrayRef<Claim> claims) {
    // The sum of the weights of the claims that are open, from each moment on at which one begins
    // or ends.
    llvm::SmallVector<std::pair<uint32_t, __int128>> sums;
    for (const Claim &claim : claims) {
      sums.emplace_back(claim.begin, weight(claim));
      sums.emplace_back(claim.end, -weight(claim));
    }
    llvm::sort(sums);
    __int128 open = 0, all = 0;
    for (auto &[moment, sum] : sums) {
      all += std::max<__int128>(sum, 0);
      open += sum;
      sum = open;
    }
    for (const Claim &claim : claims) {
      __int128 rivals = all;
      if (claims.size() <= mostClaimsToCompare) {
        rivals = weight(claim);
        // Between two changes of one moment a sum may be too large, which makes the share smaller.
        const auto *entry =
            llvm::partition_point(sums, [&](const auto &sum) { return sum.first < claim.begin; });
        for (; entry != sums.end() && entry->first < claim.end; ++entry)
          rivals = std::max(rivals, entry->second);
      }
      const __int128 cost = problem.ops[claim.op].repeatCost;
      const __int128 fraction = weight(claim) * GapModel::costScale / rivals;
      model.gaps[claim.gap].scaledCost += cost * fraction;
    }
  }

  const Problem &problem;
  const uint32_t opCount;
  const std::vector<ValueId> roots;
  const std::vector<std::optional<OpId>> producers;
  /// By root: the last op that reads the storage, `opCount` for outputs, `none` where nobody does.
  std::vector<uint32_t> lastUse;
  /// By root: the use before the current op.
  std::vector<uint32_t> previousUse;
  std::vector<bool> isKept;
  /// By value: its producer may run again.
  std::vector<bool> canReturn;
  std::vector<int64_t> pendingReuseBytes;
  /// By op: the last gap that claimed it, by the number of the gap among all that were tried.
  std::vector<uint32_t> lastClaim;
  uint32_t claimCount = 0;
  /// By op: how many rows there are before it.
  std::vector<uint32_t> rowOfOp;
  std::vector<Claim> claims;
  GapModel model;
};

} // namespace

GapModel buildGapModel(const Problem &problem, int64_t budgetBytes) {
  return Builder(problem, budgetBytes).build();
}

} // namespace rematplan
