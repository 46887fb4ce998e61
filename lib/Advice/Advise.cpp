//===- Advise.cpp - What checkpointing can do for a step ------------------===//
#include "Activations.h"
#include "Batch.h"
#include "Choices.h"
#include "Offload.h"
#include "Sharding.h"
#include "StepState.h"
#include "remat/Advice/Advice.h"
#include "remat/IR/Remat.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/PassOptions.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// One form of the step with its ways to run it.
struct Step {
  InlinedEntry entry;
  PlanningGraph graph;
  ForwardLayers layers;
  std::vector<Choice> choices;
};
} // namespace

static FailureOr<Step> readStep(ModuleOp module, const AdviceOptions &options, int64_t dynamicDim) {
  FailureOr<InlinedEntry> entry = InlinedEntry::create(module, options.entry);
  if (failed(entry))
    return failure();
  FunctionPlanOptions plan = options.plan;
  plan.planning.dynamicDim = dynamicDim;
  FailureOr<PlanningGraph> graph = entry->createGraph(plan.planning);
  if (failed(graph))
    return failure();
  FailureOr<BackwardBoundary> boundary =
      readBackward(module.getLoc(), *graph, options.plan.backward);
  if (failed(boundary))
    return failure();
  Step step{std::move(*entry), std::move(*graph), {}, {}};
  step.layers = ForwardLayers::find(step.graph, *boundary);
  step.choices = findChoices(step.graph, step.layers, plan);
  return step;
}

/// The cheapest plan for a memory size, as remat-rematerialize makes it.
static FailureOr<MemoryAdvice> adviseMemory(const Step &step, const AdviceOptions &options) {
  FunctionPlanOptions planOptions = options.plan;
  planOptions.budget = std::to_string(*options.memoryBytes);
  FailureOr<FunctionPlan> plan = planFunction(step.entry.inlined(), planOptions);
  if (failed(plan))
    return failure();
  MemoryAdvice advice;
  advice.memoryBytes = *options.memoryBytes;
  advice.status = plan->status;
  advice.peakBytes = plan->peakAfterBytes;
  auto percent = [&](int64_t ns) {
    return plan->costBeforeNs == 0
               ? 0
               : 100.0 * static_cast<double>(ns) / static_cast<double>(plan->costBeforeNs);
  };
  advice.overheadPercent = percent(plan->costAfterNs - plan->costBeforeNs);
  advice.overheadLowerBoundPercent = percent(plan->overheadLowerBoundNs);
  return advice;
}

static bool hasDynamicDimension(FunctionOpInterface function) {
  return llvm::any_of(function.getArgumentTypes(), [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return shaped && shaped.hasRank() && !shaped.hasStaticShape();
  });
}

static FailureOr<BatchAdvice> compareBatches(const Step &step, ModuleOp module, ModuleOp other,
                                             const AdviceOptions &options) {
  int64_t dynamicDim = options.plan.planning.dynamicDim;
  FailureOr<Step> second =
      other ? readStep(other, options, dynamicDim) : readStep(module, options, 2 * dynamicDim);
  if (failed(second))
    return failure();
  FunctionOpInterface function = step.entry.inlined();
  llvm::Expected<std::pair<int64_t, int64_t>> batches =
      batchSizes(function, other ? second->entry.inlined() : function, dynamicDim);
  if (!batches)
    return emitError((other ? other : module).getLoc())
           << "the other step " << llvm::toString(batches.takeError());
  return adviseBatch(*batches, step.choices, second->choices,
                     options.memoryBytes.value_or(step.choices.front().peakBytes));
}

/// What is worth a column beside every stage of sharding.
static SmallVector<const Choice *> columns(ArrayRef<Choice> choices) {
  SmallVector<const Choice *> rows{&choices.front()};
  for (const Choice &choice : choices)
    if (choice.isKnee || (&choice == &choices.back() && choice.isOptimal))
      rows.push_back(&choice);
  return rows;
}

FailureOr<Advice> mlir::remat::advise(ModuleOp module, ModuleOp other,
                                      const AdviceOptions &options) {
  // What is known of ops by name comes with the dialect.
  module.getContext()->getOrLoadDialect<RematDialect>();
  FailureOr<Step> step = readStep(module, options, options.plan.planning.dynamicDim);
  if (failed(step))
    return failure();
  const PlanningGraph &graph = step->graph;
  const BackwardBoundary &boundary = step->layers.boundary;
  Advice advice;
  advice.function = step->entry.original().getName().str();
  advice.device = options.plan.planning.device.name;
  advice.memoryModel = options.plan.planning.memoryModel;
  advice.boundaryRule = boundary.rule;
  advice.peakBytes = step->choices.front().peakBytes;
  advice.costNs = step->choices.front().costNs;
  StepState state =
      StepState::find(graph, step->entry.inlined(), boundary, step->layers.backwardBlockOp);
  advice.state = state.bytes;
  describeActivations(advice, graph, step->layers);

  if (options.memoryBytes) {
    FailureOr<MemoryAdvice> memory = adviseMemory(*step, options);
    if (failed(memory))
      return failure();
    advice.memory = *memory;
  }
  if (other || hasDynamicDimension(step->entry.inlined())) {
    FailureOr<BatchAdvice> batch = compareBatches(*step, module, other, options);
    if (failed(batch))
      return failure();
    advice.batch = std::move(*batch);
  }
  const Device &device = options.plan.planning.device;
  if (options.devices > 1) {
    advice.sharding = adviseSharding(graph, state, columns(step->choices), device, options.devices);
    addPartitionedInputs(*advice.sharding, advice.layers, device);
  }
  int64_t forwardNs = 0;
  for (const rematplan::Op &op : ArrayRef(graph.problem.ops).take_front(boundary.begin))
    forwardNs += op.cost;
  advice.offload = estimateOffload(step->choices, advice.savedBytes, forwardNs, device);
  advice.choices = std::move(step->choices);
  return advice;
}

double Advice::overheadPercent(const Choice &choice) const {
  return costNs == 0
             ? 0
             : 100.0 * static_cast<double>(choice.costNs - costNs) / static_cast<double>(costNs);
}
