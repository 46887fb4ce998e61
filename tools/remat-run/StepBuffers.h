//===- StepBuffers.h - The memory that a step runs in -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_STEPBUFFERS_H
#define REMAT_TOOLS_REMAT_RUN_STEPBUFFERS_H

#include "Step.h"

namespace mlir::remat {

/// Arguments, results and arena of a step, on the host or on a device, and what is particular to
/// running there. Failures are those of the runtime.
class StepBuffers {
public:
  virtual ~StepBuffers() = default;

  virtual llvm::Error allocate() = 0;
  virtual llvm::Error setArguments(const HostValues &values) = 0;
  /// Runs the step once and waits for it.
  virtual llvm::Error run() = 0;
  /// The results, copied out of the buffers that they are in.
  virtual llvm::Expected<HostValues> results() = 0;
  /// Fills the arena with a pattern; and one past its highest byte that was written since.
  virtual llvm::Error poisonArena() = 0;
  virtual llvm::Expected<int64_t> touchedBytes() = 0;
  virtual void *arena() = 0;
  /// Marks the place that the work has come to; and the time between two marks, where the step
  /// runs.
  virtual rematrt_status mark(int64_t number) = 0;
  virtual llvm::Expected<int64_t> elapsedNs(int64_t from, int64_t to) = 0;
};

/// A buffer for each type.
HostValues allocateHost(ArrayRef<RankedTensorType> types);

/// The context's failure.
llvm::Error failureOf(rematrt_context *context);

/// On the host, for a step that was compiled for a CPU.
std::unique_ptr<StepBuffers> makeHostBuffers(const LoadedStep &step, rematrt_context *context);

/// How a step runs on a CUDA device.
struct CudaRun {
  int32_t device = 0;
  /// Every run but the first is one graph.
  bool asGraph = false;
};

/// On a CUDA device, which is opened.
llvm::Expected<std::unique_ptr<StepBuffers>>
makeCudaBuffers(const LoadedStep &step, rematrt_context *context, const CudaRun &run);

/// The architecture of a CUDA device of this machine, e.g. sm_90. Fails where there is none.
llvm::Expected<std::string> cudaChip(int32_t device);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_STEPBUFFERS_H
