//===- InlinedEntry.cpp - The entry function as straight-line code --------===//
#include "remat/Transforms/InlinedEntry.h"
#include "mlir/IR/SymbolTable.h"
#include "remat/Interfaces/NameMarkers.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/InlineCheckpoints.h"
#include "remat/Transforms/ManualComputation.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<InlinedEntry> InlinedEntry::create(ModuleOp module, StringRef entryName) {
  FailureOr<FunctionOpInterface> found = findEntryFunction(module, entryName);
  if (failed(found))
    return failure();
  InlinedEntry entry;
  entry.function = *found;
  entry.copy = found->getOperation()->clone();
  SymbolTable symbols(module);
  if (failed(inlineCalls(entry.inlined(), symbols)))
    return failure();
  attachNames(entry.inlined());
  inlineCheckpoints(entry.inlined());
  entry.isPerDevice = unwrapManualComputation(entry.inlined());
  return entry;
}

/// Names that markers gave to ops of other dialects are for the planner alone.
static void forgetNames(FunctionOpInterface function) {
  function.walk([](Operation *op) {
    if (op->getName().getDialectNamespace() != "remat")
      op->removeAttr("remat.name");
  });
}

static bool hasMarkers(Operation *module) {
  return module
      ->walk([](Operation *op) {
        return markedName(op).empty() ? WalkResult::advance() : WalkResult::interrupt();
      })
      .wasInterrupted();
}

void InlinedEntry::replaceBody(FunctionOpInterface rewritten) {
  if (hasMarkers(function->getParentOp()))
    forgetNames(rewritten);
  if (isPerDevice)
    rewrapManualComputation(function, rewritten);
  else
    function.getFunctionBody().takeBody(rewritten.getFunctionBody());
}

FailureOr<PlanningGraph> InlinedEntry::createGraph(const PlanningOptions &options) const {
  return PlanningGraph::create(inlined().getFunctionBody().front(), donatedArguments(inlined()),
                               options);
}
