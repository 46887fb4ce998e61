//===- Allocate.cpp - Offsets for buffers with fixed lifetimes ------------===//
#include "remat/Planning/Allocate.h"
#include "AllocateOrders.h"
#include "AllocateSearch.h"
#include "RandomDraws.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include <algorithm>
#include <cmath>
#include <numeric>
#include <tuple>

namespace rematplan {

namespace {

/// Units of work by effort; some 10 to 20 million are done in a second.
constexpr int64_t searchWork[] = {4'000'000, 40'000'000, 400'000'000, 4'000'000'000};
constexpr int64_t orderWork[] = {1'000'000, 10'000'000, 50'000'000, 200'000'000};
/// Small parts are left to the search.
constexpr int64_t orderWorkPerBuffer = 2'000;
/// Whether buffers fit a capacity is a question with an answer: worth this much more than bytes.
constexpr int64_t worthOfCapacity = 50;
constexpr int64_t firstRunWork = 250'000;
constexpr int64_t drawnRunWork = 400'000;
/// A search looks at all buffers of a part in each node; beyond this it would not reach the end of
/// one path.
constexpr size_t mostSearched = 3000;

/// Places one part of a problem after the other.
class Allocator {
public:
  Allocator(llvm::ArrayRef<Buffer> buffers, const AllocateOptions &options,
            llvm::MutableArrayRef<int64_t> offsetsBytes)
      : buffers(buffers), offsetsBytes(offsetsBytes), effort(std::min(options.effort, 3u)),
        hasCapacity(options.capacityBytes.has_value()) {}

  /// Any height up to the target is good. Returns the height.
  int64_t place(const BufferPart &part, int64_t targetBytes);

private:
  bool search(const BufferPart &part, int64_t capacityBytes, int64_t work);

  llvm::ArrayRef<Buffer> buffers;
  llvm::MutableArrayRef<int64_t> offsetsBytes;
  unsigned effort;
  bool hasCapacity;
};

struct Measures {
  double size, length, area, load;
};

std::vector<Measures> measure(llvm::ArrayRef<Buffer> buffers, const BufferPart &part,
                              llvm::ArrayRef<ColumnBuffer> columns) {
  std::vector<int64_t> loads;
  for (const ColumnBuffer &buffer : columns) {
    loads.resize(std::max<size_t>(loads.size(), buffer.end));
    for (uint32_t column = buffer.begin; column < buffer.end; ++column)
      loads[column] += buffer.sizeBytes;
  }
  std::vector<Measures> measures;
  for (size_t i = 0; i < part.size(); ++i) {
    const auto size = static_cast<double>(columns[i].sizeBytes);
    const auto length = static_cast<double>(buffers[part[i]].upper - buffers[part[i]].lower);
    const int64_t load =
        *std::max_element(loads.begin() + columns[i].begin, loads.begin() + columns[i].end);
    measures.push_back({size, length, size * length, static_cast<double>(load)});
  }
  return measures;
}

/// Ranks of buffers by keys: the largest first, ties in the order of the part.
template <typename Key> std::vector<uint32_t> rankBy(llvm::ArrayRef<Key> keys) {
  std::vector<uint32_t> order(keys.size()), rank(keys.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return keys[a] > keys[b]; });
  for (uint32_t place = 0; place < order.size(); ++place)
    rank[order[place]] = place;
  return rank;
}

/// The orders in which buffers of equal lowest offset are tried, as ranks.
std::vector<std::vector<uint32_t>> ranksOf(llvm::ArrayRef<Measures> measures) {
  using Key = std::tuple<double, double, double>;
  Key (*const keys[])(const Measures &) = {
      [](const Measures &m) { return Key(m.load, m.length, m.area); },
      [](const Measures &m) { return Key(m.length, m.area, m.load); },
      [](const Measures &m) { return Key(m.load, m.area, m.length); },
  };
  std::vector<std::vector<uint32_t>> ranks;
  for (auto key : keys) {
    std::vector<Key> values;
    for (const Measures &m : measures)
      values.push_back(key(m));
    ranks.push_back(rankBy<Key>(values));
  }
  return ranks;
}

/// A random order of the kind that was seen to lead to solutions of hard problems: long buffers
/// first, large ones and those of crowded times before others.
std::vector<uint32_t> drawRank(llvm::ArrayRef<Measures> measures, RandomDraws &draws) {
  const double byLoad = draws.between(0, 40), byLength = draws.between(1.7, 2.4),
               bySize = draws.between(0.6, 1), noise = draws.between(0.2, 0.8);
  std::vector<double> keys;
  for (const Measures &m : measures)
    keys.push_back(byLoad * std::log(m.load) + byLength * std::log(m.length) +
                   bySize * std::log(m.size) + draws.between(-noise, noise));
  return rankBy<double>(keys);
}

bool Allocator::search(const BufferPart &part, int64_t capacityBytes, int64_t work) {
  const BufferColumns columns = columnsOf(buffers, part);
  std::vector<ColumnBuffer> searched;
  for (size_t i = 0; i < part.size(); ++i)
    searched.push_back({columns.begin[i], columns.end[i], buffers[part[i]].sizeBytes,
                        buffers[part[i]].alignmentBytes});
  const std::vector<Measures> measures = measure(buffers, part, searched);
  const std::vector<std::vector<uint32_t>> ranks = ranksOf(measures);
  OffsetSearch search(searched, columns.count, capacityBytes);
  RandomDraws draws(2);
  auto run = [&](SearchGuide guide, llvm::ArrayRef<uint32_t> rank, int64_t limit) {
    int64_t left = std::min(limit, work);
    work -= left;
    const OffsetSearch::Result result = search.run(guide, rank, left);
    work += left;
    return result;
  };
  // A path that begins badly takes for ever: short runs with every rank and guide, then longer
  // ones, and for four times as long in between short ones with ranks that were drawn.
  auto result = OffsetSearch::Result::OutOfWork;
  for (int64_t limit = firstRunWork; work > 0 && result == OffsetSearch::Result::OutOfWork;
       limit *= 2) {
    const int64_t before = work;
    for (SearchGuide guide :
         {SearchGuide::Lowest, SearchGuide::FailuresPerSlack, SearchGuide::Slack})
      for (llvm::ArrayRef<uint32_t> rank : ranks)
        if (work > 0 && result == OffsetSearch::Result::OutOfWork)
          result = run(guide, rank, limit);
    for (const int64_t until = work - 4 * (before - work);
         work > std::max<int64_t>(until, 0) && result == OffsetSearch::Result::OutOfWork;)
      result = run(SearchGuide::Lowest, drawRank(measures, draws), drawnRunWork);
  }
  if (result != OffsetSearch::Result::Found)
    return false;
  for (size_t i = 0; i < part.size(); ++i)
    offsetsBytes[part[i]] = search.offsets()[i];
  return true;
}

int64_t Allocator::place(const BufferPart &part, int64_t targetBytes) {
  const int64_t work =
      std::min(orderWork[effort], orderWorkPerBuffer * static_cast<int64_t>(part.size()));
  const int64_t heightBytes = placeByOrders(buffers, part, targetBytes, work, offsetsBytes);
  const bool hasFixed =
      llvm::any_of(part, [&](uint32_t number) { return buffers[number].fixedOffsetBytes; });
  if (heightBytes <= targetBytes || hasFixed || part.size() > mostSearched)
    return heightBytes;
  if (hasCapacity)
    return search(part, targetBytes, searchWork[effort] * worthOfCapacity) ? targetBytes
                                                                           : heightBytes;
  // The target is a lower limit. If it is out of reach, part of the way is worth something.
  for (int64_t share : {16, 4, 2}) {
    const int64_t capacityBytes =
        share == 16 ? targetBytes : targetBytes + (heightBytes - targetBytes) / share;
    if (search(part, capacityBytes, searchWork[effort] / 3))
      return capacityBytes;
  }
  return heightBytes;
}

} // namespace

Allocation allocate(llvm::ArrayRef<Buffer> buffers, const AllocateOptions &options) {
  Allocation result;
  result.offsetsBytes.assign(buffers.size(), 0);
  result.maxLoadBytes = maxLoadBytes(buffers);
  const int64_t targetBytes =
      std::max(options.capacityBytes.value_or(result.maxLoadBytes), result.maxLoadBytes);
  Allocator allocator(buffers, options, result.offsetsBytes);
  for (const BufferPart &part : splitInTime(buffers))
    allocator.place(part, targetBytes);
  for (size_t number = 0; number < buffers.size(); ++number) {
    if (!buffers[number].takesPlace())
      result.offsetsBytes[number] = buffers[number].fixedOffsetBytes.value_or(0);
    result.heightBytes =
        std::max(result.heightBytes, result.offsetsBytes[number] + buffers[number].sizeBytes);
  }
  result.withinCapacity = !options.capacityBytes || result.heightBytes <= *options.capacityBytes;
  if (llvm::Error error = checkAllocation(buffers, result.offsetsBytes))
    llvm::report_fatal_error(std::move(error));
  return result;
}

} // namespace rematplan
