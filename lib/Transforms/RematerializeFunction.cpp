//===- RematerializeFunction.cpp - Plan, rewrite and judge one function ---===//
//
// What is stored depends on who reads it (MemoryModel), and rewriting changes the readers: a value
// that was folded may have to be stored once its sources are dropped. So the model runs afresh on
// the rewritten program, and only that peak counts. Where it is over the budget, values that came
// out stored are pinned as stored in the problem (then the planner sees their bytes), or else the
// planner is asked for less, until model and result agree.
//
//===----------------------------------------------------------------------===//
#include "remat/Transforms/RematerializeFunction.h"
#include "remat/Planning/LowerBound.h"
#include "remat/Transforms/EntryFunction.h"
#include <chrono>

using namespace mlir;
using namespace mlir::remat;

// Rounds of planning and rewriting. Two or three are the rule.
static constexpr unsigned kMaxRounds = 8;

namespace {

/// Adds the seconds of its life to a phase.
class PhaseTimer {
public:
  PhaseTimer(std::vector<std::pair<std::string, double>> &timing, StringRef phase)
      : timing(timing), phase(phase), begin(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() {
    double seconds =
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    for (auto &[name, total] : timing)
      if (name == phase) {
        total += seconds;
        return;
      }
    timing.emplace_back(phase.str(), seconds);
  }

private:
  std::vector<std::pair<std::string, double>> &timing;
  StringRef phase;
  std::chrono::steady_clock::time_point begin;
};

/// One try: a plan and the program rewritten by it.
struct Attempt {
  rematplan::Plan plan;
  OwningOpRef<Operation *> function;
  AppliedSchedule applied;
  PlanningGraph fresh;
  int64_t freshPeakBytes = 0;
};

class FunctionPlanner {
public:
  FunctionPlanner(FunctionOpInterface function, const FunctionPlanOptions &options)
      : function(function), options(options), donated(donatedArguments(function)) {}

  FailureOr<FunctionPlan> run();

private:
  FailureOr<Attempt> attempt(std::optional<int64_t> targetBytes);
  /// Pins values that the fresh model stores although the plan took them as folded; false if there
  /// is none.
  bool pinFlipped(const Attempt &attempt);
  void unpin();
  LogicalResult search(FunctionPlan &result);
  void take(FunctionPlan &result, Attempt &attempt);
  Block &body() { return function.getFunctionBody().front(); }

