//===- StepProfile.h - Bytes per base step, with fast range changes -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_STEPPROFILE_H
#define REMAT_LIB_PLANNING_STEPPROFILE_H

#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace rematplan {

/// An array of numbers with range additions, its maximum, and its sum above a limit. Blocks carry
/// what was added to all of them, so that a long range costs one addition per block.
class StepProfile {
public:
  /// These numbers. Excess is counted in units of 2^`excessShift`, so that its sum cannot overflow.
  void reset(std::vector<int64_t> numbers, unsigned excessShift = 0);
  size_t size() const { return values.size(); }
  /// Adds to the elements of [begin, end).
  void add(size_t begin, size_t end, int64_t amount);
  int64_t at(size_t index) const { return values[index] + blocks[index / blockSize].added; }
  int64_t maximum() const;
  /// Of the elements of [begin, end); the smallest number if there are none.
  int64_t maximum(size_t begin, size_t end) const;
  /// The first index that holds the maximum; 0 if empty.
  size_t maximumIndex() const;
  void setLimit(int64_t newLimit);
  int64_t limit() const { return currentLimit; }
  /// The sum of what the elements have above the limit, each rounded up to the unit.
  int64_t excess() const;
  /// The part of one element.
  int64_t excessAt(size_t index) const { return inUnits(at(index) - currentLimit); }

private:
  static constexpr size_t blockSize = 128;
  struct Block {
    int64_t added = 0;
    /// Of the values, without `added`; both are stale until the block is looked at again.
    mutable int64_t maximum = 0;
    mutable int64_t excess = 0;
    mutable bool maximumKnown = false;
    mutable bool excessKnown = false;
  };
  int64_t blockMaximum(size_t block) const;
  int64_t inUnits(int64_t over) const { return over <= 0 ? 0 : ((over - 1) >> shift) + 1; }

  std::vector<int64_t> values;
  std::vector<Block> blocks;
  unsigned shift = 0;
  int64_t currentLimit = std::numeric_limits<int64_t>::max();
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_STEPPROFILE_H
