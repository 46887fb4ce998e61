//===- AllocateOrders.cpp - Offsets by placing buffers in many orders -----===//
#include "AllocateOrders.h"
#include "AllocateFirstFit.h"
#include "AllocateSkyline.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <array>
#include <limits>

namespace rematplan {

namespace {

constexpr int64_t noLimit = std::numeric_limits<int64_t>::max();

/// Sorts buffers with the largest key first; ties keep the order of the part, by start.
using Key = std::array<double, 3>;

struct Measures {
  double size;
  double length;
  /// The largest load during the buffer's lifetime.
  double load;
};

constexpr Key (*keys[])(const Measures &) = {
    [](const Measures &m) {
      return Key{m.size, m.length};
    },
    [](const Measures &m) { return Key{m.size * m.length}; },
    [](const Measures &m) {
      return Key{m.length, m.size};
    },
    [](const Measures &m) {
      return Key{m.load, m.size, m.length};
    },
    [](const Measures &m) {
      return Key{m.load, m.length, m.size};
    },
    [](const Measures &) { return Key{}; },
};

std::vector<Measures> measure(llvm::ArrayRef<Buffer> buffers, const BufferPart &part) {
  const BufferColumns columns = columnsOf(buffers, part);
  std::vector<int64_t> change(columns.count + 1);
  for (size_t i = 0; i < part.size(); ++i) {
    change[columns.begin[i]] += buffers[part[i]].sizeBytes;
    change[columns.end[i]] -= buffers[part[i]].sizeBytes;
  }
  // levels[k][c] is the largest load of the 2^k columns from c on.
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
  std::vector<Measures> measures;
  for (size_t i = 0; i < part.size(); ++i) {
    const Buffer &buffer = buffers[part[i]];
    const uint32_t length = columns.end[i] - columns.begin[i];
    const unsigned level = 31 - __builtin_clz(length);
    measures.push_back(
        {static_cast<double>(buffer.sizeBytes), static_cast<double>(buffer.upper - buffer.lower),
         static_cast<double>(std::max(levels[level][columns.begin[i]],
                                      levels[level][columns.end[i] - (uint32_t(1) << level)]))});
  }
  return measures;
}

/// Tries orders and keeps the lowest offsets.
class OrderTrials {
public:
  OrderTrials(llvm::ArrayRef<Buffer> buffers, const BufferPart &part, int64_t targetBytes,
              llvm::MutableArrayRef<int64_t> best)
      : buffers(buffers), part(part), targetBytes(targetBytes), best(best), tried(buffers.size()),
        firstFit(buffers), skyline(buffers, part) {}

  bool isDone() const { return heightBytes <= targetBytes; }
  void fitFirst(llvm::ArrayRef<uint32_t> order) {
    keep(order, firstFit.place(order, heightBytes, tried));
  }
  void fitLowest(llvm::ArrayRef<uint32_t> order, int64_t &work) {
    keep(order, skyline.place(order, heightBytes, work, tried));
  }
  void moveForward(int64_t work);

  int64_t heightBytes = noLimit;
  BufferPart bestOrder;

private:
  void keep(llvm::ArrayRef<uint32_t> order, std::optional<int64_t> height) {
    if (!height)
      return;
    heightBytes = *height;
    bestOrder.assign(order.begin(), order.end());
    for (uint32_t number : part)
      best[number] = tried[number];
  }

  llvm::ArrayRef<Buffer> buffers;
  const BufferPart &part;
  int64_t targetBytes;
  llvm::MutableArrayRef<int64_t> best;
  std::vector<int64_t> tried;
  FirstFit firstFit;
  Skyline skyline;
};

/// Moves what ended above the target half way to the front and places again, from the best order
/// on.
void OrderTrials::moveForward(int64_t work) {
  BufferPart order = bestOrder;
  for (uint32_t number : part)
    tried[number] = best[number];
  while (work > 0) {
    std::vector<std::pair<size_t, uint32_t>> key;
    for (size_t place = 0; place < order.size(); ++place) {
      const uint32_t number = order[place];
      const bool isOver = tried[number] + buffers[number].sizeBytes > targetBytes;
      key.push_back({isOver ? place : 2 * place + 1, number});
    }
    llvm::stable_sort(key, llvm::less_first());
    BufferPart next;
    for (const auto &[place, number] : key)
      next.push_back(number);
    if (next == order)
      return;
    order = std::move(next);
    // No limit: where a placement failed says what to move next.
    work -= static_cast<int64_t>(4 * order.size());
    const std::optional<int64_t> height = skyline.place(order, noLimit, work, tried);
    if (!height)
      return;
    if (*height < heightBytes)
      keep(order, height);
    if (isDone())
      return;
  }
}

} // namespace

int64_t placeByOrders(llvm::ArrayRef<Buffer> buffers, const BufferPart &part, int64_t targetBytes,
                      int64_t work, llvm::MutableArrayRef<int64_t> offsetsBytes) {
  const std::vector<Measures> measures = measure(buffers, part);
  std::vector<BufferPart> orders;
  for (auto key : keys) {
    std::vector<Key> value;
    for (const Measures &m : measures)
      value.push_back(key(m));
    std::vector<uint32_t> positions(part.size());
    for (uint32_t i = 0; i < part.size(); ++i)
      positions[i] = i;
    llvm::stable_sort(positions, [&](uint32_t a, uint32_t b) { return value[a] > value[b]; });
    BufferPart &order = orders.emplace_back();
    for (uint32_t position : positions)
      order.push_back(part[position]);
  }
  OrderTrials trials(buffers, part, targetBytes, offsetsBytes);
  for (const BufferPart &order : orders) {
    trials.fitFirst(order);
    if (trials.isDone())
      return trials.heightBytes;
  }
  if (llvm::any_of(part, [&](uint32_t number) { return buffers[number].fixedOffsetBytes; }))
    return trials.heightBytes;
  for (const BufferPart &order : orders) {
    trials.fitLowest(order, work);
    if (trials.isDone())
      return trials.heightBytes;
  }
  trials.moveForward(work);
  return trials.heightBytes;
}

} // namespace rematplan
