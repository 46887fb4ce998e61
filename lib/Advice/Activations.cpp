//===- Activations.cpp - What forward keeps for backward ------------------===//
#include "Activations.h"
#include "remat/Analysis/ActivationKinds.h"
#include "remat/Interfaces/Collectives.h"
#include "remat/Interfaces/ElementCount.h"
#include <cmath>

using namespace mlir;
using namespace mlir::remat;

namespace {
/// The kinds of the advice, in the order of its table.
enum class Kind {
  Scores,
  Mlp,
  Activation,
  Norm,
  Product,
  Convolution,
  Before,
  Behind,
  Weight,
  Other
};
} // namespace
static constexpr llvm::StringLiteral kKindNames[] = {
    "attention scores",     "MLP",          "activation functions", "norms",
    "projections",          "convolutions", "in front of layers",   "logits, loss",
    "copies of parameters", "other"};

int64_t SegmentAdvice::bytes(int64_t length) const {
  return (layers + length - 1) / length * inputBytes + length * layerBytes;
}

/// Gives what forward computes for derivatives alone, beside the way from product to product, the
/// kind of what it is computed from.
static void spreadKinds(const BlockProgram &program, uint32_t backwardBegin,
                        MutableArrayRef<ActivationKind> kinds) {
  for (uint32_t op = 0; op < backwardBegin; ++op) {
    KernelKind kind = program.known[op].kind;
    if (kinds[op] != ActivationKind::Other ||
        (kind != KernelKind::Elementwise && kind != KernelKind::View))
      continue;
    for (uint32_t operand : program.reads[op]) {
      int32_t producer = program.producer[operand];
      if (producer < 0 || kinds[producer] == ActivationKind::Other)
        continue;
      // An MLP's first product goes into its activation function.
      kinds[op] =
          kinds[producer] == ActivationKind::Mlp ? ActivationKind::Activation : kinds[producer];
      break;
    }
  }
}

/// Whether the value of an op is an argument in another shape, order or type, or gathered from
/// other devices: a copy of a weight.
static bool isArgumentCopy(const BlockProgram &program, uint32_t op) {
  while (true) {
    KernelKind kind = program.known[op].kind;
    bool isMoved = kind == KernelKind::Elementwise || kind == KernelKind::View ||
                   isCollective(program.ops[op]);
    if (!isMoved || program.reads[op].size() != 1)
      return false;
    int32_t producer = program.producer[program.reads[op].front()];
    if (producer < 0)
      return true;
    op = static_cast<uint32_t>(producer);
  }
}

/// Whether the value of an op is that of a product but for a bias, another shape or type, or a part
/// of it. A sum
/// with something else that is as large is not.
static bool belongsToProduct(const BlockProgram &program, uint32_t op) {
  // Chains are short; a limit keeps this linear.
  for (unsigned steps = 0; steps < 16; ++steps) {
    if (isProduct(program, op))
      return true;
    KernelKind kind = program.known[op].kind;
    if ((kind != KernelKind::Elementwise && kind != KernelKind::View) ||
        program.results[op].empty())
      return false;
    int64_t elements = elementCount(program.values[program.results[op].front()].getType());
    std::optional<uint32_t> from;
    for (uint32_t operand : program.reads[op]) {
      int32_t producer = program.producer[operand];
      bool isOnly = program.reads[op].size() == 1;
      if (producer < 0 || (!isOnly && elementCount(program.values[operand].getType()) != elements))
        continue;
      KernelKind made = program.known[producer].kind;
      if (made == KernelKind::Broadcast || made == KernelKind::Constant)
        continue;
      if (from)
        return false;
      from = producer;
    }
    if (!from)
      return false;
    op = *from;
  }
  return false;
}

