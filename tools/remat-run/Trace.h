//===- Trace.h - What the kernels of a run touched -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_TRACE_H
#define REMAT_TOOLS_REMAT_RUN_TRACE_H

#include "ByteRanges.h"
#include "StepBuffers.h"
#include "llvm/ADT/SmallVector.h"
#include <string>
#include <vector>

namespace mlir::remat {

/// One run of a kernel, a library call or a copy.
struct KernelEvent {
  int64_t step;
  const char *name;
  const char *location;
  int64_t durationNs = 0;
  /// Bytes of the arena; buffers of the caller are left out.
  ByteRanges reads, writes, scratch;
};

/// Records the kernels of a run through the runtime's hooks. Names and locations are those of the
/// compiled step, which must stay loaded.
class KernelTrace {
public:
  KernelTrace(StepBuffers &buffers, int64_t arenaBytes)
      : buffers(buffers), arena(static_cast<const char *>(buffers.arena())),
        arenaBytes(arenaBytes) {}

  /// Hooks that record; valid while this object is at its place.
  rematrt_hooks hooks();
  /// Asks for the times of all kernels, when the run is done.
  llvm::Error readTimes();

  std::vector<KernelEvent> events;

private:
  static void begin(void *user, rematrt_context *context, const rematrt_kernel *kernel);
  static void end(void *user, rematrt_context *context, const rematrt_kernel *kernel);

  StepBuffers &buffers;
  const char *arena;
  int64_t arenaBytes;
};

/// Per event, the bytes of the arena that are needed while it runs: what it touches, and what was
/// written before and is read later. This is measured, not taken from any plan.
std::vector<ByteRanges> liveDuring(const std::vector<KernelEvent> &events);

/// Median time of each kind of kernel, as the `measured` table of a device file (--remat-device).
/// What was not measured is estimated as for the built-in device `base`.
std::string profileText(const std::vector<std::vector<KernelEvent>> &runs, llvm::StringRef base);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_TRACE_H
