//===- RematerializeReport.cpp - What the pass did, and why ---------------===//
#include "remat/Transforms/RematerializeReport.h"
#include "LayerTotals.h"
#include "remat/Analysis/TensorLiveness.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Planning/Memory.h"
#include "remat/Transforms/EntryFunction.h"
#include "llvm/Support/JSON.h"
#include <fmt/format.h>
#include <map>

using namespace mlir;
using namespace mlir::remat;

static constexpr size_t kLargestValues = 10;
static constexpr size_t kListedLayers = 10;

static std::string typeText(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << type;
  return text;
}

static ReportedValue describe(Value value, int64_t bytes) {
  ReportedValue reported{value.getLoc()};
  reported.name = valueName(value);
  reported.location = locationName(value.getLoc());
  reported.op =
      value.getDefiningOp() ? value.getDefiningOp()->getName().getStringRef().str() : "argument";
  reported.type = typeText(value.getType());
  reported.bytes = bytes;
  return reported;
}

/// The largest storages alive at the peak of the program order.
static std::vector<ReportedValue> largestAtPeak(const PlanningGraph &graph) {
  TensorLiveness liveness(graph);
  std::vector<ReportedValue> largest;
  auto alive = liveness.aliveAt(liveness.peakStep());
  for (size_t position : ArrayRef(alive).take_front(kLargestValues)) {
    const StorageLifetime &lifetime = liveness.storages()[position];
    largest.push_back(describe(graph.program.values[lifetime.held.front()], lifetime.bytes));
  }
  return largest;
}

static FailureOr<int64_t> peakUnder(MemoryModelKind kind, FunctionOpInterface function,
                                    PlanningOptions options) {
  options.memoryModel = kind;
  FailureOr<PlanningGraph> graph = PlanningGraph::create(function.getFunctionBody().front(),
                                                         donatedArguments(function), options);
  if (failed(graph))
    return failure();
  return graph->programOrderPeakBytes();
}

static int64_t sum(ArrayRef<int64_t> numbers) {
  int64_t total = 0;
  for (int64_t number : numbers)
    if (llvm::AddOverflow(total, number, total))
      return std::numeric_limits<int64_t>::max();
  return total;
}

/// Why the planner chose a value: what its loss freed and what its return costs.
static std::string reasonFor(const PlanningGraph &graph, uint32_t op, int64_t bytes) {
  const rematplan::Op &planned = graph.problem.ops[graph.problemOp[op]];
  if (bytes == 0)
    return "needed by another recomputation";
  return fmt::format("frees {} bytes between its early and its late readers for {:.1f} us a run",
                     bytes, planned.repeatCost / 1e3);
}

static std::vector<ReportedValue> recomputedValues(const FunctionPlan &plan) {
  const PlanningGraph &graph = plan.before;
  std::map<uint32_t, unsigned> copies;
  for (const auto &[clone, op] : plan.applied.recomputed)
    ++copies[op];
  std::vector<ReportedValue> values;
  for (auto [op, count] : copies) {
    if (graph.problemOp[op] < 0) {
      // Pinned as stored while planning: as it came, the program folds it.
      ReportedValue value = describe(graph.program.ops[op]->getResult(0),
                                     graph.program.bytes[graph.program.results[op].front()]);
      value.copies = count;
      value.reason = "folded in the program as it came; made again once its sources are dropped";
      values.push_back(value);
      continue;
    }
    for (uint32_t result : graph.program.results[op]) {
      int64_t bytes = graph.problem.values[graph.problemValue[result]].bytes;
      ReportedValue value = describe(graph.program.values[result], bytes);
      value.copies = count;
      value.costNs = graph.problem.ops[graph.problemOp[op]].repeatCost * count;
      value.reason = reasonFor(graph, op, bytes);
      values.push_back(value);
    }
  }
  return values;
}

FailureOr<RematerializeReport> mlir::remat::makeReport(FunctionOpInterface original,
                                                       FunctionPlan &plan,
                                                       const FunctionPlanOptions &options) {
  RematerializeReport report;
  report.function = original.getName().str();
  report.status = plan.status;
  report.infeasibleProven = plan.infeasibleProven;
  report.memoryModel = options.planning.memoryModel;
  report.device = options.planning.device.name;
  report.budgetBytes = plan.budgetBytes;
  report.peakBeforeBytes = plan.peakBeforeBytes;
  report.peakAfterBytes = plan.peakAfterBytes;
  if (plan.minimize || plan.status == rematplan::Status::Infeasible)
    report.lowestPeakBytes = plan.peakAfterBytes;
  report.budgetLowerLimitBytes = plan.limit.bytes;
  if (plan.limit.op) {
    Operation *op = plan.before.program.ops[plan.before.blockOp[*plan.limit.op]];
    report.limitOp = op->getName().getStringRef().str();
    if (std::string name = locationName(op->getLoc()); !name.empty())
      report.limitOp += " " + name;
  }
  report.costUnit = plan.before.problem.costUnit;
  report.costBefore = plan.costBeforeNs;
  report.costAfter = plan.costAfterNs;
  report.overheadLowerBound = plan.overheadLowerBoundNs;
  report.boundClass = plan.boundClass;
  report.recomputedOps = plan.applied.recomputed.size();
  report.barriers = plan.applied.barriers.size();
  report.foldedCopies = plan.applied.foldedCopies.size();
  report.flopsBefore = sum(plan.before.productFlops);
  report.flopsAfter = plan.rewritten ? sum(plan.after.productFlops) : report.flopsBefore;
  if (plan.backwardRule)
    report.backwardRule = backwardRuleName(*plan.backwardRule).str();
  report.rounds = plan.rounds;
  report.recomputed = recomputedValues(plan);
  report.layers = layerTotals(plan);
  report.largestAtPeakBefore = largestAtPeak(plan.before);
  report.largestAtPeakAfter =
      plan.rewritten ? largestAtPeak(plan.after) : report.largestAtPeakBefore;
  report.problem = report.function;
  report.planningProblem = plan.before.problem;
  report.planningProblem.name = report.function;

  MemoryModelKind other = report.memoryModel == MemoryModelKind::Fused ? MemoryModelKind::Stored
                                                                       : MemoryModelKind::Fused;
  FailureOr<int64_t> before = peakUnder(other, original, options.planning);
  if (failed(before))
    return failure();
  report.otherPeakBeforeBytes = report.otherPeakAfterBytes = *before;
  if (plan.rewritten) {
    FailureOr<int64_t> after =
        peakUnder(other, cast<FunctionOpInterface>(*plan.rewritten), options.planning);
    if (failed(after))
      return failure();
    report.otherPeakAfterBytes = *after;
  }
  report.timing = plan.timing;
  return report;
}

