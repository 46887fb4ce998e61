//===- FunctionPolicy.cpp - A policy while a function is planned ----------===//
#include "remat/Transforms/FunctionPolicy.h"
#include "remat/Analysis/ShardPolicy.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Transforms/PassOptions.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::remat;

int64_t PolicyOutcome::keptBytes() const {
  int64_t total = 0;
  for (const KeptValue &value : kept)
    total += value.bytes;
  return total;
}

int64_t PolicyOutcome::layerInputBytes() const {
  int64_t total = 0;
  for (const KeptValue &value : kept)
    if (value.isLayerInput)
      total += value.bytes;
  return total;
}

/// That of the options; where only attributes speak, one that says nothing else.
static std::optional<UserPolicy> findPolicy(FunctionOpInterface function,
                                            const std::optional<UserPolicy> &fromOptions) {
  std::optional<UserPolicy> found = fromOptions;
  bool hasAttributes = llvm::any_of(function.getFunctionBody().front(),
                                    [](Operation &op) { return op.hasAttr("remat.policy"); });
  if (!hasAttributes)
    return found;
  if (!found)
    found = llvm::cantFail(UserPolicy::parse("none"));
  found->isExplicit = true;
  return found;
}

FailureOr<std::optional<FunctionPolicy>>
FunctionPolicy::create(FunctionOpInterface function, const PlanningGraph &graph,
                       const std::optional<UserPolicy> &fromOptions, StringRef backward) {
  std::optional<UserPolicy> policy = findPolicy(function, fromOptions);
  if (!policy)
    return std::optional<FunctionPolicy>();
  FailureOr<BackwardBoundary> boundary = readBackward(function.getLoc(), graph, backward);
  if (failed(boundary))
    return failure();
  FunctionPolicy result;
  result.policy = std::move(*policy);
  ForwardLayers layers = ForwardLayers::find(graph, *boundary);
  llvm::Expected<PolicyDecisions> decisions = decidePolicy(result.policy, graph, layers);
  if (!decisions)
    return emitError(function.getLoc()) << llvm::toString(decisions.takeError());
  result.decisions = std::move(*decisions);
  result.backwardRule = boundary->rule;
  result.backwardBlockOp = layers.backwardBlockOp;
  return std::optional(std::move(result));
}

std::vector<bool> FunctionPolicy::pinnedValues(size_t numValues) const {
  std::vector<bool> pinned;
  if (decisions.stored.empty())
    return pinned;
  pinned.resize(numValues, false);
  for (uint32_t value : decisions.stored)
    pinned[value] = true;
  return pinned;
}

rematplan::OpId FunctionPolicy::backwardBegin(const PlanningGraph &graph) const {
  return llvm::lower_bound(graph.blockOp, backwardBlockOp) - graph.blockOp.begin();
}

rematplan::Problem FunctionPolicy::constrain(const PlanningGraph &graph, bool hasBudget) const {
  rematplan::Problem problem = graph.problem;
  PolicyOps ops = collectPolicyOps(problem, graph, decisions, backwardBegin(graph));
  constrainByPolicy(problem, ops, !hasBudget || policy.isExplicit);
  return problem;
}

PolicyOutcome FunctionPolicy::outcome(const PlanningGraph &graph,
                                      const rematplan::Schedule &steps) const {
  const rematplan::Problem &problem = graph.problem;
  const rematplan::OpId begin = backwardBegin(graph);
  ForwardLayers layers = ForwardLayers::find(graph, {begin, backwardRule});
  PolicyOps ops = collectPolicyOps(problem, graph, decisions, begin);
  PolicyOutcome outcome;
  outcome.policy = policy.text;
  outcome.layers = layers.layers.size();
  outcome.regions = decisions.regions;
  outcome.backwardRule = backwardRule;
  outcome.savedOps = ops.saved.size();
  outcome.recomputedOps = ops.again.size();

  // A storage is kept if a step of backward, or a repetition, reads what the first run made.
  const std::vector<rematplan::ValueId> roots = problem.storageRoots();
  const std::vector<std::optional<rematplan::OpId>> producers = problem.producers();
  std::vector<unsigned> runs(problem.ops.size(), 0);
  std::vector<bool> isKept(problem.values.size(), false);
  for (rematplan::OpId op : steps) {
    if (op >= begin || runs[op] > 0)
      for (rematplan::ValueId input : problem.ops[op].inputs)
        if (auto producer = producers[roots[input]];
            producer && *producer < begin && runs[*producer] == 1)
          isKept[roots[input]] = true;
    ++runs[op];
  }
  std::vector<bool> isInput(problem.values.size(), false);
  for (const ForwardLayer &layer : layers.layers)
    for (rematplan::ValueId input : layer.inputs)
      isInput[input] = true;
  for (rematplan::ValueId value = 0; value < problem.values.size(); ++value) {
    if (!isKept[value] || problem.values[value].bytes == 0 ||
        graph.blockValue[value] == PlanningGraph::kNone)
      continue;
    const int32_t layer = layers.layerOf[graph.blockOp[*producers[value]]];
    KeptValue &kept = outcome.kept.emplace_back();
    Value made = graph.program.values[graph.blockValue[value]];
    kept.name = valueName(made);
    kept.op = made.getDefiningOp()->getName().getStringRef().str();
    llvm::raw_string_ostream(kept.type) << made.getType();
    kept.bytes = problem.values[value].bytes;
    if (layer >= 0)
      kept.layer = layers.layers[layer].name;
    kept.isLayerInput = isInput[value] || made.getDefiningOp()->hasAttr(kShardAttribute);
  }
  return outcome;
}
