//===- LayerTotals.cpp - What a plan keeps and recomputes of each layer ---===//
#include "LayerTotals.h"
#include "ReportNames.h"
#include "remat/Analysis/TensorLiveness.h"
#include "remat/Interfaces/ElementCount.h"

using namespace mlir;
using namespace mlir::remat;

std::vector<LayerTotal> mlir::remat::layerTotals(const FunctionPlan &plan,
                                                 const RepeatedLayers &repeated) {
  const PlanningGraph &graph = plan.before;
  const BlockProgram &program = graph.program;
  std::vector<LayerTotal> totals(repeated.layers.size());
  for (auto [total, layer] : llvm::zip(totals, repeated.layers))
    total.name = shownName(layer.name);

  std::vector<bool> isRecomputed(program.ops.size());
  for (const auto &[clone, op] : plan.applied.recomputed) {
    int32_t layer = repeated.layerOf[op];
    bool isFirst = !isRecomputed[op];
    isRecomputed[op] = true;
    int64_t planned = graph.problemOp[op];
    // Ops that the program as it came folds have neither bytes nor a cost of their own.
    if (layer < 0 || planned < 0)
      continue;
    LayerTotal &total = totals[layer];
    total.recomputeCostNs =
        saturatingAdd(total.recomputeCostNs, graph.problem.ops[planned].repeatCost);
    if (isFirst)
      for (rematplan::ValueId output : graph.problem.ops[planned].outputs)
        total.recomputedBytes += graph.problem.values[output].bytes;
  }

  TensorLiveness liveness(graph);
  for (size_t storage : liveness.aliveAt(liveness.peakStep())) {
    const StorageLifetime &lifetime = liveness.storages()[storage];
    int32_t op = program.producer[lifetime.held.front()];
    if (op >= 0 && !isRecomputed[op] && repeated.layerOf[op] >= 0)
      totals[repeated.layerOf[op]].keptBytes += lifetime.bytes;
  }
  return totals;
}
