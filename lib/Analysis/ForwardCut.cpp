//===- ForwardCut.cpp - One minimum cut between forward and backward ------===//
#include "remat/Analysis/ForwardCut.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Planning/MinCut.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

ForwardCut::ForwardCut(const PlanningGraph &graph, rematplan::OpId backwardBegin)
    : graph(graph), problem(graph.problem), backwardBegin(backwardBegin),
      roots(problem.storageRoots()), producers(problem.producers()) {
  findNeeded();
}

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
      keptStorages.push_back(value);
  collectRecomputed();
}

/// From what is needed and not kept back to what is kept.
void ForwardCut::collectRecomputed() {
  std::vector<bool> isAgain(problem.ops.size());
  SmallVector<rematplan::ValueId> open(needed.begin(), needed.end());
  while (!open.empty()) {
    rematplan::ValueId value = open.pop_back_val();
    if (!isForward(value) || llvm::binary_search(keptStorages, value) || isAgain[*producers[value]])
      continue;
    isAgain[*producers[value]] = true;
    for (rematplan::ValueId input : problem.ops[*producers[value]].inputs)
      open.push_back(roots[input]);
  }
  for (rematplan::OpId op = 0; op < backwardBegin; ++op)
    if (isAgain[op])
      recomputedOps.push_back(op);
}

void ForwardCut::printStorage(llvm::raw_ostream &os, rematplan::ValueId root) const {
  Value value = graph.program.values[graph.blockValue[root]];
  os << problem.values[root].bytes << " bytes " << value.getDefiningOp()->getName() << " : "
     << value.getType();
  printQuotedName(os, value.getLoc());
}

void ForwardCut::print(llvm::raw_ostream &os) const {
  int64_t keptBytes = 0, againBytes = 0, againCost = 0;
  for (rematplan::ValueId value : keptStorages)
    keptBytes += problem.values[value].bytes;
  for (rematplan::OpId op : recomputedOps) {
    againCost += problem.ops[op].repeatCost;
    for (rematplan::ValueId output : problem.ops[op].outputs)
      againBytes += problem.values[output].bytes;
  }
  os << "keeps " << keptStorages.size() << " storages, " << keptBytes << " bytes\n";
  for (rematplan::ValueId value : keptStorages) {
    os << "  ";
    printStorage(os, value);
    os << (stays[value] ? ", stays to the end anyway\n" : "\n");
  }
  os << "recomputes " << recomputedOps.size() << " ops, " << againBytes << " bytes, " << againCost
     << " ns\n";
  for (rematplan::OpId op : recomputedOps)
    for (rematplan::ValueId output : problem.ops[op].outputs)
      if (graph.blockValue[output] != PlanningGraph::kNone) {
        os << "  ";
        printStorage(os, output);
        os << ", " << problem.ops[op].repeatCost << " ns\n";
      }
}
