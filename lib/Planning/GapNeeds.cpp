//===- GapNeeds.cpp - What gaps cost, for the certificate checker ---------===//
#include "GapNeeds.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rematplan;

/// All sums, without those that another one beats. Where there are too many, the two neighbours
/// that differ least, by cost × bytes, become one that is as good as both.
static void combine(std::vector<GapWay> &ways, const std::vector<GapWay> &more) {
  constexpr size_t mostWays = 8;
  std::vector<GapWay> sums;
  for (const GapWay &a : ways)
    for (const GapWay &b : more)
      sums.push_back({a.bytes + b.bytes, a.scaledCost + b.scaledCost});
  llvm::stable_sort(sums, [](const GapWay &a, const GapWay &b) {
    return std::pair(a.scaledCost, a.bytes) < std::pair(b.scaledCost, b.bytes);
  });
  ways.clear();
  for (const GapWay &sum : sums)
    if (ways.empty() || sum.bytes < ways.back().bytes)
      ways.push_back(sum);
  auto difference = [&](auto way) {
    return static_cast<double>(way[1].scaledCost - way[0].scaledCost) *
           static_cast<double>(way[0].bytes - way[1].bytes);
  };
  while (ways.size() > mostWays) {
    auto least = ways.begin();
    for (auto way = ways.begin() + 1; way + 1 != ways.end(); ++way)
      if (difference(way) < difference(least))
        least = way;
    least[1].scaledCost = least[0].scaledCost;
    ways.erase(least);
  }
}

/// Notes that the gap is charged this share of something.
int64_t GapNeeds::share(uint32_t resource, const ProgramGap &gap, int64_t part) {
  json.require(part >= 0 && part <= needScale, "a share is out of range");
  shares[resource].push_back({gap.earliest, part});
  shares[resource].push_back({gap.end, -part});
  return part;
}

void GapNeeds::checkShares() {
  for (auto &[resource, changes] : shares) {
    llvm::sort(changes);
    int64_t sum = 0;
    for (auto [moment, change] : changes)
      json.require((sum += change) <= needScale, "shares add up to more than all");
  }
}

GapNeeds::Need GapNeeds::readNeed(const ProgramGap &gap, const llvm::json::Array &fields,
                                  llvm::ArrayRef<Need> earlier) {
  const Problem &problem = program.problem;
  const ValueId value = json.below(fields[0], static_cast<uint32_t>(problem.values.size()));
  const uint32_t storage = program.root[value];
  std::set<uint32_t> allowed = program.chain(value);
  Need need{0, {}, storage, 0, 0, 0, !allowed.empty()};
  if (earlier.empty()) {
    json.require(value == gap.root, "the first need of a gap is its storage");
    for (ValueId read : gap.end < program.opCount ? problem.ops[gap.end].inputs : problem.outputs)
      if (program.root[read] == gap.root) {
        const std::set<uint32_t> more = program.chain(read);
        need.canBePaid &= !more.empty();
        allowed.insert(more.begin(), more.end());
      }
  } else {
    need.parent = json.below(fields[1], static_cast<uint32_t>(earlier.size()));
    json.require(llvm::any_of(earlier[need.parent].ops,
                              [&](uint32_t op) {
                                return llvm::is_contained(problem.ops[op].inputs, value);
                              }),
                 "a need is not read");
    json.require(!program.kept[storage] && program.lastUse[storage] != ProgramGaps::never &&
                     program.lastUse[storage] <= gap.begin,
                 "a need is there anyway");
    const int64_t part = share(program.opCount + storage, gap, json.number(&fields[2]));
    need.keptBytes =
        static_cast<int64_t>(__int128(problem.values[storage].bytes) * part / needScale);
  }
  for (const llvm::json::Value &run : json.list(&fields[3])) {
    const llvm::json::Array &pair = json.list(&run);
    json.require(pair.size() == 2, "a run has two fields");
    if (!json.error.empty())
      break;
    const uint32_t op = json.below(pair[0], program.opCount);
    json.require(allowed.count(op), "a run is not needed");
    need.ops.insert(op);
    const __int128 paid =
        __int128(problem.ops[op].repeatCost) * share(op, gap, json.number(&pair[1]));
    need.payment += paid;
    if (earlier.empty() && op == program.producer[gap.root])
      need.producerPayment += paid;
  }
  return need;
}

void GapNeeds::read(ProgramGap &gap, const llvm::json::Array &needs) {
  std::vector<Need> nodes;
  std::set<uint32_t> storages;
  for (const llvm::json::Value &entry : needs) {
    const llvm::json::Array &fields = json.list(&entry);
    json.require(fields.size() == 4, "a need has four fields");
    if (!json.error.empty())
      return;
    nodes.push_back(readNeed(gap, fields, nodes));
    const ValueId value =
        json.below(fields[0], static_cast<uint32_t>(program.problem.values.size()));
    json.require(storages.insert(program.root[value]).second, "a gap needs something twice");
  }
  json.require(!nodes.empty(), "a gap without needs");
  if (!json.error.empty())
    return;
  // From the last one back: each counts the bytes that it takes, and is added to its parent.
  std::vector<std::vector<GapWay>> ways(nodes.size(), {{0, 0}});
  for (size_t id = nodes.size(); id-- > 0;) {
    for (GapWay &way : ways[id])
      way.scaledCost += nodes[id].payment;
    if (!nodes[id].canBePaid)
      ways[id].clear();
    if (id == 0)
      break;
    for (GapWay &way : ways[id])
      way.bytes = std::min(way.bytes, nodes[id].keptBytes);
    ways[id].push_back({nodes[id].keptBytes, 0});
    combine(ways[nodes[id].parent], ways[id]);
  }
  gap.scaledRunCost = nodes.front().producerPayment;
  for (const Need &need : llvm::drop_begin(nodes))
    gap.rooms.push_back({need.storage, need.keptBytes});
  gap.ways.clear();
  gap.idles = ways.front().empty();
  for (const GapWay &way : ways.front()) {
    const int64_t bytes = std::max<int64_t>(program.problem.values[gap.root].bytes - way.bytes, 0);
    if (bytes > 0 || gap.reuseBytes > 0 || gap.forced || !gap.hasRows)
      gap.ways.push_back({bytes, way.scaledCost});
    else
      gap.idles = true;
  }
}
