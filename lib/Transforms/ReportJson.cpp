//===- ReportJson.cpp - The report as JSON --------------------------------===//
#include "ReportParts.h"

using namespace mlir;
using namespace mlir::remat;

static llvm::json::Object jsonOf(const ReportedValue &value, bool isRecomputed) {
  llvm::json::Object object{{"name", value.name},
                            {"location", value.location},
                            {"op", value.op},
                            {"type", value.type},
                            {"bytes", value.bytes}};
  if (isRecomputed) {
    object["copies"] = static_cast<int64_t>(value.copies);
    object["cost_ns"] = value.costNs;
    object["reason"] = value.reason;
  }
  return object;
}

static llvm::json::Array jsonOf(const std::vector<ReportedValue> &values, bool isRecomputed) {
  llvm::json::Array array;
  for (const ReportedValue &value : values)
    array.push_back(jsonOf(value, isRecomputed));
  return array;
}

static llvm::json::Array jsonOf(const std::vector<LayerTotal> &layers) {
  llvm::json::Array array;
  for (const LayerTotal &layer : layers)
    array.push_back(llvm::json::Object{{"name", layer.name},
                                       {"kept_bytes", layer.keptBytes},
                                       {"recomputed_bytes", layer.recomputedBytes},
                                       {"recompute_cost_ns", layer.recomputeCostNs}});
  return array;
}

static llvm::json::Value jsonOf(const std::optional<rematplan::ParetoCurve> &curve) {
  if (!curve)
    return nullptr;
  llvm::json::Array points;
  for (const rematplan::ParetoPoint &point : curve->points)
    points.push_back(llvm::json::Object{
        {"peak_bytes", point.peakBytes},
        {"overhead_percent", curve->overheadPercent(point)},
        {"overhead_lower_bound_percent", curve->overheadLowerBoundPercent(point)},
        {"bound_class", rematplan::boundClassName(point.boundClass)},
        {"is_knee", point.isKnee}});
  return points;
}

StringRef mlir::remat::modelName(MemoryModelKind kind) {
  return kind == MemoryModelKind::Fused ? "fused" : "stored";
}

llvm::json::Object mlir::remat::reportJson(const RematerializeReport &report) {
  llvm::json::Object object = report.toJson();
  object["function"] = report.function;
  object["memory_model"] = modelName(report.memoryModel);
  object["device"] = report.device;
  object["peaks_bytes"] = llvm::json::Object{
      {modelName(report.memoryModel),
       llvm::json::Object{{"before", report.peakBeforeBytes}, {"after", report.peakAfterBytes}}},
      {modelName(report.otherMemoryModel()),
       llvm::json::Object{{"before", report.otherPeakBeforeBytes},
                          {"after", report.otherPeakAfterBytes}}}};
  object["barriers"] = report.barriers;
  object["folded_copies"] = report.foldedCopies;
  object["flops_before"] = report.flopsBefore;
  object["flops_after"] = report.flopsAfter;
  object["backward_rule"] = report.backwardRule.empty() ? llvm::json::Value(nullptr)
                                                        : llvm::json::Value(report.backwardRule);
  if (report.policy)
    object["policy"] = policyJson(*report.policy);
  object["rounds"] = static_cast<int64_t>(report.rounds);
  object["recomputed"] = jsonOf(report.recomputed, true);
  object["layers"] = jsonOf(report.layers);
  object["largest_at_peak_before"] = jsonOf(report.largestAtPeakBefore, false);
  object["largest_at_peak_after"] = jsonOf(report.largestAtPeakAfter, false);
  if (report.memory) {
    const MemoryPlan &plan = report.memory->after;
    object["argument_bytes"] = plan.argumentBytes;
    object["result_bytes"] = plan.resultBytes;
    object["arena_bytes"] = plan.arenaBytes;
    object["total_bytes"] = plan.totalBytes();
    object["total_before_bytes"] = report.memory->before.totalBytes();
  }
  if (report.work) {
    object["kernels"] = report.work->kernels;
    object["moved_bytes"] = report.work->movedBytes;
    if (const std::optional<LaunchCounts> &launches = report.work->launches)
      object["launches"] = llvm::json::Object{{"total", launches->total()},
                                              {"kernels", launches->kernels},
                                              {"products", launches->products},
                                              {"convolutions", launches->convolutions},
                                              {"copies", launches->copies}};
  }
  if (report.attention.ops)
    object["attention"] = llvm::json::Object{{"ops", report.attention.ops},
                                             {"score_bytes", report.attention.scoreBytes}};
  object["pareto"] = jsonOf(report.pareto);
  object["warnings"] = llvm::json::Array(report.warnings);
  return object;
}

void RematerializeReport::printJson(llvm::raw_ostream &os) const {
  os << llvm::formatv("{0:2}", llvm::json::Value(reportJson(*this))) << "\n";
}
