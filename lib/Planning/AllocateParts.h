//===- AllocateParts.h - Offset problems cut apart in time -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_ALLOCATEPARTS_H
#define REMAT_LIB_PLANNING_ALLOCATEPARTS_H

#include "remat/Planning/Allocate.h"

namespace rematplan {

/// Buffers that no step separates into two groups: numbers of buffers, ordered by `lower`.
using BufferPart = std::vector<uint32_t>;

/// The parts of a problem, each of which can be solved alone. Buffers that take no place are in
/// none. O(n log n).
std::vector<BufferPart> splitInTime(llvm::ArrayRef<Buffer> buffers);

/// The lifetimes of a part as ranges of columns: the largest sets of buffers alive together.
struct BufferColumns {
  /// Half-open, per buffer of the part.
  std::vector<uint32_t> begin;
  std::vector<uint32_t> end;
  uint32_t count = 0;
};
BufferColumns columnsOf(llvm::ArrayRef<Buffer> buffers, const BufferPart &part);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_ALLOCATEPARTS_H
