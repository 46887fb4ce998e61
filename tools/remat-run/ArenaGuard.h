//===- ArenaGuard.h - Writes where no buffer lives -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_ARENAGUARD_H
#define REMAT_TOOLS_REMAT_RUN_ARENAGUARD_H

#include "ByteRanges.h"
#include "remat/Runtime/Rematrt.h"
#include <cstddef>
#include <vector>

namespace mlir::remat {

/// Watches a run through the runtime's hooks: whatever no live buffer covers holds a pattern, from
/// the moment on when the last buffer there is dead, and is looked at after every kernel. A byte
/// that changed is the failure REMATRT_ARENA_DAMAGED of that kernel.
class ArenaGuard {
public:
  /// Fills the arena with the pattern. `live`: for each kernel, in the order in which they run, the
  /// bytes that are needed while it runs (liveDuring).
  ArenaGuard(void *arena, int64_t arenaBytes, std::vector<ByteRanges> live);

  /// Hooks that watch; valid while this object is at its place.
  rematrt_hooks hooks();

  /// Kernels that were watched so far.
  int64_t kernels() const { return static_cast<int64_t>(next); }

private:
  static void begin(void *user, rematrt_context *context, const rematrt_kernel *kernel);
  static void end(void *user, rematrt_context *context, const rematrt_kernel *kernel);

  void *arena;
  int64_t arenaBytes;
  std::vector<ByteRanges> live;
  /// The kernel that runs, or runs next.
  size_t next = 0;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_ARENAGUARD_H
