//===- RematerializeReport.cpp - What the pass did, and why ---------------===//
#include "remat/Transforms/RematerializeReport.h"
#include "LayerTotals.h"
#include "ReportNames.h"
#include "ReportTimelines.h"
#include "remat/Analysis/TensorLiveness.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Planning/Memory.h"
#include "remat/Transforms/EntryFunction.h"
#include <map>

using namespace mlir;
using namespace mlir::remat;

static constexpr size_t kLargestValues = 10;

/// The largest storages alive at the peak of the program order.
static std::vector<ReportedValue> largestAtPeak(const PlanningGraph &graph) {
  TensorLiveness liveness(graph);
  std::vector<ReportedValue> largest;
  auto alive = liveness.aliveAt(liveness.peakStep());
  for (size_t position : ArrayRef(alive).take_front(kLargestValues)) {
    const StorageLifetime &lifetime = liveness.storages()[position];
    largest.push_back(describeValue(graph.program.values[lifetime.held.front()], lifetime.bytes));
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
  return whyDropped(bytes, planned.repeatCost);
}

/// `stored`: what the report says of stored values; `positions`: which of the problem's values
/// these are.
static std::vector<ReportedValue> recomputedValues(const FunctionPlan &plan,
                                                   ArrayRef<ReportedValue> stored,
                                                   ArrayRef<int64_t> positions) {
  const PlanningGraph &graph = plan.before;
  std::map<uint32_t, unsigned> copies;
  for (const auto &[clone, op] : plan.applied.recomputed)
    ++copies[op];
  std::vector<ReportedValue> values;
  for (auto [op, count] : copies) {
    if (graph.problemOp[op] < 0) {
      // Pinned as stored while planning: as it came, the program folds it.
      ReportedValue value = describeValue(graph.program.ops[op]->getResult(0),
                                          graph.program.bytes[graph.program.results[op].front()]);
      value.copies = count;
      value.reason = "folded in the program as it came; made again once its sources are dropped";
      values.push_back(value);
      continue;
    }
    for (uint32_t result : graph.program.results[op]) {
      const int64_t own = graph.problemValue[result];
      if (positions[own] >= 0) {
        values.push_back(stored[positions[own]]);
        continue;
      }
      int64_t bytes = graph.problem.values[own].bytes;
      ReportedValue value = describeValue(graph.program.values[result], bytes);
      value.copies = count;
      value.costNs = graph.problem.ops[graph.problemOp[op]].repeatCost * count;
      value.reason = reasonFor(graph, op, bytes);
      values.push_back(value);
    }
  }
  return values;
}

static rematplan::ParetoCurve tradeOff(const FunctionPlan &plan, const FunctionPlanOptions &options,
                                       size_t backwardBegin, unsigned numPoints) {
  rematplan::PlanOptions planner;
  planner.order = options.order;
  planner.strategy = options.strategy;
  planner.effort = options.effort;
  planner.backwardBegin = static_cast<rematplan::OpId>(backwardBegin);
  planner.progress = options.progress;
  return rematplan::findPareto(plan.before.problem, planner, numPoints);
}

/// What models of ops were not sure of, each once.
static std::vector<std::string> notesOf(const BlockProgram &program) {
  std::vector<std::string> notes;
  for (auto [op, known] : llvm::zip(program.ops, program.known)) {
    if (known.note.empty())
      continue;
    std::string note = (op->getName().getStringRef() + ": " + known.note).str();
    if (!llvm::is_contained(notes, note))
      notes.push_back(std::move(note));
  }
  return notes;
}

/// The ops that say what they stand for, those in bodies included.
static FusedAttention findFusedAttention(const BlockProgram &program) {
  FusedAttention found;
  for (Operation *root : program.ops)
    root->walk([&](Operation *op) {
      auto bytes = op->getAttrOfType<IntegerAttr>(kScoreBytesAttr);
      if (!bytes)
        return;
      ++found.ops;
      if (llvm::AddOverflow(found.scoreBytes, bytes.getInt(), found.scoreBytes))
        found.scoreBytes = std::numeric_limits<int64_t>::max();
    });
  return found;
}

static void addWarnings(RematerializeReport &report, const FunctionPlan &plan) {
  if (plan.status == rematplan::Status::Infeasible)
    report.warnings.push_back(rematplan::explainInfeasible(report));
  if (report.timeLimitHit)
    report.warnings.push_back("a time limit was hit: another run may find another plan");
  llvm::append_range(report.warnings, notesOf(plan.before.program));
}

FailureOr<RematerializeReport> mlir::remat::makeReport(FunctionOpInterface original,
                                                       FunctionPlan &plan,
                                                       const FunctionPlanOptions &options,
                                                       const ReportOptions &reportOptions) {
  RematerializeReport report;
  report.function = shownName(original.getName());
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
      report.limitOp += " " + shownName(name);
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
  report.attention = findFusedAttention(plan.before.program);
  report.policy = plan.policy;
  if (report.policy)
    for (KeptValue &value : report.policy->kept) {
      value.name = shownName(value.name);
      value.layer = shownName(value.layer);
    }
  RepeatedLayers layers = RepeatedLayers::find(plan.before.program);
  report.layers = layerTotals(plan, layers);
  report.isRewritten = static_cast<bool>(plan.rewritten);
  const std::vector<int64_t> positions =
      addTimelines(report, plan, options.backward, layers, reportOptions.withArena);
  report.recomputed = recomputedValues(plan, report.values, positions);
  report.largestAtPeakBefore = largestAtPeak(plan.before);
  report.largestAtPeakAfter =
      plan.rewritten ? largestAtPeak(plan.after) : report.largestAtPeakBefore;
  report.problem = report.function;
  report.planningProblem = plan.before.problem;
  report.planningProblem.name = report.function;
  report.savedPlan = plan.saved;

  if (reportOptions.paretoPoints > 0)
    report.pareto =
        tradeOff(plan, options, report.before.backwardBegin, reportOptions.paretoPoints);

  const MemoryModelKind other = report.otherMemoryModel();
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
  report.command = reportOptions.command;
  addWarnings(report, plan);
  return report;
}
