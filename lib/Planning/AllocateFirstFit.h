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
  /// `limitBytes` or above. Writes offsets by number of buffer. Quadratic at worst.
  std::optional<int64_t> place(llvm::ArrayRef<uint32_t> order, int64_t limitBytes,
                               llvm::MutableArrayRef<int64_t> offsetsBytes);

private:
  /// What is placed, by offset, in blocks so that adding one moves few others.
  struct Placed {
    int64_t begin;
    int64_t end;
    int64_t lower;
    int64_t upper;
  };
  int64_t lowestFree(const Buffer &buffer) const;
  void insert(const Buffer &buffer, int64_t offsetBytes);

  llvm::ArrayRef<Buffer> buffers;
  std::vector<std::vector<Placed>> blocks;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_ALLOCATEFIRSTFIT_H
