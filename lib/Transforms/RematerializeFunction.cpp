//===- RematerializeFunction.cpp - Plan, rewrite and judge one function ---===//
//
// What is stored depends on who reads it (MemoryModel), and rewriting changes the readers: a value
// that was folded may have to be stored once its sources are dropped. So the model runs afresh on
// the rewritten program, and only that peak counts. Where it is over the budget, values that came
// out stored are pinned as stored in the problem (then the planner sees their bytes), or else the
// planner is asked for less, until model and result agree.
//
//===----------------------------------------------------------------------===//
#include "PhaseTimer.h"
#include "PlanInRounds.h"
#include "PolicyCandidates.h"
#include "remat/Planning/LowerBound.h"
#include "remat/Planning/StrategyNames.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/ShardActivations.h"

using namespace mlir;
using namespace mlir::remat;

// Rounds of planning and rewriting. Two or three are the rule.
static constexpr unsigned kMaxRounds = 8;

namespace {

/// One try: a plan and the program rewritten by it.
struct Attempt {
  rematplan::Plan plan;
  /// What was pinned while it was made, ascending.
  std::vector<uint32_t> pinnedValues;
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
  /// An error unless the plan to import was made for a program of this structure.
  LogicalResult checkImported(StringRef structure);
  FailureOr<rematplan::Plan> importedPlan();
  LogicalResult applyImported(FunctionPlan &result);
  LogicalResult search(FunctionPlan &result);
  /// Does what the policy says, without a budget.
  LogicalResult applyPolicy(FunctionPlan &result);
  bool hasBudget() const { return !options.budget.empty(); }
  void take(FunctionPlan &result, Attempt &attempt);
  Block &body() { return function.getFunctionBody().front(); }

