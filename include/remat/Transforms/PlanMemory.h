//===- PlanMemory.h - A place for every storage of a function -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_PLANMEMORY_H
#define REMAT_TRANSFORMS_PLANMEMORY_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Analysis/PlanningGraph.h"

namespace mlir::remat {

/// The attributes of a memory plan. The first two hold one number per result of an op, -1 for none.
namespace memory_attribute {
/// Byte offset in the arena.
inline constexpr llvm::StringLiteral kOffset = "remat.offset";
/// Number of the result of the function, or of the op around the body, in whose buffer it is.
inline constexpr llvm::StringLiteral kResult = "remat.result";
inline constexpr llvm::StringLiteral kScratchOffset = "remat.scratch_offset";
inline constexpr llvm::StringLiteral kScratchBytes = "remat.scratch_bytes";
inline constexpr llvm::StringLiteral kArenaBytes = "remat.arena_bytes";
inline constexpr llvm::StringLiteral kArgumentBytes = "remat.argument_bytes";
inline constexpr llvm::StringLiteral kResultBytes = "remat.result_bytes";
inline constexpr llvm::StringLiteral kTotalBytes = "remat.total_bytes";
} // namespace memory_attribute

struct MemoryPlanOptions {
  /// `alignmentBytes` is that of every offset, and sizes are rounded up to it.
  PlanningOptions planning;
  /// As rematplan::AllocateOptions.
  unsigned effort = 0;
};

/// The figures of a memory plan, in bytes.
struct MemoryPlan {
  int64_t argumentBytes = 0;
  /// Of results outside of donated arguments.
  int64_t resultBytes = 0;
  int64_t arenaBytes = 0;
  /// The most that is alive in the arena at one step: a lower limit of `arenaBytes`.
  int64_t arenaLoadBytes = 0;

  int64_t totalBytes() const { return argumentBytes + resultBytes + arenaBytes; }
};

/// Gives every stored value of `function` a place, bodies of loops and branches included, and
/// writes the places as attributes (docs/MemoryPlan.md says what they mean). Attributes of an
/// earlier plan are removed. The calls of functions with a body must be inlined. The plan went
/// through checkMemoryPlan; errors are emitted.
FailureOr<MemoryPlan> planMemory(FunctionOpInterface function, const MemoryPlanOptions &options);

/// Plays the function through with the places that its attributes name and fails, with an error at
/// the op, where a value is read whose bytes another one has overwritten, where a place is outside
/// of the arena, or where the figures do not add up. Knows nothing of lifetimes and of the memory
/// model. `alignmentBytes`: offsets must be multiples of it.
LogicalResult checkMemoryPlan(FunctionOpInterface function, int64_t dynamicDim,
                              int64_t alignmentBytes);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PLANMEMORY_H
