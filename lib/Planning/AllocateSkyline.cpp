//===- AllocateSkyline.cpp - Offsets from the lowest to the highest -------===//
#include "AllocateSkyline.h"
#include <algorithm>
#include <queue>

namespace rematplan {

Skyline::Skyline(llvm::ArrayRef<Buffer> buffers, const BufferPart &part)
    : buffers(buffers), part(part), begin(buffers.size()), end(buffers.size()) {
  const BufferColumns columns = columnsOf(buffers, part);
  for (size_t i = 0; i < part.size(); ++i) {
    begin[part[i]] = columns.begin[i];
    end[part[i]] = columns.end[i];
  }
  while (leaves < columns.count)
    leaves *= 2;
}

/// The largest top of the columns: notes at the nodes that cover the range, at those below, and at
/// those above.
int64_t Skyline::highest(uint32_t begin, uint32_t end) const {
  int64_t top = 0;
  const size_t first = begin + leaves, last = end - 1 + leaves;
  size_t left = first, right = last + 1;
  for (; left < right; left /= 2, right /= 2) {
    if (left & 1)
      top = std::max(top, highestBytes[left++]);
    if (right & 1)
      top = std::max(top, highestBytes[--right]);
  }
  for (size_t node = first / 2; node > 0; node /= 2)
    top = std::max(top, noteBytes[node]);
  for (size_t node = last / 2; node > 0; node /= 2)
    top = std::max(top, noteBytes[node]);
  return top;
}

void Skyline::renew(size_t leaf) {
  for (size_t node = leaf / 2; node > 0; node /= 2)
    highestBytes[node] =
        std::max({noteBytes[node], highestBytes[2 * node], highestBytes[2 * node + 1]});
}

void Skyline::raise(uint32_t begin, uint32_t end, int64_t topBytes) {
  const size_t first = begin + leaves, last = end - 1 + leaves;
  auto note = [&](size_t node) {
    noteBytes[node] = std::max(noteBytes[node], topBytes);
    highestBytes[node] = std::max(highestBytes[node], topBytes);
  };
  for (size_t left = first, right = last + 1; left < right; left /= 2, right /= 2) {
    if (left & 1)
      note(left++);
    if (right & 1)
      note(--right);
  }
  renew(first);
  renew(last);
}

std::optional<int64_t> Skyline::place(llvm::ArrayRef<uint32_t> order, int64_t limitBytes,
                                      int64_t &work, llvm::MutableArrayRef<int64_t> offsetsBytes) {
  highestBytes.assign(2 * leaves, 0);
  noteBytes.assign(2 * leaves, 0);
  // The offset that a buffer had when it was looked at last, and its place in the order. Offsets
  // only rise, so that the first one which is still right is the lowest of all.
  using Candidate = std::pair<int64_t, uint32_t>;
  std::vector<Candidate> start;
  for (uint32_t position = 0; position < order.size(); ++position)
    start.push_back({0, position});
  std::priority_queue open(std::greater<>(), std::move(start));
  int64_t height = 0;
  while (!open.empty()) {
    if (--work < 0)
      return std::nullopt;
    const auto [offset, position] = open.top();
    open.pop();
    const uint32_t number = order[position];
    const Buffer &buffer = buffers[number];
    const int64_t top = highest(begin[number], end[number]);
    const int64_t lowest =
        (top + buffer.alignmentBytes - 1) / buffer.alignmentBytes * buffer.alignmentBytes;
    if (lowest + buffer.sizeBytes >= limitBytes)
      return std::nullopt;
    if (lowest > offset) {
      open.push({lowest, position});
      continue;
    }
    offsetsBytes[number] = lowest;
    height = std::max(height, lowest + buffer.sizeBytes);
    raise(begin[number], end[number], lowest + buffer.sizeBytes);
  }
  return height;
}

} // namespace rematplan