  FunctionOpInterface function;
  const FunctionPlanOptions &options;
  SmallVector<unsigned> donated;
  std::vector<std::pair<std::string, double>> timing;
  std::optional<FunctionPolicy> policy;
  /// What the policy keeps is pinned throughout, and part of the problem.
  std::vector<bool> pinnedByPolicy;
  std::vector<bool> pinned;
  bool anyPinned = false;
  /// Of the function as it came, with what is pinned.
  std::unique_ptr<PlanningGraph> graph;
  /// The problem of `graph` under the policy.
  rematplan::Problem constrained;
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
    countDelayedConstants(*graph, options.planning.alignmentBytes);
    planner.reset();
  }
  Attempt result;
  {
    PhaseTimer timer(timing, "plan");
    if (!planner && !options.imported) {
      rematplan::PlanOptions planOptions;
      planOptions.order = options.order;
      planOptions.strategy = options.strategy;
      planOptions.effort = options.effort;
      if (needsBoundary(options.strategy)) {
        FailureOr<BackwardBoundary> boundary =
            readBackward(function.getLoc(), *graph, options.backward);
        if (failed(boundary))
          return failure();
        planOptions.backwardBegin = boundary->begin;
        backwardRule = boundary->rule;
      }
      planOptions.progress = options.progress;
      if (!policy && options.strategy == rematplan::Strategy::Auto)
        planOptions.seeds = policySeeds(*graph, options.backward);
      if (policy)
        constrained = policy->constrain(*graph, hasBudget());
      planner =
          std::make_unique<rematplan::Planner>(policy ? constrained : graph->problem, planOptions);
    }
    if (options.imported) {
      FailureOr<rematplan::Plan> imported = importedPlan();
      if (failed(imported))
        return failure();
      result.plan = std::move(*imported);
    } else if (hasBudget()) {
      result.plan = targetBytes ? planner->plan(*targetBytes) : planner->planLowestPeak();
    } else {
      result.plan = planner->planWithoutBudget();
    }
    for (uint32_t value = 0; value < pinned.size(); ++value)
      if (pinned[value])
        result.pinnedValues.push_back(value);
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
    finishShards(block, result.applied);
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

LogicalResult FunctionPlanner::checkImported(StringRef structure) {
  const SavedPlan &saved = *options.imported;
  if (saved.memoryModel != options.planning.memoryModel)
    return emitError(function.getLoc())
           << "the imported plan was made for the other memory model, '"
           << (saved.memoryModel == MemoryModelKind::Fused ? "fused" : "stored") << "'";
  size_t numValues = graph->program.values.size();
  if (saved.structure != structure ||
      llvm::any_of(saved.pinnedValues, [&](uint32_t value) { return value >= numValues; }))
    return emitError(function.getLoc())
           << "the imported plan was made for another program, function '" << saved.function
           << "' of structure " << saved.structure << "; this one has structure " << structure
           << " (names, types and data flow of all ops)";
  for (uint32_t value : saved.pinnedValues) {
    pinned.resize(numValues, false);
    pinned[value] = true;
    anyPinned = true;
  }
  return success();
}

FailureOr<rematplan::Plan> FunctionPlanner::importedPlan() {
  rematplan::Plan plan;
  plan.steps = options.imported->steps;
  if (plan.steps.empty())
    plan.steps = rematplan::programOrder(graph->problem);
  llvm::Expected<rematplan::Judgement> after = rematplan::judge(graph->problem, plan.steps);
  if (!after)
    return emitError(function.getLoc()) << "the imported plan cannot be used with these options: "
                                        << llvm::toString(after.takeError());
  plan.after = *after;
  plan.before =
      llvm::cantFail(rematplan::judge(graph->problem, rematplan::programOrder(graph->problem)));
  plan.boundClass =
      after->firstOrderKept ? rematplan::BoundClass::FixedOrder : rematplan::BoundClass::AnyOrder;
  return plan;
}

LogicalResult FunctionPlanner::applyImported(FunctionPlan &result) {
  if (anyPinned)
    graph.reset();
  FailureOr<Attempt> tried = attempt(std::nullopt);
  if (failed(tried))
    return failure();
  result.rounds = 1;
  result.status = tried->freshPeakBytes <= result.budgetBytes ? rematplan::Status::Met
                                                              : rematplan::Status::Infeasible;
  take(result, *tried);
  return success();
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
    // One that a barrier holds back takes a few bytes on purpose.
    if (const int32_t producer = graph->program.producer[origin->second];
        producer >= 0 && graph->program.known[producer].kind == KernelKind::Constant)
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

LogicalResult FunctionPlanner::applyPolicy(FunctionPlan &result) {
  FailureOr<Attempt> tried = attempt(std::nullopt);
  if (failed(tried))
    return failure();
  result.rounds = 1;
  result.status = tried->plan.status;
  if (result.status == rematplan::Status::Infeasible)
    return emitError(function.getLoc()) << "the policy cannot be followed: what it wants to "
                                           "recompute needs values that are not there any more";
  if (result.status == rematplan::Status::Fits) {
    result.peakAfterBytes = result.peakBeforeBytes;
    result.policy = policy->outcome(*graph, tried->plan.steps);
  } else {
    take(result, *tried);
  }
  result.budgetBytes = result.peakAfterBytes;
  return success();
}

void FunctionPlanner::unpin() {
  pinned = pinnedByPolicy;
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
  if (policy)
    result.policy = policy->outcome(*graph, attempt.plan.steps);
  result.rewritten = std::move(attempt.function);
  result.after = std::move(attempt.fresh);
  result.applied = std::move(attempt.applied);
  result.saved.peakAfterBytes = attempt.freshPeakBytes;
  result.saved.pinnedValues = std::move(attempt.pinnedValues);
  result.saved.steps = std::move(attempt.plan.steps);
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
    countDelayedConstants(*graph, options.planning.alignmentBytes);
  }
  std::string structure = structureHash(graph->program);
  if (options.imported && failed(checkImported(structure)))
    return failure();
  llvm::Expected<rematplan::Budget> budget = rematplan::Budget{};
  if (hasBudget())
    budget = rematplan::parseBudget(options.budget, result.peakBeforeBytes);
  else if (options.imported)
    budget = rematplan::Budget{false, options.imported->peakAfterBytes};
  if (!budget)
    return emitError(UnknownLoc::get(function->getContext())) << llvm::toString(budget.takeError());
  result.minimize = budget->minimize;
  result.budgetBytes = budget->bytes;
  result.limit = rematplan::budgetLowerLimit(graph->problem);
  result.before = *graph;
  result.costBeforeNs = result.costAfterNs = graph->problem.baseCost();
  result.saved = {std::move(structure),
                  function.getName().str(),
                  options.planning.memoryModel,
                  result.peakBeforeBytes,
                  result.peakBeforeBytes,
                  {},
                  {}};
  FailureOr<std::optional<FunctionPolicy>> found =
      FunctionPolicy::create(function, *graph, options.policy, options.backward);
  if (failed(found))
    return failure();
  policy = std::move(*found);
  // What an imported plan pins is part of it.
  if (policy && !options.imported) {
    pinned = pinnedByPolicy = policy->pinnedValues(graph->program.values.size());
    if (!pinned.empty())
      graph.reset();
  }
  if (!hasBudget() && !options.imported) {
    if (failed(applyPolicy(result)))
      return failure();
    result.timing = std::move(timing);
    return result;
  }
  if (!result.minimize && result.peakBeforeBytes <= result.budgetBytes &&
      !(policy && policy->isExplicit())) {
    result.status = rematplan::Status::Fits;
    result.peakAfterBytes = result.peakBeforeBytes;
    result.timing = std::move(timing);
    return result;
  }
  if (failed(options.imported ? applyImported(result) : search(result)))
    return failure();
  result.infeasibleProven =
      result.status == rematplan::Status::Infeasible && result.limit.bytes > result.budgetBytes;
  result.timing = std::move(timing);
  return result;
}

FailureOr<FunctionPlan> mlir::remat::planInRounds(FunctionOpInterface function,
                                                  const FunctionPlanOptions &options) {
  return FunctionPlanner(function, options).run();
}
