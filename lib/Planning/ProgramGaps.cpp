//===- ProgramGaps.cpp - Lifetimes of the program order, for the certificate checker ----===//
#include "ProgramGaps.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <numeric>

using namespace rematplan;

ProgramGaps::ProgramGaps(const Problem &problem)
    : problem(problem), opCount(static_cast<uint32_t>(problem.ops.size())),
      root(problem.values.size()), producer(problem.values.size(), never),
      lastUse(problem.values.size(), never), kept(problem.values.size()) {
  std::iota(root.begin(), root.end(), 0);
  for (ValueId value : problem.inputs)
    kept[value] = true;
  for (ValueId value : problem.donated)
    kept[value] = false;
  for (uint32_t op = 0; op < opCount; ++op) {
    for (ValueId value : problem.ops[op].inputs)
      lastUse[root[value]] = op;
    for (ValueId value : problem.ops[op].outputs) {
      producer[value] = op;
      if (problem.values[value].aliasOf)
        root[value] = root[*problem.values[value].aliasOf];
      lastUse[root[value]] = op;
    }
  }
  for (ValueId value : problem.outputs)
    lastUse[root[value]] = opCount;
}

bool ProgramGaps::repeats(uint32_t op) const {
  return problem.ops[op].recomputable &&
         llvm::none_of(problem.ops[op].outputs, [&](ValueId v) { return problem.values[v].save; });
}

bool ProgramGaps::mayReuse(uint32_t id, std::pair<uint32_t, uint32_t> pair) const {
  const Op &op = problem.ops[id];
  const Value &target = problem.values[op.outputs[pair.first]];
  const uint32_t source = root[op.inputs[pair.second]];
  return !target.aliasOf && !kept[source] && target.bytes <= problem.values[source].bytes;
}
/// The program order itself lets the op write the output over something.
bool ProgramGaps::sharesAnyway(uint32_t id, uint32_t output) const {
  return llvm::any_of(problem.ops[id].reuses, [&](auto pair) {
    return pair.first == output && mayReuse(id, pair) &&
           lastUse[root[problem.ops[id].inputs[pair.second]]] == id;
  });
}

std::vector<int64_t> ProgramGaps::excessBytes(int64_t budgetBytes) const {
  std::vector<int64_t> bytes(opCount + 2);
  for (uint32_t value = 0; value < root.size(); ++value) {
    if (root[value] != value || (lastUse[value] == never && !kept[value]))
      continue;
    bytes[producer[value] == never ? 0 : producer[value]] += problem.values[value].bytes;
    bytes[(kept[value] ? opCount : lastUse[value]) + 1] -= problem.values[value].bytes;
  }
  std::partial_sum(bytes.begin(), bytes.end(), bytes.begin());
  for (uint32_t op = 0; op < opCount; ++op) {
    bytes[op] += problem.ops[op].scratchBytes - budgetBytes;
    if (!problem.ops[op].reuses.empty())
      for (uint32_t output = 0; output < problem.ops[op].outputs.size(); ++output)
        if (sharesAnyway(op, output))
          bytes[op] -= problem.values[problem.ops[op].outputs[output]].bytes;
  }
  bytes.resize(opCount);
  return bytes;
}

std::set<uint32_t> ProgramGaps::chain(ValueId value) const {
  std::set<uint32_t> ops;
  for (;; value = *problem.values[value].aliasOf) {
    if (producer[value] == never || !repeats(producer[value]))
      return {};
    ops.insert(producer[value]);
    if (!problem.values[value].aliasOf)
      return ops;
  }
}

std::vector<ProgramGap> ProgramGaps::gapsAt(const std::vector<bool> &priced,
                                            const std::vector<bool> &windows,
                                            const std::vector<int64_t> &excess) const {
  std::vector<ProgramGap> gaps;
  std::vector<uint32_t> previous(root.size(), never);
  for (uint32_t at = 0; at <= opCount; ++at) {
    std::set<uint32_t> read;
    for (ValueId value : at < opCount ? problem.ops[at].inputs : problem.outputs)
      read.insert(root[value]);
    for (uint32_t storage : read) {
      const uint32_t begin = previous[storage];
      previous[storage] = at;
      if (begin == never || producer[storage] == never || !repeats(producer[storage]))
        continue;
      ProgramGap gap{storage, begin, at, begin, 0, false, {{problem.values[storage].bytes, 0}}};
      for (auto pair : problem.ops[begin].reuses)
        if (excess[begin] > 0 && root[problem.ops[begin].inputs[pair.second]] == storage &&
            mayReuse(begin, pair) && !sharesAnyway(begin, pair.first))
          gap.reuseBytes = std::max(gap.reuseBytes,
                                    problem.values[problem.ops[begin].outputs[pair.first]].bytes);
      const auto first = std::find(priced.begin() + begin + 1, priced.begin() + at, true);
      const bool helps = first != priced.begin() + at;
      const auto window = std::find(windows.begin() + begin + 1, windows.begin() + at + 1, true);
      const bool helpsReruns = window != windows.begin() + at + 1;
      gap.hasRows =
          gap.reuseBytes > 0 || std::any_of(excess.begin() + begin + 1, excess.begin() + at,
                                            [](int64_t bytes) { return bytes > 0; });
      gap.from = begin + 1;
      gap.to = at;
      if (gap.reuseBytes == 0 && (helps || helpsReruns)) {
        gap.earliest = helps ? static_cast<uint32_t>(first - priced.begin()) : at;
        if (helpsReruns)
          gap.earliest =
              std::min(gap.earliest, static_cast<uint32_t>(window - windows.begin()) - 1);
      }
      if (const std::optional<OpId> drop = problem.values[storage].dropAt;
          drop && begin <= *drop && *drop < at && producer[storage] < *drop) {
        gap.forced = true;
        gap.earliest = std::min(gap.earliest, *drop);
      }
      if (helps || helpsReruns || gap.reuseBytes > 0 || gap.forced)
        gaps.push_back(std::move(gap));
    }
    if (at < opCount)
      for (ValueId value : problem.ops[at].outputs)
        previous[root[value]] = at;
  }
  return gaps;
}
