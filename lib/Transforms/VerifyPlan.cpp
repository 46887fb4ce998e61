//===- VerifyPlan.cpp - The pass remat-verify-plan ------------------------===//
#include "remat/Analysis/TensorLiveness.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Planning/Rematerialize.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_VERIFYPLANPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

static constexpr size_t kNamedValues = 5;

namespace {
struct VerifyPlanPass : remat::impl::VerifyPlanPassBase<VerifyPlanPass> {
  using VerifyPlanPassBase::VerifyPlanPassBase;
  void runOnOperation() override;

private:
  FailureOr<int64_t> readBudget();
};
} // namespace

FailureOr<int64_t> VerifyPlanPass::readBudget() {
  // A share of the program's own peak would judge nothing.
  StringRef text = StringRef(budget).trim();
  if (text.empty() || text == "min" || text.ends_with("%"))
    return emitError(getOperation().getLoc())
           << "option budget: '" << text << "' is no number of bytes; give 800MiB, 1.5GB or 123456";
  llvm::Expected<rematplan::Budget> read = rematplan::parseBudget(text, 0);
  if (!read)
    return emitError(getOperation().getLoc())
           << "option budget: " << llvm::toString(read.takeError());
  return read->bytes;
}

/// Says what the peak is made of.
static void explainPeak(InFlightDiagnostic &diagnostic, const PlanningGraph &graph,
                        const TensorLiveness &liveness) {
  for (size_t position : liveness.aliveAt(liveness.peakStep(), kNamedValues)) {
    const StorageLifetime &lifetime = liveness.storages()[position];
    Value value = graph.program.values[lifetime.held.front()];
    diagnostic.attachNote(value.getLoc())
        << lifetime.bytes << " bytes alive at that step: " << valueName(value) << " ("
        << value.getType() << ")";
  }
}

void VerifyPlanPass::runOnOperation() {
  markAllAnalysesPreserved();
  FailureOr<PlanningOptions> options =
      readPlanningOptions(getOperation().getLoc(), memoryModel, device, dynamicDim);
  if (failed(options))
    return signalPassFailure();
  FailureOr<int64_t> budgetBytes = readBudget();
  if (failed(budgetBytes))
    return signalPassFailure();
  FailureOr<InlinedEntry> function = InlinedEntry::create(getOperation(), entry);
  if (failed(function))
    return signalPassFailure();
  FailureOr<PlanningGraph> graph = function->createGraph(*options);
  if (failed(graph))
    return signalPassFailure();

  TensorLiveness liveness(*graph);
  if (liveness.peakBytes() <= *budgetBytes)
    return;
  Operation *peakOp = graph->program.ops[graph->blockOp[liveness.peakStep()]];
  InFlightDiagnostic error = emitError(function->original().getLoc())
                             << "the peak of " << liveness.peakBytes()
                             << " bytes is over the budget of " << *budgetBytes
                             << " bytes, at step " << liveness.peakStep() << " ("
                             << peakOp->getName().getStringRef() << ")";
  explainPeak(error, *graph, liveness);
  signalPassFailure();
}
