//===- ShardActivations.cpp - Layer inputs kept in parts ------------------===//
#include "remat/Transforms/ShardActivations.h"
#include "ChannelIds.h"
#include "FoldScalars.h"
#include "PlanInRounds.h"
#include "PolicyCandidates.h"
#include "mlir/AsmParser/AsmParser.h"
#include "remat/Analysis/ForwardLayers.h"
#include "remat/Analysis/ShardPolicy.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/PassOptions.h"
#include <map>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// Writes the ops that cut parts and put them together, in the dialect of the program.
class ShardWriter {
public:
  ShardWriter(Block &block, const DeviceGroups &groups)
      : block(block), groups(groups), builder(block.getParentOp()->getContext()),
        dialect(dialectOf(block)), channel(largestChannel(block) + 1) {}

  /// The dimension that can be cut evenly; nullopt: none.
  std::optional<int64_t> dimensionOf(RankedTensorType type) const {
    const auto parts = static_cast<int64_t>(groups.groupSize());
    for (int64_t dimension = 0; dimension < type.getRank(); ++dimension)
      if (type.getDimSize(dimension) >= parts && type.getDimSize(dimension) % parts == 0)
        return dimension;
    return std::nullopt;
  }

  void shard(Value whole, int64_t dimension) {
    auto type = cast<RankedTensorType>(whole.getType());
    const auto parts = static_cast<int64_t>(groups.groupSize());
    SmallVector<int64_t> sizes(type.getShape());
    sizes[dimension] /= parts;
    Value begin = beginOfPart(sizes[dimension]), zero = constant(0);
    builder.setInsertionPointAfterValue(whole);
    SmallVector<Value> operands{whole};
    for (int64_t other = 0; other < type.getRank(); ++other)
      operands.push_back(other == dimension ? begin : zero);
    Operation *cut = create(whole.getLoc(), "dynamic_slice", operands, type.clone(sizes),
                            {integers("slice_sizes", sizes)});
    cut->setAttr(kShardAttribute, builder.getUnitAttr());
    Operation *gathered =
        create(whole.getLoc(), "all_gather", cut->getResult(0), type, gatherAttributes(dimension));
    gathered->setAttr(kGatheredAttribute, builder.getUnitAttr());
    whole.replaceUsesWithIf(gathered->getResult(0), [&](OpOperand &use) {
      return use.getOwner() != cut && !use.getOwner()->hasTrait<OpTrait::IsTerminator>();
    });
  }

private:
  static StringRef dialectOf(Block &block) {
    for (Operation &op : block)
      if (op.getName().getDialectNamespace() == "stablehlo")
        return "stablehlo";
    return "remat";
  }

  bool isStableHlo() const { return dialect == "stablehlo"; }

  Operation *create(Location location, StringRef mnemonic, ValueRange operands, Type type,
                    ArrayRef<NamedAttribute> attributes) {
    return createNamedOp(builder, location, dialect, mnemonic, operands, type, attributes);
  }

