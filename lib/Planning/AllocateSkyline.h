//===- AllocateSkyline.h - Offsets from the lowest to the highest -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_ALLOCATESKYLINE_H
#define REMAT_LIB_PLANNING_ALLOCATESKYLINE_H

#include "AllocateParts.h"

namespace rematplan {

/// Places the buffers of a part from the lowest offset to the highest: always the one that can lie
/// lowest on top of what is placed, of equally low ones the first of an order. Gaps below are never
/// filled, but few arise. Knows no fixed offsets.
class Skyline {
public:
  Skyline(llvm::ArrayRef<Buffer> buffers, const BufferPart &part);

  /// Returns the height and writes offsets by number of buffer; nullopt as soon as a buffer would
  /// end at `limitBytes` or above, or `work` is spent: one unit per buffer that is looked at.
  std::optional<int64_t> place(llvm::ArrayRef<uint32_t> order, int64_t limitBytes, int64_t &work,
                               llvm::MutableArrayRef<int64_t> offsetsBytes);

private:
  int64_t highest(uint32_t begin, uint32_t end) const;
  void raise(uint32_t begin, uint32_t end, int64_t topBytes);
  void renew(size_t leaf);

  llvm::ArrayRef<Buffer> buffers;
  const BufferPart &part;
  /// By number of buffer.
  std::vector<uint32_t> begin;
  std::vector<uint32_t> end;
  /// Binary tree over the columns. Tops only rise, so that a range is raised by noting the new top
  /// at the nodes that cover it: `highestBytes` is the largest note in the tree below, `noteBytes`
  /// the largest one at the node.
  size_t leaves = 1;
  std::vector<int64_t> highestBytes;
  std::vector<int64_t> noteBytes;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_ALLOCATESKYLINE_H
