//===- Plan.cpp - From a program to a planned step, as the flags say ------===//
#include "Plan.h"
#include "remat/Analysis/FullF32.h"
#include "remat/IR/Attention.h"
#include "remat/Pipelines/CudaPipeline.h"
#include "remat/Runtime/Rematrt.h"
#include "remat/Transforms/PassOptions.h"
#include <fmt/format.h>
#include <sched.h>

using namespace mlir;
using namespace mlir::remat;

int64_t mlir::remat::availableThreads() {
  cpu_set_t set;
  if (sched_getaffinity(0, sizeof(set), &set) != 0)
    return 1;
  return std::max(1, CPU_COUNT(&set));
}

/// Asks the runtime library for the workspace of an op, for annotateWorkspace.
static int64_t workspaceBytes(Operation *op, ArrayRef<int64_t> descriptor, int64_t threads) {
  if (isa<DotGeneralOp>(op))
    return rematrt_dot_scratch_bytes(descriptor.data(), threads);
  if (isa<ConvolutionOp>(op))
    return rematrt_convolution_scratch_bytes(descriptor.data(), threads);
  if (isa<SortOp>(op))
    return rematrt_sort_scratch_bytes(descriptor.data(), threads);
  if (isa<AttentionOp>(op))
    return rematrt_attention_scratch_bytes(descriptor.data(), threads);
  if (isa<AttentionGradientOp>(op))
    return rematrt_attention_gradient_scratch_bytes(descriptor.data(), threads);
  return 0;
}

namespace {
/// What recomputation costs is what it costs where the step runs.
struct CostsOf {
  /// The cost model's, unless the flags name one.
  StringRef device;
  bool hasFullF32 = false;
};
} // namespace

static FailureOr<PlannedStep> planWithFlags(ModuleOp module, const RematerializeFlags &flags,
                                            CostsOf costs, bool asItCame, PlanStepOptions step) {
  RematerializePassOptions pass = flags.passOptions();
  if (!flags.device.getNumOccurrences())
    pass.device = costs.device;
  const bool isPlanned =
      !asItCame && !(pass.budget.empty() && pass.policy.empty() && pass.importPlan.empty());
  // Plans in files and explicit policies are about the program as it came.
  step.remakeOperands &=
      !asItCame && pass.policy.empty() && pass.importPlan.empty() && flags.exportPlan.empty();
  if (!isPlanned) {
    pass.budget = "100%";
    pass.policy.clear();
  }
  FailureOr<FunctionPlanOptions> plan = readPlanOptions(module.getLoc(), pass);
  if (failed(plan))
    return failure();
  step.plan = std::move(*plan);
  if (costs.hasFullF32 && !StringRef(pass.device).ends_with(".json"))
    useFullF32(step.plan.planning.device);
  if (!isPlanned)
    step.plan.budget.clear();
  step.undoCheckpoints = !asItCame && !pass.respectUser;
  step.report = flags.reportOptions();
  step.entry = pass.entry;
  step.fuseAttention = flags.fusesAttention();
  return planStep(module, step);
}

FailureOr<PlannedStep> mlir::remat::planForCpu(ModuleOp module, const RematerializeFlags &flags,
                                               int64_t threads, bool asItCame) {
  PlanStepOptions step;
  if (threads == 0)
    threads = availableThreads();
  step.workspaceBytes = [threads](Operation *op, ArrayRef<int64_t> descriptor) {
    return workspaceBytes(op, descriptor, threads);
  };
  step.remakeOperands = true;
  return planWithFlags(module, flags, {"cpu"}, asItCame, std::move(step));
}

FailureOr<PlannedStep> mlir::remat::planForCuda(ModuleOp module, const RematerializeFlags &flags,
                                                const CudaPlanOptions &cuda, bool asItCame) {
  PlanStepOptions step;
  step.alignmentBytes = kCudaAlignmentBytes;
  step.prepareCudaCalls = true;
  step.cudaFloat8 = multiplyFloat8(cuda.chips);
  step.epilogues = cuda.epilogues;
  return planWithFlags(module, flags, {"h100", /*hasFullF32=*/!cuda.tf32}, asItCame,
                       std::move(step));
}

std::string mlir::remat::infeasibleText(const PlannedStep &planned) {
  const RematerializeReport &report = *planned.report;
  return fmt::format("the budget of {} bytes cannot be met{}; lowest total found is {} bytes, and "
                     "no plan is below {} bytes",
                     *report.budgetBytes, report.infeasibleProven ? ", which is proven" : "",
                     planned.after.totalBytes(), report.budgetLowerLimitBytes);
}
