//===- GapChains.cpp - Storages that must come back early, and then again -===//
#include "GapChains.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

namespace rematplan {

/// Gaps of a chain. What is recomputed over more steps than this is bounded well enough by its
/// parts.
static constexpr size_t longestChain = 9;

namespace {

/// A way from a first gap to another one, by gaps that are read.
struct Way {
  uint32_t place;
  /// Position of the way to the gap before; of the first gap: none.
  size_t before;
};
constexpr size_t noWay = ~size_t(0);

} // namespace

std::vector<ProvenChain> findChains(const StorageUses &uses, llvm::ArrayRef<GapPlace> places,
                                    OpId pivot, size_t mostMembers, size_t mostEnds) {
  // A storage has at most one gap around the pivot.
  llvm::DenseMap<ValueId, uint32_t> around;
  std::vector<uint32_t> firsts;
  for (uint32_t place = 0; place < places.size(); ++place)
    if (places[place].begin < pivot && pivot < places[place].end) {
      around[places[place].root] = place;
      firsts.push_back(place);
    }
  std::vector<std::vector<uint32_t>> readBy(places.size());
  for (uint32_t place : firsts)
    if (const std::optional<OpId> producer = uses.producers[places[place].root])
      for (ValueId value : uses.problem.ops[*producer].inputs)
        if (auto entry = around.find(uses.roots[value]);
            entry != around.end() && !llvm::is_contained(readBy[place], entry->second))
          readBy[place].push_back(entry->second);

  // By length, so that short chains of all gaps come before long ones of a few.
  std::vector<std::vector<ProvenChain>> byLength(longestChain + 1);
  std::vector<uint32_t> seenFrom(places.size(), StorageUses::none);
  for (uint32_t first : firsts) {
    std::vector<Way> ways{{first, noWay}};
    seenFrom[first] = first;
    size_t levelEnd = 1;
    for (size_t way = 0, length = 1; way < ways.size() && length < longestChain; ++way) {
      if (way == levelEnd) {
        ++length;
        levelEnd = ways.size();
      }
      for (uint32_t read : readBy[ways[way].place]) {
        if (seenFrom[read] == first || places[read].end < places[first].end)
          continue;
        seenFrom[read] = first;
        ways.push_back({read, way});
        if (places[read].end == places[first].end)
          continue;
        ProvenChain chain;
        for (size_t at = ways.size() - 1; at != noWay; at = ways[at].before)
          chain.gaps.push_back(ways[at].place);
        std::reverse(chain.gaps.begin(), chain.gaps.end());
        if (chain.gaps.size() <= longestChain)
          byLength[chain.gaps.size()].push_back(std::move(chain));
      }
    }
  }

  std::vector<ProvenChain> result;
  std::vector<std::vector<uint32_t>> ends(places.size());
  size_t members = 0;
  for (std::vector<ProvenChain> &chains : byLength)
    for (ProvenChain &chain : chains) {
      std::vector<uint32_t> &known = ends[chain.gaps.back()];
      const uint32_t end = places[chain.gaps.front()].end;
      if (!llvm::is_contained(known, end)) {
        if (known.size() == mostEnds)
          continue;
        known.push_back(end);
      }
      if (members + chain.gaps.size() > mostMembers)
        return result;
      members += chain.gaps.size();
      result.push_back(std::move(chain));
    }
  return result;
}

} // namespace rematplan
