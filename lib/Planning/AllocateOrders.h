//===- AllocateOrders.h - Offsets by placing buffers in many orders -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_ALLOCATEORDERS_H
#define REMAT_LIB_PLANNING_ALLOCATEORDERS_H

#include "AllocateParts.h"

namespace rematplan {

/// Offsets of one part: in orders by size, area, lifetime, load and start, each buffer at its
/// lowest free offset (FirstFit) or from the lowest to the highest (Skyline); then by moving those
/// buffers forward that ended above `targetBytes`. Stops at the first height within it. Returns the
/// lowest height and writes its offsets, by number of buffer. `work` bounds what comes after the
/// first round of orders.
int64_t placeByOrders(llvm::ArrayRef<Buffer> buffers, const BufferPart &part, int64_t targetBytes,
                      int64_t work, llvm::MutableArrayRef<int64_t> offsetsBytes);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_ALLOCATEORDERS_H
