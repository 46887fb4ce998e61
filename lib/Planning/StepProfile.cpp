//===- StepProfile.cpp - Bytes per base step, with fast range changes -*- C++ -*-===//
#include "StepProfile.h"
#include <algorithm>

using namespace rematplan;

void StepProfile::reset(std::vector<int64_t> numbers, unsigned excessShift) {
  values = std::move(numbers);
  shift = excessShift;
  blocks.assign((values.size() + blockSize - 1) / blockSize, Block());
}

void StepProfile::add(size_t begin, size_t end, int64_t amount) {
  while (begin < end) {
    size_t block = begin / blockSize;
    size_t blockBegin = block * blockSize,
           blockEnd = std::min(blockBegin + blockSize, values.size());
    size_t stop = std::min(end, blockEnd);
    Block &entry = blocks[block];
    entry.excessKnown = false;
    if (begin == blockBegin && stop == blockEnd) {
      entry.added += amount;
    } else {
      entry.maximumKnown = false;
      for (size_t index = begin; index < stop; ++index)
        values[index] += amount;
    }
    begin = stop;
  }
}

int64_t StepProfile::blockMaximum(size_t block) const {
  const Block &entry = blocks[block];
  if (!entry.maximumKnown) {
    auto begin = values.begin() + block * blockSize;
    entry.maximum =
        *std::max_element(begin, values.begin() + std::min(values.size(), (block + 1) * blockSize));
    entry.maximumKnown = true;
  }
  return entry.maximum + entry.added;
}

int64_t StepProfile::maximum() const {
  int64_t result = blocks.empty() ? 0 : blockMaximum(0);
  for (size_t block = 1; block < blocks.size(); ++block)
    result = std::max(result, blockMaximum(block));
  return result;
}

int64_t StepProfile::maximum(size_t begin, size_t end) const {
  int64_t result = std::numeric_limits<int64_t>::min();
  while (begin < end) {
    const size_t block = begin / blockSize, blockEnd = (block + 1) * blockSize;
    if (begin % blockSize == 0 && blockEnd <= end) {
      result = std::max(result, blockMaximum(block));
      begin = blockEnd;
      continue;
    }
    const size_t stop = std::min(end, blockEnd);
    int64_t partial = *std::max_element(values.begin() + begin, values.begin() + stop);
    result = std::max(result, partial + blocks[block].added);
    begin = stop;
  }
  return result;
}

size_t StepProfile::maximumIndex() const {
  size_t best = 0;
  for (size_t block = 1; block < blocks.size(); ++block)
    if (blockMaximum(block) > blockMaximum(best))
      best = block;
  size_t index = best * blockSize;
  while (index < values.size() && at(index) < blockMaximum(best))
    ++index;
  return index;
}

void StepProfile::setLimit(int64_t newLimit) {
  if (newLimit == currentLimit)
    return;
  currentLimit = newLimit;
  for (Block &block : blocks)
    block.excessKnown = false;
}

int64_t StepProfile::excess() const {
  int64_t total = 0;
  for (size_t block = 0; block < blocks.size(); ++block) {
    const Block &entry = blocks[block];
    if (!entry.excessKnown) {
      entry.excess = 0;
      entry.excessKnown = true;
      if (blockMaximum(block) > currentLimit) {
        int64_t blockLimit = currentLimit - entry.added;
        size_t end = std::min(values.size(), (block + 1) * blockSize);
        for (size_t index = block * blockSize; index < end; ++index)
          entry.excess += inUnits(values[index] - blockLimit);
      }
    }
    total += entry.excess;
  }
  return total;
}