  NamedAttribute integers(StringRef name, ArrayRef<int64_t> numbers) {
    return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(numbers));
  }

  Location top() const { return block.getParentOp()->getLoc(); }

  Value constant(int32_t number) {
    Value &known = constants[number];
    if (!known) {
      builder.setInsertionPointToStart(&block);
      known = createConstant(builder, top(), dialect,
                             RankedTensorType::get({}, builder.getI32Type()), APInt(32, number))
                  ->getResult(0);
    }
    return known;
  }

  /// Where this device's part begins, if parts are this long: from a table by device.
  Value beginOfPart(int64_t length) {
    Value &known = begins[length];
    if (known)
      return known;
    std::vector<int32_t> table(groups.numDevices());
    for (ArrayRef<int64_t> group : groups.groups)
      for (auto [place, device] : llvm::enumerate(group))
        table[device] = static_cast<int32_t>(place * length);
    Type i32 = builder.getI32Type();
    builder.setInsertionPointToStart(&block);
    if (!device)
      device = create(top(), groups.areReplicas ? "replica_id" : "partition_id", {},
                      RankedTensorType::get({}, builder.getIntegerType(32, /*isSigned=*/false)), {})
                   ->getResult(0);
    else
      builder.setInsertionPointAfterValue(device);
    auto tableType = RankedTensorType::get({static_cast<int64_t>(table.size())}, i32);
    Value all =
        create(top(), "constant", {}, tableType,
               {builder.getNamedAttr("value", DenseElementsAttr::get(tableType, ArrayRef(table)))})
            ->getResult(0);
    Value own = create(top(), "dynamic_slice", {all, device}, RankedTensorType::get({1}, i32),
                       {integers("slice_sizes", {1})})
                    ->getResult(0);
    return known = create(top(), "reshape", own, RankedTensorType::get({}, i32), {})->getResult(0);
  }

  SmallVector<NamedAttribute> gatherAttributes(int64_t dimension) {
    const auto rows = static_cast<int64_t>(groups.groups.size()),
               columns = static_cast<int64_t>(groups.groupSize());
    SmallVector<int64_t> devices;
    for (ArrayRef<int64_t> group : groups.groups)
      llvm::append_range(devices, group);
    auto type = RankedTensorType::get({rows, columns}, builder.getI64Type());
    SmallVector<NamedAttribute> attributes{
        builder.getNamedAttr("all_gather_dim", builder.getI64IntegerAttr(dimension)),
        builder.getNamedAttr("replica_groups", DenseElementsAttr::get(type, ArrayRef(devices)))};
    if (groups.areReplicas)
      return attributes;
    // Groups of partitions are told from groups of replicas by a channel.
    std::string handle =
        "#stablehlo.channel_handle<handle = " + std::to_string(channel) + ", type = 1>";
    attributes.push_back(
        isStableHlo()
            ? builder.getNamedAttr("channel_handle", parseAttribute(handle, builder.getContext()))
            : builder.getNamedAttr("channel_id", builder.getI64IntegerAttr(channel)));
    attributes.push_back(builder.getNamedAttr("use_global_device_ids", builder.getUnitAttr()));
    return attributes;
  }

  Block &block;
  const DeviceGroups &groups;
  OpBuilder builder;
  StringRef dialect;
  int64_t channel;
  Value device;
  std::map<int64_t, Value> constants, begins;
};

} // namespace

/// Cuts the layer inputs of a function that devices of the policy's groups have alike.
static LogicalResult shardLayerInputs(FunctionOpInterface function, const DeviceLayout &devices,
                                      const FunctionPlanOptions &options) {
  auto refuse = [&](const Twine &reason) {
    return emitError(function.getLoc()) << "policy '" << options.policy->text << "': " << reason;
  };
  llvm::Expected<DeviceGroups> groups =
      DeviceGroups::parse(shardGroupsOf(*options.policy), devices);
  if (!groups)
    return refuse(llvm::toString(groups.takeError()));
  Block &block = function.getFunctionBody().front();
  FailureOr<PlanningGraph> graph =
      PlanningGraph::create(block, donatedArguments(function), options.planning);
  if (failed(graph))
    return failure();
  FailureOr<BackwardBoundary> boundary = readBackward(function.getLoc(), *graph, options.backward);
  if (failed(boundary))
    return failure();
  const ForwardLayers layers = ForwardLayers::find(*graph, *boundary);
  if (layers.layers.empty())
    return refuse("no layer repeats in forward (remat-print-layers shows what is found)");
  const std::vector<bool> isReplicated = findReplicated(graph->program, *groups, devices);
  ShardWriter writer(block, *groups);
  std::string reason;
  llvm::SmallDenseSet<rematplan::ValueId> seen;
  bool any = false;
  for (const ForwardLayer &layer : layers.layers)
    for (rematplan::ValueId input : layer.inputs) {
      const uint32_t number = graph->blockValue[input];
      if (!seen.insert(input).second || graph->program.isReturned[number])
        continue;
      Value value = graph->program.values[number];
      auto type = dyn_cast<RankedTensorType>(value.getType());
      std::optional<int64_t> dimension = type ? writer.dimensionOf(type) : std::nullopt;
      if (!isReplicated[number] || !dimension) {
        if (reason.empty())
          reason = (isReplicated[number]
                        ? "the input of layer '" + layer.name + "' cannot be cut into " +
                              std::to_string(groups->groupSize()) + " equal parts"
                        : "devices of a group do not surely have the same input of layer '" +
                              layer.name + "'");
        continue;
      }
      writer.shard(value, *dimension);
      any = true;
    }
  if (!any)
    return refuse(reason.empty() ? "no layer has an input that forward makes" : reason);
  return success();
}

