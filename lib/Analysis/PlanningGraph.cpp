//===- PlanningGraph.cpp - From a block to a planning problem -------------===//
#include "remat/Analysis/PlanningGraph.h"
#include "CountCallerBuffers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Analysis/ShardPolicy.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Interfaces/Collectives.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Planning/Memory.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
/// What the bodies of a loop or branch take and cost.
struct BodyCost {
  int64_t extraBytes = 0;
  int64_t costNs = 0;
  int64_t productFlops = 0;
};

class GraphBuilder {
public:
  GraphBuilder(PlanningGraph &graph, const PlanningOptions &options, const MemoryModel &model)
      : graph(graph), program(graph.program), options(options), model(model) {}

  LogicalResult build(ArrayRef<unsigned> donatedArguments);

private:
  LogicalResult addOp(uint32_t op);
  void addReuses(uint32_t op, rematplan::Op &planned, ArrayRef<uint32_t> inputs);
  uint32_t addValue(uint32_t blockValue);
  FailureOr<BodyCost> bodiesOf(uint32_t op) const;
  /// Arithmetic of the folded chain that a kernel computes on the way to its operands.
  void addFoldedFlops(uint32_t op, int64_t &flops);
  int64_t costOf(uint32_t op, const rematplan::Op &planned, int64_t flops) const;
  /// An op that must keep its place among its like: it has an effect, or nothing is known of it.
  bool keepsPlace(uint32_t op) const;
  PlanningGraph &graph;
  BlockProgram &program;
  const PlanningOptions &options;
  const MemoryModel &model;
  std::vector<uint32_t> visitedBy;
  std::optional<uint32_t> lastToken;
};
} // namespace

uint32_t GraphBuilder::addValue(uint32_t blockValue) {
  auto number = static_cast<uint32_t>(graph.problem.values.size());
  rematplan::Value &value = graph.problem.values.emplace_back();
  value.name = valueName(program.values[blockValue]);
  value.bytes = llvm::alignTo(program.bytes[blockValue], options.alignmentBytes);
  graph.blockValue.push_back(blockValue);
  graph.problemValue[blockValue] = number;
  return number;
}

FailureOr<BodyCost> GraphBuilder::bodiesOf(uint32_t op) const {
  BodyCost total;
  for (Region &region : program.ops[op]->getRegions()) {
    if (region.empty())
      continue;
    if (!region.hasOneBlock()) {
      emitError(program.ops[op]->getLoc())
          << "cannot plan memory: a region of '" << program.ops[op]->getName()
          << "' has several blocks; only straight-line bodies are known";
      return failure();
    }
    PlanningOptions bodyOptions = options;
    bodyOptions.callerBuffers = false;
    // A fusing compiler updates carried values in place: the old value's storage is free once it
    // was read, like that of a donated argument.
    SmallVector<unsigned> carried;
    if (options.memoryModel == MemoryModelKind::Fused)
      for (BlockArgument argument : region.front().getArguments())
        carried.push_back(argument.getArgNumber());
    FailureOr<PlanningGraph> body = PlanningGraph::create(region.front(), carried, bodyOptions);
    if (failed(body))
      return failure();
    int64_t peak = body->programOrderPeakBytes(), arguments = 0;
    for (rematplan::ValueId input : body->problem.inputs)
      arguments += body->problem.values[input].bytes;
    total.extraBytes = std::max(total.extraBytes, peak - arguments);
    int64_t cost = body->problem.baseCost(), flops = 0;
    for (int64_t ofOp : body->productFlops)
      flops = saturatingAdd(flops, ofOp);
    bool isLoop = program.known[op].tripCount != 1;
    total.costNs = isLoop ? saturatingAdd(total.costNs, cost) : std::max(total.costNs, cost);
    total.productFlops =
        isLoop ? saturatingAdd(total.productFlops, flops) : std::max(total.productFlops, flops);
  }
  // A sum is over the regions of a loop (condition and body), a maximum over those of a branch.
  total.costNs = saturatingMultiply(total.costNs, program.known[op].tripCount);
  total.productFlops = saturatingMultiply(total.productFlops, program.known[op].tripCount);
  return total;
}

void GraphBuilder::addFoldedFlops(uint32_t op, int64_t &flops) {
  SmallVector<uint32_t, 8> open(program.reads[op].begin(), program.reads[op].end());
  while (!open.empty()) {
    uint32_t value = open.pop_back_val();
    if (!model.isFolded(value))
      continue;
    uint32_t producer = program.producer[value];
    if (visitedBy[producer] == op)
      continue;
    visitedBy[producer] = op;
    flops = saturatingAdd(flops, program.known[producer].flops);
    llvm::append_range(open, program.reads[producer]);
  }
}

