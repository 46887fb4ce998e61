//===- AllocateFirstFit.h - Offsets by placing buffers in an order -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_ALLOCATEFIRSTFIT_H
#define REMAT_LIB_PLANNING_ALLOCATEFIRSTFIT_H

#include "AllocateParts.h"

namespace rematplan {

/// Places the buffers of a part one after another, each at the lowest offset that is free during
/// its lifetime; fixed ones first.
class FirstFit {
public:
  explicit FirstFit(llvm::ArrayRef<Buffer> buffers) : buffers(buffers) {}

  /// Places in the given order and returns the height, or nullopt as soon as a buffer would end at
  /// `limitBytes` or above. Writes offsets by number of buffer. Quadratic at worst; one unit of
  /// `work` per placed buffer that is looked at.
  std::optional<int64_t> place(llvm::ArrayRef<uint32_t> order, int64_t limitBytes,
                               llvm::MutableArrayRef<int64_t> offsetsBytes);

  int64_t work = 0;

private:
  /// What is placed, by offset, in blocks so that adding one moves few others.
  struct Placed {
    int64_t begin;
    int64_t end;
    int64_t lower;
    int64_t upper;
  };
  int64_t lowestFree(const Buffer &buffer);
  void insert(const Buffer &buffer, int64_t offsetBytes);

  llvm::ArrayRef<Buffer> buffers;
  std::vector<std::vector<Placed>> blocks;
};

/// Offsets of one part by several orders (size, area, lifetime, load, start), then by moving those
/// buffers to the front that ended above `targetBytes`. Stops at the first height within it.
/// Returns the height; `work` bounds the second step.
int64_t placeByOrders(llvm::ArrayRef<Buffer> buffers, const BufferPart &part, int64_t targetBytes,
                      int64_t work, llvm::MutableArrayRef<int64_t> offsetsBytes);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_ALLOCATEFIRSTFIT_H
