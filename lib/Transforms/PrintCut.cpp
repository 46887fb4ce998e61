//===- PrintCut.cpp - The pass remat-print-cut ----------------------------===//
#include "remat/Analysis/BackwardBoundary.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Planning/MinCut.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"
#include "llvm/ADT/STLExtras.h"
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

/// One cut of a graph at a boundary, and what follows from it.
class ForwardCut {
public:
  ForwardCut(const PlanningGraph &graph, rematplan::OpId backwardBegin)
      : graph(graph), problem(graph.problem), backwardBegin(backwardBegin),
        roots(problem.storageRoots()), producers(problem.producers()) {
    findNeeded();
  }

  /// Cost of forward by the bytes that it makes and that are read later.
  double costPerByte() const;
  void solve(double pricePerByte);
  void print(llvm::raw_ostream &os) const;

private:
  void findNeeded();
  void collectRecomputed();
  bool isForward(rematplan::ValueId root) const {
    return producers[root] && *producers[root] < backwardBegin;
  }
  void printStorage(llvm::raw_ostream &os, rematplan::ValueId root) const;

  const PlanningGraph &graph;
  const rematplan::Problem &problem;
  rematplan::OpId backwardBegin;
  std::vector<rematplan::ValueId> roots;
  std::vector<std::optional<rematplan::OpId>> producers;
  /// Storages made by forward and read by backward or alive at the end, ascending.
  std::vector<rematplan::ValueId> needed;
  std::vector<bool> stays;
  std::vector<rematplan::ValueId> kept;
  std::vector<rematplan::OpId> recomputed;
};

} // namespace

void ForwardCut::findNeeded() {
  std::vector<bool> isNeeded(problem.values.size());
  stays.assign(problem.values.size(), false);
  for (rematplan::OpId op = backwardBegin; op < problem.ops.size(); ++op)
    for (rematplan::ValueId input : problem.ops[op].inputs)
      isNeeded[roots[input]] = true;
  for (rematplan::ValueId output : problem.outputs)
    isNeeded[roots[output]] = stays[roots[output]] = true;
  for (rematplan::ValueId value = 0; value < problem.values.size(); ++value)
    if (isNeeded[value] && isForward(value) && graph.blockValue[value] != PlanningGraph::kNone)
      needed.push_back(value);
}

double ForwardCut::costPerByte() const {
  double cost = 0, bytes = 0;
  for (rematplan::OpId op = 0; op < backwardBegin; ++op)
    cost += static_cast<double>(problem.ops[op].cost);
  for (rematplan::ValueId value : needed)
    bytes += static_cast<double>(problem.values[value].bytes);
  return bytes > 0 ? cost / bytes : 0;
}

void ForwardCut::solve(double pricePerByte) {
  rematplan::CutOptions options;
  options.backwardBegin = backwardBegin;
  options.pricePerByte = pricePerByte;
  options.freeToKeep = stays;
  for (rematplan::ValueId value : rematplan::minCut(problem, options))
    if (graph.blockValue[value] != PlanningGraph::kNone)
      kept.push_back(value);
  collectRecomputed();
}

/// From what is needed and not kept back to what is kept.
void ForwardCut::collectRecomputed() {
  std::vector<bool> isAgain(problem.ops.size());
  SmallVector<rematplan::ValueId> open(needed.begin(), needed.end());
  while (!open.empty()) {
    rematplan::ValueId value = open.pop_back_val();
    if (!isForward(value) || llvm::binary_search(kept, value) || isAgain[*producers[value]])
      continue;
    isAgain[*producers[value]] = true;
    for (rematplan::ValueId input : problem.ops[*producers[value]].inputs)
      open.push_back(roots[input]);
  }
  for (rematplan::OpId op = 0; op < backwardBegin; ++op)
    if (isAgain[op])
      recomputed.push_back(op);
}

void ForwardCut::printStorage(llvm::raw_ostream &os, rematplan::ValueId root) const {
  Value value = graph.program.values[graph.blockValue[root]];
  os << problem.values[root].bytes << " bytes " << value.getDefiningOp()->getName() << " : "
     << value.getType();
  if (std::string name = locationName(value.getLoc()); !name.empty())
    os << " \"" << name << "\"";
}

void ForwardCut::print(llvm::raw_ostream &os) const {
  int64_t keptBytes = 0, againBytes = 0, againCost = 0;
  for (rematplan::ValueId value : kept)
    keptBytes += problem.values[value].bytes;
  for (rematplan::OpId op : recomputed) {
    againCost += problem.ops[op].repeatCost;
    for (rematplan::ValueId output : problem.ops[op].outputs)
      againBytes += problem.values[output].bytes;
  }
  os << "keeps " << kept.size() << " storages, " << keptBytes << " bytes\n";
  for (rematplan::ValueId value : kept) {
    os << "  ";
    printStorage(os, value);
    os << (stays[value] ? ", stays to the end anyway\n" : "\n");
  }
  os << "recomputes " << recomputed.size() << " ops, " << againBytes << " bytes, " << againCost
     << " ns\n";
  for (rematplan::OpId op : recomputed)
    for (rematplan::ValueId output : problem.ops[op].outputs)
      if (graph.blockValue[output] != PlanningGraph::kNone) {
        os << "  ";
        printStorage(os, output);
        os << ", " << problem.ops[op].repeatCost << " ns\n";
      }
}

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
  llvm::Expected<BackwardBoundary> boundary = findBackward(*graph, backward);
  if (!boundary) {
    emitError(location) << "option " << llvm::toString(boundary.takeError());
    return signalPassFailure();
  }

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
