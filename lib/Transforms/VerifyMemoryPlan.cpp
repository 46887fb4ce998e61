//===- VerifyMemoryPlan.cpp - The pass remat-verify-memory-plan -----------===//
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/PlanMemory.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_VERIFYMEMORYPLANPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {
struct VerifyMemoryPlanPass : remat::impl::VerifyMemoryPlanPassBase<VerifyMemoryPlanPass> {
  using VerifyMemoryPlanPassBase::VerifyMemoryPlanPassBase;
  void runOnOperation() override;
};
} // namespace

void VerifyMemoryPlanPass::runOnOperation() {
  markAllAnalysesPreserved();
  Location location = getOperation().getLoc();
  FailureOr<PlanningOptions> options =
      readPlanningOptions(location, memoryModel, device, dynamicDim);
  if (failed(options))
    return signalPassFailure();
  if (alignment < 1) {
    emitError(location) << "option alignment: " << static_cast<int64_t>(alignment)
                        << " is not positive";
    return signalPassFailure();
  }
  FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
  if (failed(function) || failed(checkMemoryPlan(*function, options->dynamicDim, alignment)))
    signalPassFailure();
}
