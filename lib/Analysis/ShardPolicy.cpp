//===- ShardPolicy.cpp - What parts of layer inputs cost ------------------===//
#include "remat/Analysis/ShardPolicy.h"
#include "remat/Interfaces/ElementCount.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::payForPartsWhereGathered(PlanningGraph &graph) {
  const BlockProgram &program = graph.program;
  for (auto [number, planned] : llvm::enumerate(graph.problem.ops)) {
    const uint32_t op = graph.blockOp[number];
    if (!isForShards(program.ops[op]))
      continue;
    planned.cost = 0;
    if (!program.ops[op]->hasAttr(kGatheredAttribute))
      continue;
    const uint32_t cut = program.producer[program.reads[op].front()];
    planned.repeatCost =
        saturatingAdd(planned.repeatCost, graph.problem.ops[graph.problemOp[cut]].repeatCost);
  }
}
