//===- PlanMemory.cpp - The pass remat-plan-memory ------------------------===//
#include "remat/Transforms/PlanMemory.h"
#include "remat/Planning/Rematerialize.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_PLANMEMORYPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {
struct PlanMemoryPass : remat::impl::PlanMemoryPassBase<PlanMemoryPass> {
  using PlanMemoryPassBase::PlanMemoryPassBase;
  void runOnOperation() override;

private:
  FailureOr<MemoryPlanOptions> readOptions();
  FailureOr<std::optional<int64_t>> readBudget();
};
} // namespace

FailureOr<MemoryPlanOptions> PlanMemoryPass::readOptions() {
  Location location = getOperation().getLoc();
  FailureOr<PlanningOptions> planning =
      readPlanningOptions(location, memoryModel, device, dynamicDim);
  if (failed(planning))
    return failure();
  if (alignment < 1)
    return emitError(location) << "option alignment: " << static_cast<int64_t>(alignment)
                               << " is not positive";
  if (effort > 3)
    return emitError(location) << "option effort: " << static_cast<unsigned>(effort)
                               << " is not 0, 1, 2 or 3";
  MemoryPlanOptions options;
  options.planning = std::move(*planning);
  options.planning.alignmentBytes = alignment;
  options.effort = effort;
  return options;
}

FailureOr<std::optional<int64_t>> PlanMemoryPass::readBudget() {
  StringRef text = StringRef(budget).trim();
  if (text.empty())
    return std::optional<int64_t>();
  Location location = getOperation().getLoc();
  if (text == "min" || text.ends_with("%"))
    return emitError(location) << "option budget: '" << text
                               << "' is no number of bytes; give 800MiB, 1.5GB or 123456";
  llvm::Expected<rematplan::Budget> read = rematplan::parseBudget(text, 0);
  if (!read)
    return emitError(location) << "option budget: " << llvm::toString(read.takeError());
  return std::optional<int64_t>(read->bytes);
}

void PlanMemoryPass::runOnOperation() {
  FailureOr<MemoryPlanOptions> options = readOptions();
  if (failed(options))
    return signalPassFailure();
  FailureOr<std::optional<int64_t>> budgetBytes = readBudget();
  if (failed(budgetBytes))
    return signalPassFailure();
  FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
  if (failed(function))
    return signalPassFailure();
  FailureOr<MemoryPlan> plan = planMemory(*function, *options);
  if (failed(plan))
    return signalPassFailure();
  if (!*budgetBytes || plan->totalBytes() <= **budgetBytes)
    return;
  emitError(function->getLoc()) << "the memory plan takes " << plan->totalBytes()
                                << " bytes, over the budget of " << **budgetBytes
                                << " bytes: arguments " << plan->argumentBytes << ", results "
                                << plan->resultBytes << ", arena " << plan->arenaBytes;
  signalPassFailure();
}
