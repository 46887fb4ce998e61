//===- PrintCut.cpp - The pass remat-print-cut ----------------------------===//
#include "remat/Analysis/BackwardBoundary.h"
#include "remat/Analysis/ForwardCut.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"
#include <cmath>
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_PRINTCUTPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {
struct PrintCutPass : remat::impl::PrintCutPassBase<PrintCutPass> {
  using PrintCutPassBase::PrintCutPassBase;
  void runOnOperation() override;
};
} // namespace

void PrintCutPass::runOnOperation() {
  markAllAnalysesPreserved();
  Location location = getOperation().getLoc();
  FailureOr<PlanningOptions> options =
      readPlanningOptions(location, memoryModel, device, dynamicDim);
  if (failed(options))
    return signalPassFailure();
  if (!std::isfinite(price) || price < 0) {
    emitError(location) << "option price: a finite number that is not negative is expected";
    return signalPassFailure();
  }
  FailureOr<InlinedEntry> function = InlinedEntry::create(getOperation(), entry);
  if (failed(function))
    return signalPassFailure();
  FailureOr<PlanningGraph> graph = function->createGraph(*options);
  if (failed(graph))
    return signalPassFailure();
  FailureOr<BackwardBoundary> boundary = readBackward(location, *graph, backward);
  if (failed(boundary))
    return signalPassFailure();

  ForwardCut cut(*graph, boundary->begin);
  double pricePerByte = price * cut.costPerByte();
  cut.solve(pricePerByte);
  llvm::raw_ostream &os = llvm::outs();
  os << "cut of '" << function->original().getName() << "', memory model " << memoryModel
     << ": backward begins at step " << boundary->begin << " of " << graph->problem.ops.size()
     << " (rule: " << backwardRuleName(boundary->rule) << "), "
     << fmt::format("{:.6g} ns per kept byte\n", pricePerByte);
  cut.print(os);
  os.flush();
}
