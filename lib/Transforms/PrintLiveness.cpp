//===- PrintLiveness.cpp - The pass remat-print-liveness ------------------===//
#include "remat/Analysis/TensorLiveness.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_PRINTLIVENESSPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {
struct PrintLivenessPass : remat::impl::PrintLivenessPassBase<PrintLivenessPass> {
  using PrintLivenessPassBase::PrintLivenessPassBase;
  void runOnOperation() override;
};
} // namespace

void PrintLivenessPass::runOnOperation() {
  markAllAnalysesPreserved();
  FailureOr<PlanningOptions> options =
      readPlanningOptions(getOperation().getLoc(), memoryModel, device, dynamicDim);
  if (failed(options))
    return signalPassFailure();
  FailureOr<InlinedEntry> function = InlinedEntry::create(getOperation(), entry);
  if (failed(function))
    return signalPassFailure();
  FailureOr<PlanningGraph> graph = function->createGraph(*options);
  if (failed(graph))
    return signalPassFailure();

  TensorLiveness liveness(*graph);
  llvm::outs() << "liveness of '" << function->original().getName() << "', memory model "
               << memoryModel << ": " << liveness.liveBytes().size() << " steps, peak "
               << liveness.peakBytes() << " bytes at step " << liveness.peakStep() << "\n";
  liveness.print(llvm::outs(), top);
  llvm::outs().flush();
}
