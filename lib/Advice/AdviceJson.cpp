//===- AdviceJson.cpp - Advice for programs -------------------------------===//
#include "remat/Advice/Advice.h"
#include "remat/Planning/Report.h"
#include "llvm/Support/JSON.h"
#include <cmath>

using namespace mlir;
using namespace mlir::remat;
using llvm::json::Array;
using llvm::json::Object;

/// Six decimals.
static double rounded(double number) { return std::round(number * 1e6) / 1e6; }

static Object toJson(const StateBytes &state) {
  return Object{{"parameter_bytes", state.parameterBytes},
                {"gradient_bytes", state.gradientBytes},
                {"optimizer_bytes", state.optimizerBytes},
                {"input_bytes", state.inputBytes}};
}

static Object toJson(const SegmentAdvice &segments) {
  return Object{{"layers", segments.layers},
                {"layer_bytes", segments.layerBytes},
                {"input_bytes", segments.inputBytes},
                {"exact_length", rounded(segments.exactLength)},
                {"best_length", segments.bestLength},
                {"keep_all_bytes", segments.keepAllBytes()},
                {"every_layer_bytes", segments.bytes(1)},
                {"best_bytes", segments.bytes(segments.bestLength)}};
}

static Object toJson(const MemoryAdvice &memory) {
  return Object{{"memory_bytes", memory.memoryBytes},
                {"status", rematplan::statusName(memory.status)},
                {"peak_bytes", memory.peakBytes},
                {"overhead_percent", rounded(memory.overheadPercent)},
                {"overhead_lower_bound_percent", rounded(memory.overheadLowerBoundPercent)}};
}

static Object toJson(const BatchAdvice &batch) {
  Array choices;
  for (const BatchChoice &choice : batch.choices)
    choices.push_back(Object{{"name", choice.name},
                             {"largest_batch", choice.largestBatch},
                             {"overhead_percent", rounded(choice.overheadPercent)},
                             {"relative_throughput", rounded(choice.relativeThroughput)}});
  return Object{
      {"batch", batch.batch}, {"other_batch", batch.otherBatch}, {"choices", std::move(choices)}};
}

static Object toJson(const ShardingAdvice &sharding) {
  Array stages;
  for (const StageAdvice &stage : sharding.stages) {
    Object object = toJson(stage.state);
    object["stage"] = stage.stage;
    Object peaks;
    for (auto [name, bytes] : llvm::zip(sharding.choices, stage.peakBytes))
      peaks[name] = bytes;
    object["peak_bytes"] = std::move(peaks);
    object["communication_ns"] = stage.communicationNs;
    stages.push_back(std::move(object));
  }
  Object inputs{{"whole_bytes", sharding.layerInputBytes},
                {"shard_bytes", sharding.layerInputShardBytes},
                {"gather_ns", sharding.gatherNs}};
  return Object{{"devices", sharding.devices},
                {"stages", std::move(stages)},
                {"partitioned_layer_inputs_estimate", std::move(inputs)}};
}

static Array toJson(ArrayRef<SavedBytes> parts, bool areLayers) {
  Array array;
  for (const SavedBytes &part : parts) {
    Object object{{"name", part.name}, {"saved_bytes", part.bytes}};
    if (areLayers)
      object["input_bytes"] = part.inputBytes;
    array.push_back(std::move(object));
  }
  return array;
}

void Advice::printJson(llvm::raw_ostream &os) const {
  Array ways;
  for (const Choice &choice : choices)
    ways.push_back(Object{{"name", choice.name},
                          {"flags", choice.flags},
                          {"peak_bytes", choice.peakBytes},
                          {"cost_ns", choice.costNs},
                          {"overhead_percent", rounded(overheadPercent(choice))},
                          {"knee", choice.isKnee}});
  Object object{{"function", function},
                {"device", device},
                {"memory_model", memoryModel == MemoryModelKind::Fused ? "fused" : "stored"},
                {"backward_rule", backwardRuleName(boundaryRule)},
                {"peak_bytes", peakBytes},
                {"cost_ns", costNs},
                {"state", toJson(state)},
                {"saved_bytes", savedBytes},
                {"kinds", toJson(kinds, false)},
                {"layers", toJson(layers, true)},
                {"segments", segments ? llvm::json::Value(toJson(*segments)) : nullptr},
                {"choices", std::move(ways)},
                {"memory", memory ? llvm::json::Value(toJson(*memory)) : nullptr},
                {"batch", batch ? llvm::json::Value(toJson(*batch)) : nullptr},
                {"sharding", sharding ? llvm::json::Value(toJson(*sharding)) : nullptr},
                {"offload_estimate", Object{{"saved_bytes", offload.savedBytes},
                                            {"transfer_ns", offload.transferNs},
                                            {"step_ns", offload.stepNs},
                                            {"hidden_bytes", offload.hiddenBytes},
                                            {"recomputed_bytes", offload.recomputedBytes},
                                            {"recompute_ns", offload.recomputeNs}}}};
  os << llvm::formatv("{0:2}", llvm::json::Value(std::move(object))) << '\n';
}
