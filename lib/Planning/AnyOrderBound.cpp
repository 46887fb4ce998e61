//===- AnyOrderBound.cpp - What no plan can beat, whatever its order ------===//
//
// When op t runs first, all that it depends on ran before, and all that depends on it runs later,
// in every order. A storage made by the former and read by the latter is there, or it is made again
// before that read: its producer runs once more.
//
//===----------------------------------------------------------------------===//
#include "StorageUses.h"
#include "WorkingSets.h"
#include "remat/Planning/LowerBound.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace rematplan;

namespace {

/// Ops at which the bound is tried. Neighbours see nearly the same storages.
constexpr size_t mostRows = 48;

class AnyOrderBound {
public:
  AnyOrderBound(const Problem &problem, int64_t budgetBytes)
      : problem(problem), budgetBytes(budgetBytes), uses(problem), sets(problem),
        readers(problem.values.size()), isOutput(problem.values.size()) {
    for (OpId op = 0; op < problem.ops.size(); ++op)
      for (ValueId value : problem.ops[op].inputs)
        readers[uses.roots[value]].push_back(op);
    for (ValueId value : problem.outputs)
      isOutput[uses.roots[value]] = true;
  }

  int64_t bound() {
    int64_t best = 0;
    for (OpId row : rows())
      best = std::max(best, boundAt(row));
    return best;
  }

private:
  /// Some of the ops where the program order is over the budget, that of the peak among them.
  std::vector<OpId> rows() const {
    const std::vector<int64_t> bytes = uses.bytesPerOp();
    std::vector<OpId> over;
    for (OpId op = 0; op < bytes.size(); ++op)
      if (bytes[op] > budgetBytes)
        over.push_back(op);
    std::vector<OpId> result;
    if (over.empty())
      return result;
    const size_t stride = (over.size() - 1) / mostRows + 1;
    for (size_t index = 0; index < over.size(); index += stride)
      result.push_back(over[index]);
    result.push_back(static_cast<OpId>(llvm::max_element(bytes) - bytes.begin()));
    return result;
  }

  /// By op: what the row depends on, and what depends on it.
  void findRelatives(OpId row) {
    before.assign(problem.ops.size(), false);
    after.assign(problem.ops.size(), false);
    before[row] = after[row] = true;
    for (OpId op = row + 1; op-- > 0;)
      if (before[op])
        for (ValueId value : problem.ops[op].inputs)
          if (const std::optional<OpId> producer = uses.producers[value])
            before[*producer] = true;
    std::vector<bool> made(problem.values.size());
    for (OpId op = row; op < problem.ops.size(); ++op) {
      after[op] = after[op] ||
                  llvm::any_of(problem.ops[op].inputs, [&](ValueId value) { return made[value]; });
      if (after[op])
        for (ValueId value : problem.ops[op].outputs)
          made[value] = true;
    }
    before[row] = after[row] = false;
  }

  int64_t boundAt(OpId row) {
    findRelatives(row);
    std::vector<bool> touched(problem.values.size());
    for (const std::vector<ValueId> *values : {&problem.ops[row].inputs, &problem.ops[row].outputs})
      for (ValueId value : *values)
        touched[uses.roots[value]] = true;
    int64_t excess = sets.bytes(row) - budgetBytes;
    // By producer: a run makes all of its outputs again.
    std::vector<int64_t> bytes(problem.ops.size());
    std::vector<OpId> candidates;
    for (ValueId value = 0; value < problem.values.size(); ++value) {
      if (uses.roots[value] != value || touched[value] || uses.isKept[value])
        continue;
      const std::optional<OpId> producer = uses.producers[value];
      // A donated input that is returned stays; working sets have it.
      if (!producer && isOutput[value])
        continue;
      const bool isThere = !producer || before[*producer];
      const bool isNeeded = isOutput[value] || llvm::any_of(readers[value], [&](OpId reader) {
                              return after[reader];
                            });
      if (!isThere || !isNeeded)
        continue;
      excess += problem.values[value].bytes;
      if (!uses.canReturn[value])
        continue;
      if (bytes[*producer] == 0 && problem.values[value].bytes > 0)
        candidates.push_back(*producer);
      bytes[*producer] += problem.values[value].bytes;
    }
    return cheapestCover(candidates, bytes, excess);
  }

  /// The least cost, parts of a run allowed, that frees the excess.
  int64_t cheapestCover(std::vector<OpId> &candidates, const std::vector<int64_t> &bytes,
                        int64_t excess) const {
    auto cost = [&](OpId op) { return __int128(problem.ops[op].repeatCost); };
    llvm::stable_sort(candidates,
                      [&](OpId a, OpId b) { return cost(a) * bytes[b] < cost(b) * bytes[a]; });
    int64_t sum = 0;
    for (OpId op : candidates) {
      if (excess <= 0)
        return sum;
      if (bytes[op] > excess)
        return sum + static_cast<int64_t>((cost(op) * excess + bytes[op] - 1) / bytes[op]);
      sum += problem.ops[op].repeatCost;
      excess -= bytes[op];
    }
    // Nothing covers the rest: no schedule is within the budget, and any number holds.
    return sum;
  }

  const Problem &problem;
  const int64_t budgetBytes;
  const StorageUses uses;
  WorkingSets sets;
  /// By root.
  std::vector<std::vector<OpId>> readers;
  std::vector<bool> isOutput;
  /// By op, for the current row.
  std::vector<bool> before, after;
};

} // namespace

int64_t rematplan::overheadLowerBoundAnyOrder(const Problem &problem, int64_t budgetBytes) {
  int64_t unit = 0;
  for (OpId op = 0; op < problem.ops.size(); ++op)
    if (problem.mayRepeat(op))
      unit = std::gcd(unit, problem.ops[op].repeatCost);
  if (unit == 0)
    return 0;
  const int64_t bound = AnyOrderBound(problem, budgetBytes).bound();
  return (bound + unit - 1) / unit * unit;
}
