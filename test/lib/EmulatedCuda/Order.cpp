//===- Order.cpp - What is certain to run before what ---------------------===//
#include "Order.h"
#include <algorithm>

using namespace emulated;

void Clock::merge(const Clock &other) {
  if (ticks.size() < other.ticks.size())
    ticks.resize(other.ticks.size());
  for (size_t stream = 0; stream < other.ticks.size(); ++stream)
    ticks[stream] = std::max(ticks[stream], other.ticks[stream]);
}

uint64_t Clock::advance(size_t stream) {
  if (ticks.size() <= stream)
    ticks.resize(stream + 1);
  return ++ticks[stream];
}

bool AccessHistory::add(ByteRange range, bool isWrite, size_t stream, const Clock &clock) {
  bool isOrdered = true;
  auto isReplaced = [&](const Access &access) {
    bool overlaps = access.range.begin < range.end && range.begin < access.range.end;
    if (!overlaps)
      return false;
    if ((isWrite || access.isWrite) && clock.at(access.stream) < access.tick)
      isOrdered = false;
    // Whoever waits for this access waits for the one that it covers.
    bool isCovered = range.begin <= access.range.begin && access.range.end <= range.end;
    return isCovered && (isWrite || (!access.isWrite && access.stream == stream));
  };
  accesses.erase(std::remove_if(accesses.begin(), accesses.end(), isReplaced), accesses.end());
  accesses.push_back({range, isWrite, stream, clock.at(stream)});
  return isOrdered;
}

bool AccessHistory::isDone(const Clock &clock) const {
  return std::all_of(accesses.begin(), accesses.end(),
                     [&](const Access &access) { return access.tick <= clock.at(access.stream); });
}
