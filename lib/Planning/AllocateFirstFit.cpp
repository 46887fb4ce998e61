//===- AllocateFirstFit.cpp - Offsets by placing buffers in an order ------===//
#include "AllocateFirstFit.h"
#include <algorithm>

namespace rematplan {

static constexpr size_t mostPerBlock = 512;

static int64_t alignUp(int64_t bytes, int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

int64_t FirstFit::lowestFree(const Buffer &buffer) const {
  int64_t free = 0;
  for (const std::vector<Placed> &block : blocks) {
    for (const Placed &placed : block) {
      if (placed.lower >= buffer.upper || buffer.lower >= placed.upper)
        continue;
      if (placed.begin >= free + buffer.sizeBytes)
        return free;
      if (placed.end > free)
        free = alignUp(placed.end, buffer.alignmentBytes);
    }
  }
  return free;
}

void FirstFit::insert(const Buffer &buffer, int64_t offsetBytes) {
  const Placed placed{offsetBytes, offsetBytes + buffer.sizeBytes, buffer.lower, buffer.upper};
  auto isAbove = [](int64_t offset, const Placed &other) { return offset < other.begin; };
  auto block = std::upper_bound(blocks.begin(), blocks.end(), offsetBytes,
                                [](int64_t offset, const std::vector<Placed> &other) {
                                  return offset < other.front().begin;
                                });
  if (block != blocks.begin())
    --block;
  if (block == blocks.end())
    block = blocks.insert(block, std::vector<Placed>());
  block->insert(std::upper_bound(block->begin(), block->end(), offsetBytes, isAbove), placed);
  if (block->size() <= mostPerBlock)
    return;
  std::vector<Placed> upperHalf(block->begin() + mostPerBlock / 2, block->end());
  block->resize(mostPerBlock / 2);
  blocks.insert(block + 1, std::move(upperHalf));
}

std::optional<int64_t> FirstFit::place(llvm::ArrayRef<uint32_t> order, int64_t limitBytes,
                                       llvm::MutableArrayRef<int64_t> offsetsBytes) {
  blocks.clear();
  int64_t height = 0;
  auto put = [&](uint32_t number, int64_t offset) {
    insert(buffers[number], offset);
    offsetsBytes[number] = offset;
    height = std::max(height, offset + buffers[number].sizeBytes);
  };
  for (uint32_t number : order)
    if (buffers[number].fixedOffsetBytes)
      put(number, *buffers[number].fixedOffsetBytes);
  for (uint32_t number : order) {
    if (height >= limitBytes)
      return std::nullopt;
    if (!buffers[number].fixedOffsetBytes)
      put(number, lowestFree(buffers[number]));
  }
  return height < limitBytes ? std::optional(height) : std::nullopt;
}

} // namespace rematplan
