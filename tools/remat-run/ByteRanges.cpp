//===- ByteRanges.cpp - A set of bytes ------------------------------------===//
#include "ByteRanges.h"
#include <algorithm>
#include <iterator>

using namespace mlir::remat;

void ByteRanges::add(int64_t begin, int64_t end) {
  if (begin >= end)
    return;
  auto it = endOf.upper_bound(begin);
  if (it != endOf.begin() && std::prev(it)->second >= begin)
    --it;
  while (it != endOf.end() && it->first <= end) {
    begin = std::min(begin, it->first);
    end = std::max(end, it->second);
    it = endOf.erase(it);
  }
  endOf.emplace(begin, end);
}

void ByteRanges::remove(int64_t begin, int64_t end) {
  if (begin >= end)
    return;
  auto it = endOf.upper_bound(begin);
  if (it != endOf.begin() && std::prev(it)->second > begin)
    --it;
  while (it != endOf.end() && it->first < end) {
    auto [first, last] = *it;
    it = endOf.erase(it);
    if (first < begin)
      endOf.emplace(first, begin);
    if (last > end) {
      endOf.emplace(end, last);
      break;
    }
  }
}

void ByteRanges::add(const ByteRanges &other) {
  for (auto [begin, end] : other.endOf)
    add(begin, end);
}

void ByteRanges::remove(const ByteRanges &other) {
  for (auto [begin, end] : other.endOf)
    remove(begin, end);
}

int64_t ByteRanges::bytes() const {
  int64_t sum = 0;
  for (auto [begin, end] : endOf)
    sum += end - begin;
  return sum;
}

ByteRanges ByteRanges::aligned(int64_t alignment) const {
  ByteRanges rounded;
  for (auto [begin, end] : endOf)
    rounded.add(begin / alignment * alignment, (end + alignment - 1) / alignment * alignment);
  return rounded;
}
