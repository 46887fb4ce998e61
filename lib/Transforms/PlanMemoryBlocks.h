//===- PlanMemoryBlocks.h - Lifetimes and shared places of storages -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_PLANMEMORYBLOCKS_H
#define REMAT_LIB_TRANSFORMS_PLANMEMORYBLOCKS_H

#include "remat/Analysis/CallerBuffers.h"
#include "remat/Planning/Allocate.h"
#include "remat/Transforms/PlanMemory.h"

namespace mlir::remat {

/// A half-open interval of steps; steps count through the ops of a block and of its bodies.
struct Lifetime {
  int64_t begin = 0;
  int64_t end = 0;

  bool overlaps(const Lifetime &other) const { return begin < other.end && other.begin < end; }
};

/// The buffer that a result of a block is to be in when the block ends.
struct ResultBuffer {
  int64_t bytes = 0;
  /// The argument of the block that is in the buffer when the block begins.
  std::optional<unsigned> argument;
};

/// What the memory plan of a function is made of, before the arena is laid out: buffers of the
/// arena, and which of them, or which result buffer, each result of each op is in.
class MemoryBlocks {
public:
  /// Where a result, or the scratch of an op, is.
  struct Place {
    Operation *op = nullptr;
    unsigned result = 0;
    /// Number of the result buffer, or -1: in the arena.
    int64_t resultBuffer = -1;
    /// Position in `buffers`; meaningless without bytes.
    size_t buffer = 0;
    int64_t bytes = 0;
  };

  explicit MemoryBlocks(const PlanningOptions &options) : options(options) {}

  /// Adds a block and, at their ops, its bodies. `results`: one buffer per operand of the
  /// terminator, or empty where these stay where they are. An argument without a result buffer is
  /// never written over; others may be after their last read.
  LogicalResult add(Block &block, ArrayRef<ResultBuffer> results);

  /// Adds a buffer of the arena, rounded up to the alignment, and returns its position.
  size_t addBuffer(const Lifetime &life, int64_t bytes);

  std::vector<rematplan::Buffer> buffers;
  std::vector<Place> places;
  std::vector<Place> scratch;

  const PlanningOptions &options;
  int64_t nextStep = 0;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PLANMEMORYBLOCKS_H