  FunctionOpInterface function;
  const FunctionPlanOptions &options;
  SmallVector<unsigned> donated;
  std::vector<std::pair<std::string, double>> timing;
  std::vector<bool> pinned;
  bool anyPinned = false;
  /// Of the function as it came, with what is pinned.
  std::unique_ptr<PlanningGraph> graph;
  std::unique_ptr<rematplan::Planner> planner;
  std::optional<BackwardRule> backwardRule;
};

} // namespace

FailureOr<Attempt> FunctionPlanner::attempt(std::optional<int64_t> targetBytes) {
  if (!graph) {
    PhaseTimer timer(timing, "model");
    FailureOr<PlanningGraph> created =
        PlanningGraph::create(body(), donated, options.planning, pinned);
    if (failed(created))
      return failure();
    graph = std::make_unique<PlanningGraph>(std::move(*created));
    planner.reset();
  }
  Attempt result;
  {
    PhaseTimer timer(timing, "plan");
    if (!planner) {
      rematplan::PlanOptions planOptions;
      planOptions.order = options.order;
      planOptions.strategy = options.strategy;
      planOptions.effort = options.effort;
      if (options.strategy == rematplan::Strategy::MinCut) {
        llvm::Expected<BackwardBoundary> boundary = findBackward(*graph, options.backward);
        if (!boundary)
          return emitError(function.getLoc()) << "option " << llvm::toString(boundary.takeError());
        planOptions.backwardBegin = boundary->begin;
        backwardRule = boundary->rule;
      }
      planOptions.progress = options.progress;
      planner = std::make_unique<rematplan::Planner>(graph->problem, planOptions);
    }
    result.plan = targetBytes ? planner->plan(*targetBytes) : planner->planLowestPeak();
  }
  PlanningGraph copy;
  {
    PhaseTimer timer(timing, "rewrite");
    result.function = function->clone();
    Block &block = cast<FunctionOpInterface>(*result.function).getFunctionBody().front();
    FailureOr<PlanningGraph> ofCopy =
        PlanningGraph::create(block, donated, options.planning, pinned);
    if (failed(ofCopy))
      return failure();
    copy = std::move(*ofCopy);
    result.applied = applySchedule(copy, result.plan.steps, barrierFor(block), options.annotate);
  }
  PhaseTimer timer(timing, "check");
  FailureOr<PlanningGraph> fresh =
      PlanningGraph::create(cast<FunctionOpInterface>(*result.function).getFunctionBody().front(),
                            donated, options.planning);
  if (failed(fresh))
    return failure();
  result.fresh = std::move(*fresh);
  result.freshPeakBytes = result.fresh.programOrderPeakBytes();
  return result;
}

bool FunctionPlanner::pinFlipped(const Attempt &attempt) {
  pinned.resize(graph->program.values.size(), false);
  bool any = false;
  const BlockProgram &program = attempt.fresh.program;
  for (uint32_t value = 0; value < program.values.size(); ++value) {
    if (attempt.fresh.folded[value])
      continue;
    auto origin = attempt.applied.origin.find(program.values[value]);
    if (origin == attempt.applied.origin.end() || !graph->folded[origin->second] ||
        pinned[origin->second])
      continue;
    pinned[origin->second] = true;
    any = true;
  }
  if (any) {
    anyPinned = true;
    graph.reset();
  }
  return any;
}

void FunctionPlanner::unpin() {
  pinned.clear();
  anyPinned = false;
  graph.reset();
}

void FunctionPlanner::take(FunctionPlan &result, Attempt &attempt) {
  result.peakAfterBytes = attempt.freshPeakBytes;
  result.costBeforeNs = attempt.plan.before.cost;
  result.costAfterNs = attempt.plan.after.cost;
  // With pinned values the problem is another one than the program's: what is proven of it does not
  // hold for the program.
  result.overheadLowerBoundNs = anyPinned ? 0 : attempt.plan.overheadLowerBound;
  result.boundClass = anyPinned ? rematplan::BoundClass::AnyOrder : attempt.plan.boundClass;
  result.backwardRule = backwardRule;
  result.rewritten = std::move(attempt.function);
  result.after = std::move(attempt.fresh);
  result.applied = std::move(attempt.applied);
  for (const auto &[phase, seconds] : attempt.plan.timing)
    timing.emplace_back("plan." + phase, seconds);
}

LogicalResult FunctionPlanner::search(FunctionPlan &result) {
  std::optional<int64_t> target;
  if (!result.minimize)
    target = result.budgetBytes;
  bool mayPin = true;
  std::optional<Attempt> lowest;
  for (; result.rounds < kMaxRounds; ++result.rounds) {
    FailureOr<Attempt> tried = attempt(target);
    if (failed(tried))
      return failure();
    bool met = !result.minimize && tried->freshPeakBytes <= result.budgetBytes;
    bool infeasible = tried->plan.status == rematplan::Status::Infeasible;
    int64_t over = tried->freshPeakBytes - result.budgetBytes;
    bool pinnedMore = !met && mayPin && pinFlipped(*tried);
    bool wasPinned = anyPinned && !pinnedMore;
    if (met || !lowest || tried->freshPeakBytes < lowest->freshPeakBytes)
      lowest = std::move(*tried);
    if (met) {
      result.status = rematplan::Status::Met;
      break;
    }
    if (pinnedMore)
      continue;
    if (infeasible && wasPinned) {
      // Too much was pinned. Without pins a smaller plan may do as well.
      unpin();
      mayPin = false;
      continue;
    }
    if (result.minimize || infeasible)
      break;
    // Nothing to pin: the plan itself has to be smaller.
    target = *target - std::max<int64_t>(over, result.budgetBytes / 200);
    if (*target <= 0)
      break;
  }
  if (result.minimize) {
    result.budgetBytes = std::min(lowest->freshPeakBytes, result.peakBeforeBytes);
    result.status = rematplan::Status::Met;
    if (lowest->freshPeakBytes >= result.peakBeforeBytes) {
      // Nothing is lower than the program as it is.
      result.status = rematplan::Status::Fits;
      result.peakAfterBytes = result.peakBeforeBytes;
      return success();
    }
  }
  take(result, *lowest);
  return success();
}

FailureOr<FunctionPlan> FunctionPlanner::run() {
  FunctionPlan result;
  {
    PhaseTimer timer(timing, "model");
    FailureOr<PlanningGraph> created = PlanningGraph::create(body(), donated, options.planning);
    if (failed(created))
      return failure();
    graph = std::make_unique<PlanningGraph>(std::move(*created));
    result.peakBeforeBytes = graph->programOrderPeakBytes();
  }
  llvm::Expected<rematplan::Budget> budget =
      rematplan::parseBudget(options.budget, result.peakBeforeBytes);
  if (!budget)
    return emitError(UnknownLoc::get(function->getContext())) << llvm::toString(budget.takeError());
  result.minimize = budget->minimize;
  result.budgetBytes = budget->bytes;
  result.limit = rematplan::budgetLowerLimit(graph->problem);
  result.before = *graph;
  result.costBeforeNs = result.costAfterNs = graph->problem.baseCost();
  if (!result.minimize && result.peakBeforeBytes <= result.budgetBytes) {
    result.status = rematplan::Status::Fits;
    result.peakAfterBytes = result.peakBeforeBytes;
    result.timing = std::move(timing);
    return result;
  }
  if (failed(search(result)))
    return failure();
  result.infeasibleProven =
      result.status == rematplan::Status::Infeasible && result.limit.bytes > result.budgetBytes;
  result.timing = std::move(timing);
  return result;
}

FailureOr<FunctionPlan> mlir::remat::planFunction(FunctionOpInterface function,
                                                  const FunctionPlanOptions &options) {
  return FunctionPlanner(function, options).run();
}
