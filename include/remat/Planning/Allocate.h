//===- Allocate.h - Offsets for buffers with fixed lifetimes -*- C++ -*-===//
#ifndef REMAT_PLANNING_ALLOCATE_H
#define REMAT_PLANNING_ALLOCATE_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>
#include <vector>

namespace rematplan {

/// Bytes that are needed during the half-open interval `[lower, upper)` of steps. A buffer of no
/// bytes or no steps takes no place.
struct Buffer {
  int64_t lower = 0;
  int64_t upper = 0;
  int64_t sizeBytes = 0;
  /// The offset is a multiple of this; at least 1.
  int64_t alignmentBytes = 1;
  /// The offset is given.
  std::optional<int64_t> fixedOffsetBytes;

  bool takesPlace() const { return lower < upper && sizeBytes > 0; }
  bool overlapsInTime(const Buffer &other) const {
    return lower < other.upper && other.lower < upper;
  }
};

struct AllocateOptions {
  /// Any height up to this is as good as another; nullopt: as low as can be found.
  std::optional<int64_t> capacityBytes;
  /// 0 … 3: how long the search goes on, in deterministic units. 1 is for compilers' default runs.
  unsigned effort = 1;
};

struct Allocation {
  /// One per buffer.
  std::vector<int64_t> offsetsBytes;
  /// The largest end of a buffer.
  int64_t heightBytes = 0;
  /// The largest sum of sizes alive at one step: a lower limit of every height.
  int64_t maxLoadBytes = 0;
  /// The height is within the capacity; true if there is none.
  bool withinCapacity = true;
};

/// Gives every buffer an offset so that no two that are alive together overlap, as low as the
/// options ask for. Buffers must pass `checkBuffers`. Deterministic; the answer went through
/// `checkAllocation`.
Allocation allocate(llvm::ArrayRef<Buffer> buffers, const AllocateOptions &options = {});

/// Fails with the first buffer that is not one: lower above upper, negative numbers, an alignment
/// below 1, a fixed offset that is not aligned or that overlaps another one, or sums beyond int64.
/// The message names the buffer by `name`.
llvm::Error checkBuffers(llvm::ArrayRef<Buffer> buffers,
                         llvm::function_ref<std::string(size_t)> name);

/// Fails with the first thing that is wrong with the offsets: two buffers that overlap, a negative
/// or misaligned offset, or one that is not the given one. Shares nothing with the search.
/// O(n log n).
llvm::Error checkAllocation(llvm::ArrayRef<Buffer> buffers, llvm::ArrayRef<int64_t> offsetsBytes);

/// The largest sum of sizes alive at one step. O(n log n).
int64_t maxLoadBytes(llvm::ArrayRef<Buffer> buffers);

} // namespace rematplan

#endif // REMAT_PLANNING_ALLOCATE_H
