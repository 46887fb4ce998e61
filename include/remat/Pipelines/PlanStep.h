//===- PlanStep.h - From a program as it came to a planned one -*- C++ -*-===//
#ifndef REMAT_PIPELINES_PLANSTEP_H
#define REMAT_PIPELINES_PLANSTEP_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "remat/Pipelines/StepSignature.h"
#include "remat/Transforms/PlanMemoryBudget.h"
#include "remat/Transforms/RematerializeReport.h"

namespace mlir::remat {

/// What follows a product in the same call of CUDA's library: nothing; biases where that keeps the
/// rounding; or all that the library can do.
enum class Epilogues { None, Bias, All };

struct PlanStepOptions {
  /// `plan.budget` is a limit of the total bytes: arguments, results outside of donated arguments
  /// and arena. Empty, and no policy: the program stays as it is.
  FunctionPlanOptions plan;
  /// Undo recomputations that the program came with, before anything else.
  bool undoCheckpoints = false;
  /// The function to plan; by default main, else the only one.
  std::string entry;
  /// Attention becomes one op that does not store its scores (remat-fuse-attention).
  bool fuseAttention = false;
  /// Products and convolutions get the forms of CUDA's libraries (remat-prepare-library-calls).
  bool prepareCudaCalls = false;
  /// All devices multiply 8-bit floats; with `prepareCudaCalls`.
  bool cudaFloat8 = false;
  /// What follows products becomes part of them (remat-fuse-epilogues); with `prepareCudaCalls`.
  Epilogues epilogues = Epilogues::None;
  /// Cheap operands of products are made again beside late readers (remat-remake-operands); what
  /// percents refer to does not change.
  bool remakeOperands = false;
  /// Of every offset in the arena: 64 on CPUs, 256 on GPUs.
  int64_t alignmentBytes = 64;
  /// What the report holds besides.
  ReportOptions report;
  /// Asks the target's library, as annotateWorkspace; may be empty.
  std::function<int64_t(Operation *op, ArrayRef<int64_t> descriptor)> workspaceBytes;
};

/// A program in the remat dialect, within its budget, with a place for everything.
struct PlannedStep {
  OwningOpRef<ModuleOp> module;
  FunctionOpInterface function;
  StepSignature signature;
  /// The memory of the program as it came, and of this one.
  MemoryPlan before, after;
  unsigned tightenings = 0;
  rematplan::Status status = rematplan::Status::Fits;
  /// Null without a budget.
  std::optional<RematerializeReport> report;
  /// Per kernel, in the order in which the runtime's hooks number them: bytes of the arena that are
  /// alive while it runs, as the planner counts them; -1 for kernels in bodies of loops and
  /// branches.
  std::vector<int64_t> kernelLiveBytes;
  /// Bytes that all kernels together read of stored values and write to them: each reads its
  /// sources once. A loop or a branch counts as one kernel.
  int64_t movedBytes = 0;
};

/// Inlines the entry of a copy of `module`, imports StableHLO, plans and rewrites for the budget
/// and lays out memory. Errors are emitted. Where the budget cannot be met, the plan is the one of
/// the lowest peak found and `status` says so.
FailureOr<PlannedStep> planStep(ModuleOp module, const PlanStepOptions &options);

} // namespace mlir::remat

#endif // REMAT_PIPELINES_PLANSTEP_H