FailureOr<ShardedPlan> mlir::remat::planWithShards(FunctionOpInterface function,
                                                   const DeviceLayout &devices,
                                                   const FunctionPlanOptions &options) {
  if (options.maxRecompute)
    return emitError(function.getLoc())
           << "policy '" << options.policy->text << "' takes no limit of recomputations";
  FailureOr<PlanningGraph> graph = PlanningGraph::create(
      function.getFunctionBody().front(), donatedArguments(function), options.planning);
  if (failed(graph))
    return failure();
  const int64_t peakBytes = graph->programOrderPeakBytes();
  FunctionPlanOptions follow = options;
  // Percents are of the program as it came.
  if (!options.budget.empty()) {
    llvm::Expected<rematplan::Budget> budget = rematplan::parseBudget(options.budget, peakBytes);
    if (!budget)
      return emitError(function.getLoc()) << llvm::toString(budget.takeError());
    if (!budget->minimize)
      follow.budget = std::to_string(budget->bytes);
  }
  ShardedPlan result;
  result.withShards = function->clone();
  auto cut = cast<FunctionOpInterface>(result.withShards.get());
  if (failed(shardLayerInputs(cut, devices, follow)))
    return failure();
  FailureOr<FunctionPlan> plan = planInRounds(cut, follow);
  if (succeeded(plan) && !follow.budget.empty() && !follow.imported &&
      follow.strategy == rematplan::Strategy::Auto)
    plan = preferPolicyAlone(cut, follow, std::move(*plan));
  if (failed(plan))
    return failure();
  plan->peakBeforeBytes = plan->saved.peakBeforeBytes = peakBytes;
  if (plan->status == rematplan::Status::Fits)
    plan->peakAfterBytes = peakBytes;
  result.plan = std::move(*plan);
  return result;
}

void mlir::remat::finishShards(Block &block, AppliedSchedule &applied) {
  SmallVector<Operation *> cuts;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    if (op.hasAttr(kShardAttribute))
      cuts.push_back(&op);
    if (!op.hasAttr(kGatheredAttribute))
      continue;
    op.removeAttr(kGatheredAttribute);
    Operation *cut = op.getOperand(0).getDefiningOp();
    // Later runs read the part through a barrier.
    if (!cut->hasAttr(kShardAttribute))
      continue;
    Value gathered = op.getResult(0);
    gathered.replaceAllUsesWith(cut->getOperand(0));
    applied.origin.erase(gathered);
    op.erase();
  }
  for (Operation *cut : cuts) {
    cut->removeAttr(kShardAttribute);
    // With what only it read: the number of the device, and where its part begins.
    SmallVector<Operation *> unread{cut};
    while (!unread.empty()) {
      Operation *op = unread.pop_back_val();
      if (!op->use_empty())
        continue;
      SmallVector<Operation *> makers;
      for (Value operand : op->getOperands().drop_front(op == cut ? 1 : 0))
        if (Operation *maker = operand.getDefiningOp(); maker && !llvm::is_contained(makers, maker))
          makers.push_back(maker);
      for (Value result : op->getResults())
        applied.origin.erase(result);
      llvm::erase(applied.foldedCopies, op);
      op->erase();
      llvm::append_range(unread, makers);
    }
  }
}
