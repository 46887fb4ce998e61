//===- Plan.h - From a program to a planned step, as the flags say -*- C++ -*-===//
#ifndef REMAT_TOOLS_STEPS_PLAN_H
#define REMAT_TOOLS_STEPS_PLAN_H

#include "../flags/RematerializeFlags.h"
#include "remat/Pipelines/PlanStep.h"

namespace mlir::remat {

/// Plans `module` for a CPU within the budget of the flags; without one, or with `asItCame`, the
/// program keeps its ops and their order. `threads`: for which library workspace is planned; 0: all
/// cores. Errors are emitted.
FailureOr<PlannedStep> planForCpu(ModuleOp module, const RematerializeFlags &flags, int64_t threads,
                                  bool asItCame = false);

/// What a plan depends on of the CUDA devices, and of how they compute.
struct CudaPlanOptions {
  /// The architectures, as ptxas names them.
  SmallVector<std::string> chips;
  Epilogues epilogues = Epilogues::None;
  /// Products of f32 are rounded to tf32.
  bool tf32 = false;
};

/// The same for CUDA devices.
FailureOr<PlannedStep> planForCuda(ModuleOp module, const RematerializeFlags &flags,
                                   const CudaPlanOptions &cuda, bool asItCame = false);

/// Why the budget cannot be met, for a plan whose status is Infeasible.
std::string infeasibleText(const PlannedStep &planned);

/// As many threads as the process may use cores.
int64_t availableThreads();

} // namespace mlir::remat

#endif // REMAT_TOOLS_STEPS_PLAN_H