int64_t GraphBuilder::costOf(uint32_t op, const rematplan::Op &planned, int64_t flops) const {
  const OpKnowledge &known = program.known[op];
  if (known.kind == KernelKind::Barrier || known.kind == KernelKind::View)
    return 0;
  // In the stored model constants are data of the program, not work.
  if (known.kind == KernelKind::Constant && options.memoryModel == MemoryModelKind::Stored)
    return 0;
  Operation *mlirOp = program.ops[op];
  if (!options.device.measuredNs.empty()) {
    auto measured = options.device.measuredNs.find(measurementKey(mlirOp));
    if (measured != options.device.measuredNs.end())
      return measured->second;
  }
  int64_t bytes = 0;
  for (rematplan::ValueId value : planned.inputs)
    bytes = saturatingAdd(bytes, graph.problem.values[value].bytes);
  for (rematplan::ValueId value : planned.outputs)
    bytes = saturatingAdd(bytes, graph.problem.values[value].bytes);
  Type rateType = mlirOp->getNumOperands()  ? mlirOp->getOperand(0).getType()
                  : mlirOp->getNumResults() ? mlirOp->getResult(0).getType()
                                            : Type();
  double rate = rateType ? options.device.rate(rateType) : options.device.flopsPerSecond;
  int64_t ns = rooflineNs(options.device, rate, flops, bytes);
  return isCollective(mlirOp) ? std::max(ns, sendNs(options.device, collectiveSentBytes(mlirOp)))
                              : ns;
}

bool GraphBuilder::keepsPlace(uint32_t op) const {
  const OpKnowledge &known = program.known[op];
  if (known.recomputable || known.kind == KernelKind::Barrier)
    return false;
  return !program.ops[op]->isRegistered() || !isMemoryEffectFree(program.ops[op]);
}

/// The storages that results may be written over. `inputs`: the values of the block behind the
/// inputs of `planned`, ascending.
void GraphBuilder::addReuses(uint32_t op, rematplan::Op &planned, ArrayRef<uint32_t> inputs) {
  auto rootOf = [&](rematplan::ValueId value) {
    while (std::optional<rematplan::ValueId> base = graph.problem.values[value].aliasOf)
      value = *base;
    return value;
  };
  for (const ResultOperand &pair : program.known[op].inPlace) {
    auto operand = program.index.find(program.ops[op]->getOperand(pair.operand));
    if (operand == program.index.end())
      continue;
    uint32_t result = program.results[op][pair.result];
    const SmallVector<uint32_t, 1> aligned = model.alignedReads(op, pair.result);
    for (uint32_t source : model.alignedSources(operand->second)) {
      // Element by element in the same place: only a buffer of exactly this size can be written
      // over, and only if no view of it is read elsewhere.
      rematplan::ValueId root = rootOf(graph.problemValue[source]);
      auto isReadElsewhere = [&](uint32_t input) {
        return !llvm::is_contained(aligned, input) && rootOf(graph.problemValue[input]) == root;
      };
      if (program.bytes[source] != program.bytes[result] || llvm::any_of(inputs, isReadElsewhere))
        continue;
      auto position = llvm::lower_bound(inputs, source) - inputs.begin();
      std::pair<uint32_t, uint32_t> reuse(pair.result, position);
      if (!llvm::is_contained(planned.reuses, reuse))
        planned.reuses.push_back(reuse);
    }
  }
}

LogicalResult GraphBuilder::addOp(uint32_t op) {
  const OpKnowledge &known = program.known[op];
  // Everything that the op makes is folded: its readers compute it.
  if (!program.results[op].empty() &&
      llvm::all_of(program.results[op], [&](uint32_t value) { return model.isFolded(value); }))
    return success();

  rematplan::Op planned;
  SmallVector<uint32_t, 8> inputs;
  for (uint32_t operand : program.reads[op])
    llvm::append_range(inputs, model.sources(operand));
  llvm::sort(inputs);
  inputs.erase(llvm::unique(inputs), inputs.end());
  for (uint32_t input : inputs)
    planned.inputs.push_back(graph.problemValue[input]);
  for (uint32_t result : program.results[op]) {
    uint32_t number = addValue(result);
    planned.outputs.push_back(number);
    for (const ResultOperand &view : known.views) {
      if (program.ops[op]->getResult(view.result) != program.values[result])
        continue;
      auto base = program.index.find(program.ops[op]->getOperand(view.operand));
      if (base == program.index.end()) {
        graph.problem.values[number].bytes = 0; // A view of what lives outside of the block.
        continue;
      }
      ArrayRef<uint32_t> sources = model.sources(base->second);
      if (sources.size() != 1)
        continue; // Computed from several storages, or from none: it cannot be held in one.
      graph.problem.values[number].bytes = 0;
      graph.problem.values[number].aliasOf = graph.problemValue[sources.front()];
    }
  }

  int64_t flops = known.flops;
  planned.name = (program.ops[op]->getName().getStringRef() + "." + llvm::Twine(op)).str();
  // A kernel on constants alone has no operand that a barrier could hold back: CSE would merge its
  // copies with the original. (In the stored model the constants themselves are tied, see
  // ApplySchedule.)
  planned.recomputable =
      known.recomputable && !(model.kind() == MemoryModelKind::Fused && inputs.empty());
  planned.scratchBytes = llvm::alignTo(model.scratchBytes(op), options.alignmentBytes);
  int64_t productFlops = known.productFlops;
  addFoldedFlops(op, flops);
  planned.cost = costOf(op, planned, flops);
  if (known.kind == KernelKind::ControlFlow) {
    FailureOr<BodyCost> bodies = bodiesOf(op);
    if (failed(bodies))
      return failure();
    planned.scratchBytes = saturatingAdd(planned.scratchBytes, bodies->extraBytes);
    planned.cost = saturatingAdd(options.device.launchNs, bodies->costNs);
    productFlops = saturatingAdd(productFlops, bodies->productFlops);
  }
  planned.repeatCost = planned.cost;

  if (model.kind() == MemoryModelKind::Fused)
    addReuses(op, planned, inputs);

  if (keepsPlace(op)) {
    if (lastToken)
      planned.inputs.push_back(*lastToken);
    lastToken = graph.problem.values.size();
    rematplan::Value &token = graph.problem.values.emplace_back();
    token.name = "order." + std::to_string(op);
    graph.blockValue.push_back(PlanningGraph::kNone);
    planned.outputs.push_back(*lastToken);
  }
  graph.problemOp[op] = graph.problem.ops.size();
  graph.blockOp.push_back(op);
  graph.productFlops.push_back(productFlops);
  graph.problem.ops.push_back(std::move(planned));
  return success();
}

