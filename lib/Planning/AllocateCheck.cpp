//===- AllocateCheck.cpp - Judges buffers and their offsets ---------------===//
#include "remat/Planning/Allocate.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <map>
#include <tuple>

namespace rematplan {

namespace {

/// Starts and ends of the buffers that take place, in order of time; at one step the ends come
/// first, because lifetimes are half-open.
struct Event {
  int64_t step;
  bool starts;
  size_t buffer;
};

std::vector<Event> eventsOf(llvm::ArrayRef<Buffer> buffers) {
  std::vector<Event> events;
  for (size_t number = 0; number < buffers.size(); ++number)
    if (buffers[number].takesPlace()) {
      events.push_back({buffers[number].lower, true, number});
      events.push_back({buffers[number].upper, false, number});
    }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tie(a.step, a.starts, a.buffer) < std::tie(b.step, b.starts, b.buffer);
  });
  return events;
}

/// Fails with the first two buffers, in order of time, that overlap. The buffers alive are sorted
/// by offset: as long as they are disjoint a new one can only hit its two neighbours.
llvm::Error checkDisjoint(llvm::ArrayRef<Buffer> buffers, llvm::ArrayRef<int64_t> offsetsBytes,
                          llvm::ArrayRef<Event> events,
                          llvm::function_ref<std::string(size_t)> name) {
  std::map<int64_t, size_t> alive;
  for (const Event &event : events) {
    const int64_t begin = offsetsBytes[event.buffer];
    if (!event.starts) {
      alive.erase(begin);
      continue;
    }
    const int64_t end = begin + buffers[event.buffer].sizeBytes;
    auto overlap = [&](size_t other) {
      return llvm::createStringError("buffers " + name(other) + " and " + name(event.buffer) +
                                     " overlap at step " + llvm::Twine(event.step));
    };
    auto above = alive.lower_bound(begin);
    if (above != alive.end() && above->first < end)
      return overlap(above->second);
    if (above != alive.begin()) {
      const auto below = std::prev(above);
      if (below->first + buffers[below->second].sizeBytes > begin)
        return overlap(below->second);
    }
    alive.emplace_hint(above, begin, event.buffer);
  }
  return llvm::Error::success();
}

} // namespace

int64_t maxLoadBytes(llvm::ArrayRef<Buffer> buffers) {
  int64_t load = 0, most = 0;
  for (const Event &event : eventsOf(buffers)) {
    load += event.starts ? buffers[event.buffer].sizeBytes : -buffers[event.buffer].sizeBytes;
    most = std::max(most, load);
  }
  return most;
}

llvm::Error checkBuffers(llvm::ArrayRef<Buffer> buffers,
                         llvm::function_ref<std::string(size_t)> name) {
  int64_t sumBytes = 0;
  std::vector<Buffer> fixed;
  std::vector<int64_t> fixedOffsets;
  std::vector<size_t> fixedNumbers;
  for (size_t number = 0; number < buffers.size(); ++number) {
    const Buffer &buffer = buffers[number];
    auto fail = [&](const llvm::Twine &what) {
      return llvm::createStringError("buffer " + name(number) + ": " + what);
    };
    if (buffer.lower < 0)
      return fail("lower " + llvm::Twine(buffer.lower) + " is negative");
    if (buffer.lower > buffer.upper)
      return fail("lower " + llvm::Twine(buffer.lower) + " is above upper " +
                  llvm::Twine(buffer.upper));
    if (buffer.sizeBytes < 0)
      return fail("size " + llvm::Twine(buffer.sizeBytes) + " is negative");
    if (buffer.alignmentBytes < 1)
      return fail("alignment " + llvm::Twine(buffer.alignmentBytes) + " is below 1");
    // Every offset that is tried stays below the sum of all sizes, paddings and fixed offsets.
    const int64_t padding = buffer.alignmentBytes - 1;
    const int64_t fixedBytes = buffer.fixedOffsetBytes.value_or(0);
    if (fixedBytes < 0)
      return fail("offset " + llvm::Twine(fixedBytes) + " is negative");
    if (fixedBytes % buffer.alignmentBytes != 0)
      return fail("offset " + llvm::Twine(fixedBytes) + " is no multiple of the alignment " +
                  llvm::Twine(buffer.alignmentBytes));
    for (int64_t bytes : {buffer.sizeBytes, padding, fixedBytes})
      if (__builtin_add_overflow(sumBytes, bytes, &sumBytes) ||
          sumBytes > std::numeric_limits<int64_t>::max() / 8)
        return fail("the sum of the sizes is over the limit of int64");
    if (buffer.fixedOffsetBytes) {
      fixed.push_back(buffer);
      fixedOffsets.push_back(fixedBytes);
      fixedNumbers.push_back(number);
    }
  }
  return checkDisjoint(fixed, fixedOffsets, eventsOf(fixed),
                       [&](size_t number) { return name(fixedNumbers[number]); });
}

llvm::Error checkAllocation(llvm::ArrayRef<Buffer> buffers, llvm::ArrayRef<int64_t> offsetsBytes) {
  if (offsetsBytes.size() != buffers.size())
    return llvm::createStringError("there are " + llvm::Twine(offsetsBytes.size()) +
                                   " offsets for " + llvm::Twine(buffers.size()) + " buffers");
  auto name = [](size_t number) { return std::to_string(number); };
  for (size_t number = 0; number < buffers.size(); ++number) {
    const int64_t offset = offsetsBytes[number];
    const Buffer &buffer = buffers[number];
    auto fail = [&](const llvm::Twine &what) {
      return llvm::createStringError("buffer " + name(number) + ": offset " + llvm::Twine(offset) +
                                     what);
    };
    if (offset < 0)
      return fail(" is negative");
    if (offset % buffer.alignmentBytes != 0)
      return fail(" is no multiple of the alignment " + llvm::Twine(buffer.alignmentBytes));
    if (buffer.fixedOffsetBytes && offset != *buffer.fixedOffsetBytes)
      return fail(" is not the given one, " + llvm::Twine(*buffer.fixedOffsetBytes));
  }
  return checkDisjoint(buffers, offsetsBytes, eventsOf(buffers), name);
}

} // namespace rematplan