/// What a stored value of forward is. Outside of the layers its place says more than its op.
static Kind kindOf(const PlanningGraph &graph, const ForwardLayers &layers,
                   ArrayRef<ActivationKind> kinds, std::pair<uint32_t, uint32_t> layerRange,
                   uint32_t op) {
  if (isArgumentCopy(graph.program, op))
    return Kind::Weight;
  if (layerRange.first < layerRange.second && layers.layerOf[op] < 0) {
    if (op < layerRange.first)
      return Kind::Before;
    if (op >= layerRange.second)
      return Kind::Behind;
  }
  switch (kinds[op]) {
  case ActivationKind::Attention:
    return Kind::Scores;
  case ActivationKind::Mlp:
    return Kind::Mlp;
  case ActivationKind::Activation:
    return Kind::Activation;
  case ActivationKind::Norm:
    return Kind::Norm;
  case ActivationKind::Other:
    break;
  }
  if (graph.program.ops[op]->getName().stripDialect() == "convolution")
    return Kind::Convolution;
  return belongsToProduct(graph.program, op) ? Kind::Product : Kind::Other;
}

/// The ops of forward from the first one of a layer to the last one; empty without layers.
static std::pair<uint32_t, uint32_t> layerRange(const ForwardLayers &layers) {
  uint32_t begin = 0, end = 0;
  for (uint32_t op = 0; op < layers.backwardBlockOp; ++op) {
    if (layers.layerOf[op] < 0)
      continue;
    begin = end ? begin : op;
    end = op + 1;
  }
  return {begin, end};
}

/// The average layer, and how many of them are best recomputed together.
static std::optional<SegmentAdvice> segmentsOf(const ForwardLayers &layers) {
  SegmentAdvice segments;
  segments.layers = layers.layers.size();
  if (segments.layers < 2)
    return std::nullopt;
  int64_t saved = 0, input = 0;
  for (const ForwardLayer &layer : layers.layers) {
    saved += layer.savedBytes;
    input += layer.inputBytes;
  }
  segments.layerBytes = saved / segments.layers;
  segments.inputBytes = input / segments.layers;
  if (segments.layerBytes == 0 || segments.inputBytes == 0)
    return std::nullopt;
  segments.exactLength =
      std::sqrt(static_cast<double>(segments.layers) * static_cast<double>(segments.inputBytes) /
                static_cast<double>(segments.layerBytes));
  for (int64_t length = 2; length <= segments.layers; ++length)
    if (segments.bytes(length) < segments.bytes(segments.bestLength))
      segments.bestLength = length;
  return segments;
}

void mlir::remat::describeActivations(Advice &advice, const PlanningGraph &graph,
                                      const ForwardLayers &layers) {
  const rematplan::Problem &problem = graph.problem;
  std::vector<rematplan::ValueId> roots = problem.storageRoots();
  rematplan::OpId begin = layers.boundary.begin;
  std::vector<bool> isSaved(problem.values.size());
  for (rematplan::OpId op = begin; op < problem.ops.size(); ++op)
    for (rematplan::ValueId input : problem.ops[op].inputs)
      isSaved[roots[input]] = true;

  std::vector<ActivationKind> kinds = findActivationKinds(graph.program, layers.backwardBlockOp);
  spreadKinds(graph.program, layers.backwardBlockOp, kinds);
  std::pair<uint32_t, uint32_t> range = layerRange(layers);
  std::array<int64_t, std::size(kKindNames)> bytesOfKind{};
  for (rematplan::OpId op = 0; op < begin; ++op)
    for (rematplan::ValueId output : problem.ops[op].outputs)
      if (isSaved[output] && roots[output] == output) {
        Kind kind = kindOf(graph, layers, kinds, range, graph.blockOp[op]);
        bytesOfKind[static_cast<size_t>(kind)] += problem.values[output].bytes;
        advice.savedBytes += problem.values[output].bytes;
      }
  for (auto [name, bytes] : llvm::zip(kKindNames, bytesOfKind))
    if (bytes > 0)
      advice.kinds.push_back({name.str(), bytes});
  for (const ForwardLayer &layer : layers.layers)
    advice.layers.push_back({layer.name, layer.savedBytes, layer.inputBytes});
  advice.segments = segmentsOf(layers);
}
