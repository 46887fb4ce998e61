//===- ForwardLayers.cpp - Repeated layers as checkpointing sees them -----===//
#include "remat/Analysis/ForwardLayers.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

class LayerCollector {
public:
  LayerCollector(const PlanningGraph &graph, const BackwardBoundary &boundary)
      : graph(graph), problem(graph.problem), roots(problem.storageRoots()),
        producers(problem.producers()), begin(boundary.begin) {
    result.boundary = boundary;
    result.backwardBlockOp = begin < graph.blockOp.size()
                                 ? graph.blockOp[begin]
                                 : static_cast<uint32_t>(graph.program.ops.size());
  }

  ForwardLayers run() {
    number(RepeatedLayers::find(graph.program));
    addBytes();
    addInputs();
    return std::move(result);
  }

private:
  /// Numbers the layers that have ops in forward, in their order.
  void number(const RepeatedLayers &repeated) {
    result.source = repeated.source;
    result.layerOf.assign(repeated.layerOf.size(), -1);
    std::vector<int32_t> numberOf(repeated.layers.size(), -1);
    for (uint32_t op = 0; op < result.backwardBlockOp; ++op) {
      const int32_t layer = repeated.layerOf[op];
      if (layer < 0)
        continue;
      if (numberOf[layer] < 0) {
        numberOf[layer] = static_cast<int32_t>(result.layers.size());
        result.layers.emplace_back().name = repeated.layers[layer].name;
      }
      result.layerOf[op] = numberOf[layer];
      ++result.layers[numberOf[layer]].forwardOps;
    }
    for (uint32_t op = result.backwardBlockOp; op < repeated.layerOf.size(); ++op)
      if (int32_t layer = repeated.layerOf[op]; layer >= 0 && numberOf[layer] >= 0)
        ++result.layers[numberOf[layer]].backwardOps;
  }

  int32_t layerOf(rematplan::OpId op) const { return result.layerOf[graph.blockOp[op]]; }

  void addBytes() {
    std::vector<bool> isSaved(problem.values.size(), false);
    for (rematplan::OpId op = begin; op < problem.ops.size(); ++op)
      for (rematplan::ValueId input : problem.ops[op].inputs)
        isSaved[roots[input]] = true;
    for (rematplan::OpId op = 0; op < begin; ++op) {
      if (layerOf(op) < 0)
        continue;
      ForwardLayer &layer = result.layers[layerOf(op)];
      for (rematplan::ValueId output : problem.ops[op].outputs) {
        layer.forwardBytes += problem.values[output].bytes;
        if (isSaved[output])
          layer.savedBytes += problem.values[output].bytes;
      }
    }
  }

  void addInputs() {
    // Layers, by storage, that read it from outside; what more than one of them reads and none of
    // them makes belongs to no layer (masks, tables).
    std::vector<SmallVector<int32_t, 1>> readers(problem.values.size());
    for (rematplan::OpId op = 0; op < begin; ++op) {
      const int32_t layer = layerOf(op);
      if (layer < 0)
        continue;
      for (rematplan::ValueId input : problem.ops[op].inputs) {
        const rematplan::ValueId root = roots[input];
        if (producers[root] && layerOf(*producers[root]) != layer &&
            problem.values[root].bytes > 0 && !llvm::is_contained(readers[root], layer))
          readers[root].push_back(layer);
      }
    }
    for (rematplan::ValueId root = 0; root < problem.values.size(); ++root) {
      if (readers[root].empty() || (readers[root].size() > 1 && layerOf(*producers[root]) < 0))
        continue;
      for (int32_t reader : readers[root]) {
        result.layers[reader].inputs.push_back(root);
        result.layers[reader].inputBytes += problem.values[root].bytes;
      }
    }
  }

  const PlanningGraph &graph;
  const rematplan::Problem &problem;
  std::vector<rematplan::ValueId> roots;
  std::vector<std::optional<rematplan::OpId>> producers;
  rematplan::OpId begin;
  ForwardLayers result;
};

} // namespace

ForwardLayers ForwardLayers::find(const PlanningGraph &graph, const BackwardBoundary &boundary) {
  return LayerCollector(graph, boundary).run();
}
