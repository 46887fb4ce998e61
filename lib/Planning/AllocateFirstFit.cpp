//===- AllocateFirstFit.cpp - Offsets by placing buffers in an order ------===//
#include "AllocateFirstFit.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <functional>
#include <limits>

namespace rematplan {

static constexpr size_t mostPerBlock = 512;

static int64_t alignUp(int64_t bytes, int64_t alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

int64_t FirstFit::lowestFree(const Buffer &buffer) {
  int64_t free = 0;
  for (const std::vector<Placed> &block : blocks) {
    work += block.size();
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

namespace {

/// The best offsets so far.
class BestPlacement {
public:
  BestPlacement(llvm::ArrayRef<Buffer> buffers, const BufferPart &part,
                llvm::MutableArrayRef<int64_t> best)
      : firstFit(buffers), part(part), best(best), tried(buffers.size()) {}

  /// Places in the order up to `limitBytes`; keeps the offsets if the height is a new low.
  std::optional<int64_t> tryOrder(llvm::ArrayRef<uint32_t> order, int64_t limitBytes) {
    std::optional<int64_t> height = firstFit.place(order, limitBytes, tried);
    if (height && *height < heightBytes) {
      heightBytes = *height;
      for (uint32_t number : part)
        best[number] = tried[number];
    }
    return height;
  }
  int64_t end(llvm::ArrayRef<Buffer> buffers, uint32_t number) const {
    return tried[number] + buffers[number].sizeBytes;
  }

  int64_t heightBytes = std::numeric_limits<int64_t>::max();
  FirstFit firstFit;

private:
  const BufferPart &part;
  llvm::MutableArrayRef<int64_t> best;
  std::vector<int64_t> tried;
};

} // namespace

/// The largest load during each buffer's lifetime, by position in the part.
static std::vector<int64_t> loadsOf(llvm::ArrayRef<Buffer> buffers, const BufferPart &part) {
  const BufferColumns columns = columnsOf(buffers, part);
  std::vector<int64_t> change(columns.count + 1);
  for (size_t i = 0; i < part.size(); ++i) {
    change[columns.begin[i]] += buffers[part[i]].sizeBytes;
    change[columns.end[i]] -= buffers[part[i]].sizeBytes;
  }
  // Sparse table of maxima: levels[k][c] is the largest load of the 2^k columns from c on.
  std::vector<std::vector<int64_t>> levels(1);
  int64_t load = 0;
  for (uint32_t column = 0; column < columns.count; ++column)
    levels[0].push_back(load += change[column]);
  for (size_t width = 1; 2 * width <= columns.count; width *= 2) {
    const std::vector<int64_t> &below = levels.back();
    std::vector<int64_t> level(columns.count + 1 - 2 * width);
    for (size_t column = 0; column < level.size(); ++column)
      level[column] = std::max(below[column], below[column + width]);
    levels.push_back(std::move(level));
  }
  std::vector<int64_t> loads(part.size());
  for (size_t i = 0; i < part.size(); ++i) {
    const uint32_t length = columns.end[i] - columns.begin[i];
    const unsigned level = 31 - __builtin_clz(length);
    loads[i] = std::max(levels[level][columns.begin[i]],
                        levels[level][columns.end[i] - (uint32_t(1) << level)]);
  }
  return loads;
}

/// Moves what ended above the target to the front, half way each time, and places again.
static void moveUpperForward(llvm::ArrayRef<Buffer> buffers, BufferPart order, int64_t targetBytes,
                             int64_t work, BestPlacement &placement) {
  constexpr int64_t noLimit = std::numeric_limits<int64_t>::max();
  placement.firstFit.work = 0;
  // Setting up a placement is work as well.
  while (placement.firstFit.work < work &&
         placement.tryOrder(order, noLimit).value_or(noLimit) > targetBytes) {
    placement.firstFit.work += 8 * order.size();
    BufferPart next(order.size());
    std::vector<std::pair<size_t, uint32_t>> key;
    for (size_t i = 0; i < order.size(); ++i) {
      const bool isOver = placement.end(buffers, order[i]) > targetBytes;
      key.push_back({isOver ? i : 2 * i + 1, order[i]});
    }
    std::stable_sort(key.begin(), key.end(),
                     [](const auto &a, const auto &b) { return a.first < b.first; });
    for (size_t i = 0; i < key.size(); ++i)
      next[i] = key[i].second;
    if (next == order)
      return;
    order = std::move(next);
  }
}

int64_t placeByOrders(llvm::ArrayRef<Buffer> buffers, const BufferPart &part, int64_t targetBytes,
                      int64_t work, llvm::MutableArrayRef<int64_t> offsetsBytes) {
  const std::vector<int64_t> loads = loadsOf(buffers, part);
  using Key = std::function<std::array<double, 3>(size_t)>;
  auto size = [&](size_t i) { return static_cast<double>(buffers[part[i]].sizeBytes); };
  auto length = [&](size_t i) {
    return static_cast<double>(buffers[part[i]].upper - buffers[part[i]].lower);
  };
  auto load = [&](size_t i) { return static_cast<double>(loads[i]); };
  // The first placed have the largest key. Parts come ordered by start.
  const Key keys[] = {
      [&](size_t i) {
        return std::array{size(i), length(i), 0.0};
      },
      [&](size_t i) {
        return std::array{size(i) * length(i), 0.0, 0.0};
      },
      [&](size_t i) {
        return std::array{length(i), size(i), 0.0};
      },
      [&](size_t i) {
        return std::array{load(i), size(i), length(i)};
      },
      [&](size_t i) {
        return std::array{load(i), length(i), size(i)};
      },
      [&](size_t) {
        return std::array{0.0, 0.0, 0.0};
      },
  };
  BestPlacement placement(buffers, part, offsetsBytes);
  BufferPart bestOrder;
  for (const Key &key : keys) {
    std::vector<std::array<double, 3>> value(part.size());
    std::vector<uint32_t> positions(part.size());
    for (uint32_t i = 0; i < part.size(); ++i) {
      value[i] = key(i);
      positions[i] = i;
    }
    std::stable_sort(positions.begin(), positions.end(),
                     [&](uint32_t a, uint32_t b) { return value[a] > value[b]; });
    BufferPart order;
    for (uint32_t position : positions)
      order.push_back(part[position]);
    if (placement.tryOrder(order, placement.heightBytes))
      bestOrder = std::move(order);
    if (placement.heightBytes <= targetBytes)
      return placement.heightBytes;
  }
  moveUpperForward(buffers, std::move(bestOrder), targetBytes, work, placement);
  return placement.heightBytes;
}

} // namespace rematplan