LogicalResult GraphBuilder::build(ArrayRef<unsigned> donatedArguments) {
  graph.problemOp.assign(program.ops.size(), -1);
  graph.problemValue.assign(program.values.size(), -1);
  visitedBy.assign(program.ops.size(), ~0u);
  for (uint32_t argument = 0; argument < program.numArguments; ++argument)
    graph.problem.inputs.push_back(addValue(argument));
  if (!options.callerBuffers)
    for (unsigned argument : donatedArguments)
      graph.problem.donated.push_back(argument);
  for (uint32_t op = 0; op < program.ops.size(); ++op)
    if (failed(addOp(op)))
      return failure();
  std::vector<bool> isOutput(graph.problem.values.size(), false);
  for (uint32_t returned : program.returned)
    for (uint32_t source : model.sources(returned)) {
      auto value = static_cast<rematplan::ValueId>(graph.problemValue[source]);
      if (!isOutput[value])
        graph.problem.outputs.push_back(value);
      isOutput[value] = true;
    }
  graph.folded.resize(program.values.size());
  graph.sources.resize(program.values.size());
  for (uint32_t value = 0; value < program.values.size(); ++value) {
    graph.folded[value] = model.isFolded(value);
    llvm::append_range(graph.sources[value], model.sources(value));
  }
  if (options.callerBuffers && failed(countCallerBuffers(graph, options)))
    return failure();
  if (llvm::Error error = graph.problem.check())
    return emitError(program.block->getParentOp()->getLoc())
           << "cannot plan memory: " << llvm::toString(std::move(error));
  return success();
}

int64_t PlanningGraph::programOrderPeakBytes() const {
  std::vector<int64_t> live =
      rematplan::liveBytesPerStep(problem, rematplan::programOrder(problem));
  return live.empty() ? 0 : *llvm::max_element(live);
}

/// Pins what kernels of their own, loops and branches read, looking through views.
static void pinKernelOperands(const BlockProgram &program, std::vector<bool> &pinned) {
  pinned.resize(program.values.size());
  for (uint32_t op = 0; op < program.ops.size(); ++op) {
    KernelKind kind = program.known[op].kind;
    if (kind != KernelKind::Kernel && kind != KernelKind::ControlFlow)
      continue;
    for (uint32_t value : program.reads[op]) {
      pinned[value] = true;
      for (int32_t producer = program.producer[value];
           producer >= 0 && program.known[producer].kind == KernelKind::View &&
           !program.reads[producer].empty();
           producer = program.producer[value]) {
        value = program.reads[producer].front();
        pinned[value] = true;
      }
    }
  }
}

FailureOr<PlanningGraph> PlanningGraph::create(Block &block, ArrayRef<unsigned> donatedArguments,
                                               const PlanningOptions &options,
                                               const std::vector<bool> &pinned) {
  FailureOr<BlockProgram> program = BlockProgram::create(block, options.dynamicDim);
  if (failed(program))
    return failure();
  PlanningGraph graph;
  graph.program = std::move(*program);
  for (auto [op, known] : llvm::zip(graph.program.ops, graph.program.known))
    if (options.recomputeCollectives || op->hasAttr(kGatheredAttribute))
      known.recomputable |= isCollective(op);
  std::vector<bool> stored = pinned;
  if (options.kernelOperandsStored)
    pinKernelOperands(graph.program, stored);
  MemoryModel model(graph.program, options.memoryModel, stored);
  if (failed(GraphBuilder(graph, options, model).build(donatedArguments)))
    return failure();
  payForPartsWhereGathered(graph);
  return graph;
}
