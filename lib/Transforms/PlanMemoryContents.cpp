//===- PlanMemoryContents.cpp - What lies in memory while a program runs --===//
#include "PlanMemoryContents.h"

using namespace mlir::remat;

uint64_t MemoryContents::write(const MemoryRange &range) {
  ++writes;
  if (range.bytes == 0)
    return writes;
  const int64_t end = range.begin + range.bytes;
  auto it = ranges.lower_bound({range.memory, range.begin});
  if (it != ranges.begin()) {
    auto before = std::prev(it);
    if (before->first.first == range.memory && before->second.end > range.begin) {
      const Written old = before->second;
      before->second.end = range.begin;
      if (old.end > end)
        it = ranges.emplace_hint(it, std::pair(range.memory, end), old);
    }
  }
  while (it != ranges.end() && it->first.first == range.memory && it->first.second < end) {
    const Written old = it->second;
    it = ranges.erase(it);
    if (old.end > end)
      it = ranges.emplace_hint(it, std::pair(range.memory, end), old);
  }
  ranges[{range.memory, range.begin}] = {end, writes};
  return writes;
}

bool MemoryContents::isIntact(const MemoryRange &range, uint64_t write) const {
  if (range.bytes == 0)
    return true;
  auto it = ranges.find({range.memory, range.begin});
  return it != ranges.end() && it->second.write == write &&
         it->second.end >= range.begin + range.bytes;
}
