//===- PrintLayers.cpp - The pass remat-print-layers ----------------------===//
#include "remat/Analysis/ForwardLayers.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_PRINTLAYERSPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {
struct PrintLayersPass : remat::impl::PrintLayersPassBase<PrintLayersPass> {
  using PrintLayersPassBase::PrintLayersPassBase;
  void runOnOperation() override;
};
} // namespace

static StringRef sourceName(RepeatedLayers::Source source) {
  switch (source) {
  case RepeatedLayers::Source::None:
    return "nothing repeats";
  case RepeatedLayers::Source::Locations:
    return "found by numbers in the names of locations";
  case RepeatedLayers::Source::Structure:
    return "found by equal sequences of ops";
  }
  llvm_unreachable("unknown source");
}

static void printLayers(llvm::raw_ostream &os, const PlanningGraph &graph,
                        const ForwardLayers &found) {
  int64_t forwardBytes = 0, savedBytes = 0, inputBytes = 0;
  for (const ForwardLayer &layer : found.layers) {
    os << fmt::format("  {}: {} + {} ops, makes {} bytes, {} of them for backward, input {} bytes",
                      layer.name, layer.forwardOps, layer.backwardOps, layer.forwardBytes,
                      layer.savedBytes, layer.inputBytes);
    for (rematplan::ValueId input : layer.inputs) {
      Value value = graph.program.values[graph.blockValue[input]];
      os << fmt::format(" ({})", valueName(value));
    }
    os << "\n";
    forwardBytes += layer.forwardBytes;
    savedBytes += layer.savedBytes;
    inputBytes += layer.inputBytes;
  }
  os << fmt::format("all layers: make {} bytes, {} of them for backward, inputs {} bytes\n",
                    forwardBytes, savedBytes, inputBytes);
}

void PrintLayersPass::runOnOperation() {
  markAllAnalysesPreserved();
  Location location = getOperation().getLoc();
  FailureOr<PlanningOptions> options =
      readPlanningOptions(location, memoryModel, device, dynamicDim);
  if (failed(options))
    return signalPassFailure();
  FailureOr<InlinedEntry> function = InlinedEntry::create(getOperation(), entry);
  if (failed(function))
    return signalPassFailure();
  FailureOr<PlanningGraph> graph = function->createGraph(*options);
  if (failed(graph))
    return signalPassFailure();
  FailureOr<BackwardBoundary> boundary = readBackward(location, *graph, backward);
  if (failed(boundary))
    return signalPassFailure();
  ForwardLayers layers = ForwardLayers::find(*graph, *boundary);
  llvm::raw_ostream &os = llvm::outs();
  os << "layers of '" << function->original().getName() << "', memory model " << memoryModel << ": "
     << layers.layers.size() << ", " << sourceName(layers.source)
     << "; ops of forward + backward, which begins at step " << boundary->begin << " of "
     << graph->problem.ops.size() << " (rule: " << backwardRuleName(boundary->rule) << ")\n";
  printLayers(os, *graph, layers);
  os.flush();
}