static const char *modelName(MemoryModelKind kind) {
  return kind == MemoryModelKind::Fused ? "fused" : "stored";
}

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

void RematerializeReport::printJson(llvm::raw_ostream &os) const {
  const char *other = memoryModel == MemoryModelKind::Fused ? "stored" : "fused";
  llvm::json::Object object = toJson();
  object["function"] = function;
  object["memory_model"] = modelName(memoryModel);
  object["device"] = device;
  object["peaks_bytes"] = llvm::json::Object{
      {modelName(memoryModel),
       llvm::json::Object{{"before", peakBeforeBytes}, {"after", peakAfterBytes}}},
      {other,
       llvm::json::Object{{"before", otherPeakBeforeBytes}, {"after", otherPeakAfterBytes}}}};
  object["barriers"] = barriers;
  object["folded_copies"] = foldedCopies;
  object["flops_before"] = flopsBefore;
  object["flops_after"] = flopsAfter;
  object["backward_rule"] =
      backwardRule.empty() ? llvm::json::Value(nullptr) : llvm::json::Value(backwardRule);
  object["rounds"] = static_cast<int64_t>(rounds);
  object["recomputed"] = jsonOf(recomputed, true);
  object["layers"] = jsonOf(layers);
  object["largest_at_peak_before"] = jsonOf(largestAtPeakBefore, false);
  object["largest_at_peak_after"] = jsonOf(largestAtPeakAfter, false);
  os << llvm::formatv("{0:2}", llvm::json::Value(std::move(object))) << "\n";
}

static std::string megabytes(int64_t bytes) { return fmt::format("{:.3f} MB", bytes / 1e6); }

static void printValues(llvm::raw_ostream &os, StringRef title,
                        const std::vector<ReportedValue> &values) {
  if (values.empty())
    return;
  os << title << "\n";
  for (const ReportedValue &value : values)
    os << fmt::format("  {:>14}  {}  {}\n", megabytes(value.bytes), value.type, value.name);
}

/// The layers of which something is recomputed, most bytes first.
static void printLayers(llvm::raw_ostream &os, const std::vector<LayerTotal> &layers) {
  std::vector<LayerTotal> shown;
  llvm::copy_if(layers, std::back_inserter(shown),
                [](const LayerTotal &layer) { return layer.recomputedBytes > 0; });
  if (shown.empty())
    return;
  llvm::stable_sort(shown, [](const LayerTotal &a, const LayerTotal &b) {
    return a.recomputedBytes > b.recomputedBytes;
  });
  os << "layers, most recomputed first\n";
  for (const LayerTotal &layer : ArrayRef(shown).take_front(kListedLayers))
    os << fmt::format("  {:>14} again {:>9.1f} us  {:>14} kept  {}\n",
                      megabytes(layer.recomputedBytes), layer.recomputeCostNs / 1e3,
                      megabytes(layer.keptBytes), layer.name);
  if (shown.size() > kListedLayers)
    os << fmt::format("  and {} more (all of them in a .json report)\n",
                      shown.size() - kListedLayers);
}

void RematerializeReport::printText(llvm::raw_ostream &os) const {
  os << fmt::format("function     {}\n", function);
  os << fmt::format("memory model {}, device {}\n", modelName(memoryModel), device);
  PlanReport::printText(os);
  os << fmt::format("written as   {} {}, {} folded {}\n", barriers,
                    barriers == 1 ? "barrier" : "barriers", foldedCopies,
                    foldedCopies == 1 ? "copy" : "copies");
  if (flopsBefore)
    os << fmt::format("flops        {:.4g} -> {:.4g} (x {:.4f})\n", double(flopsBefore),
                      double(flopsAfter), double(flopsAfter) / flopsBefore);
  printValues(os, "largest at the peak before", largestAtPeakBefore);
  printValues(os, "largest at the peak after", largestAtPeakAfter);
  if (!recomputed.empty()) {
    std::vector<ReportedValue> byBytes = recomputed;
    llvm::stable_sort(byBytes, [](const ReportedValue &a, const ReportedValue &b) {
      return a.bytes * a.copies > b.bytes * b.copies;
    });
    os << "recomputed, largest first\n";
    for (const ReportedValue &value : ArrayRef(byBytes).take_front(kLargestValues))
      os << fmt::format("  {:>14}  x{} {:>9.1f} us  {}  {}\n", megabytes(value.bytes), value.copies,
                        value.costNs / 1e3, value.type, value.name);
    if (byBytes.size() > kLargestValues)
      os << fmt::format("  and {} more (all of them in a .json report)\n",
                        byBytes.size() - kLargestValues);
  }
  printLayers(os, layers);
}
