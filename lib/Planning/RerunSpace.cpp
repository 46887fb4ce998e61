//===- RerunSpace.cpp - Bytes that a later run of an op needs -------------===//
#include "RerunSpace.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <algorithm>
#include <numeric>
#include <queue>

namespace rematplan {

RerunSpace::RerunSpace(const StorageUses &uses, int64_t budgetBytes)
    : uses(uses), problem(uses.problem), heldBytes(problem.ops.size() + 2) {
  heldBytes[0] = -budgetBytes;
  for (ValueId value = 0; value < uses.roots.size(); ++value) {
    if (uses.roots[value] != value)
      continue;
    const Lifetime life = lifetime(value);
    heldBytes[life.begin] += problem.values[value].bytes;
    heldBytes[life.end] -= problem.values[value].bytes;
  }
  std::partial_sum(heldBytes.begin(), heldBytes.end(), heldBytes.begin());
  findTightWindows();
}

RerunSpace::Lifetime RerunSpace::lifetime(ValueId root) const {
  const uint32_t begin = uses.producers[root] ? *uses.producers[root] + 1 : 0;
  if (uses.isKept[root])
    return {begin, static_cast<uint32_t>(problem.ops.size()) + 1};
  // What nobody reads is never held.
  if (uses.lastUse[root] == StorageUses::none)
    return {begin, begin};
  return {begin, uses.lastUse[root] + 1};
}

/// What the run needs beside that which program order holds: what it touches, each storage once.
/// Where a result may be written over an operand, it is.
int64_t RerunSpace::workingBytes(ValueId root, uint32_t window) const {
  const Op &op = problem.ops[*uses.producers[root]];
  llvm::SmallVector<ValueId, 8> touched;
  for (ValueId value : llvm::concat<const ValueId>(op.inputs, op.outputs))
    touched.push_back(uses.roots[value]);
  llvm::sort(touched);
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  int64_t bytes = op.scratchBytes;
  for (ValueId storage : touched) {
    const Lifetime life = lifetime(storage);
    if (window < life.begin || life.end <= window)
      bytes += problem.values[storage].bytes;
  }
  std::vector<bool> shares(op.reuses.empty() ? 0 : op.outputs.size());
  for (auto [output, input] : op.reuses)
    if (!shares[output] && uses.mayReuse(op, output, input)) {
      shares[output] = true;
      bytes -= problem.values[op.outputs[output]].bytes;
    }
  return bytes;
}

int64_t RerunSpace::excessBytes(ValueId root, uint32_t window) const {
  return heldBytes[window] + workingBytes(root, window);
}

bool RerunSpace::touches(ValueId root, ValueId other) const {
  const Op &op = problem.ops[*uses.producers[root]];
  return llvm::any_of(llvm::concat<const ValueId>(op.inputs, op.outputs),
                      [&](ValueId value) { return uses.roots[value] == other; });
}

/// In each window, the run that needs most of all those that may take place there decides; its
/// bytes at the end of its gap, where most of its operands are gone, stand for those in all of it.
void RerunSpace::findTightWindows() {
  struct Run {
    uint32_t begin, end;
    int64_t bytes;
  };
  std::vector<Run> runs;
  std::vector<uint32_t> previousUse(uses.roots.size(), StorageUses::none);
  const uint32_t opCount = static_cast<uint32_t>(problem.ops.size());
  for (uint32_t at = 0; at <= opCount; ++at) {
    for (ValueId value : at < opCount ? problem.ops[at].inputs : problem.outputs) {
      const ValueId root = uses.roots[value];
      uint32_t &previous = previousUse[root];
      if (previous != StorageUses::none && previous != at && uses.canReturn[root])
        runs.push_back({previous, at, workingBytes(root, at)});
      previous = at;
    }
    if (at < opCount)
      for (ValueId value : problem.ops[at].outputs)
        previousUse[uses.roots[value]] = at;
  }
  llvm::stable_sort(runs, [](const Run &a, const Run &b) { return a.begin < b.begin; });
  auto needsLess = [](const Run &a, const Run &b) { return a.bytes < b.bytes; };
  std::priority_queue<Run, std::vector<Run>, decltype(needsLess)> open(needsLess);
  tight.assign(opCount + 2, StorageUses::none);
  auto next = runs.begin();
  for (uint32_t window = 1; window <= opCount; ++window) {
    for (; next != runs.end() && next->begin < window; ++next)
      open.push(*next);
    while (!open.empty() && open.top().end < window)
      open.pop();
    if (!open.empty() && heldBytes[window] + open.top().bytes > 0)
      tight[window] = window;
  }
  for (uint32_t window = opCount + 1; window-- > 0;)
    tight[window] = std::min(tight[window], tight[window + 1]);
}

} // namespace rematplan
