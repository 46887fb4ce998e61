//===- PlanMemoryBudget.cpp - A budget for all the memory of a run --------===//
#include "remat/Transforms/PlanMemoryBudget.h"
#include "remat/Transforms/RemakeOperands.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr unsigned kMaxRounds = 6;
/// Each round asks for this much less at least, as a share of the budget.
static constexpr int64_t kSmallestStep = 400;

namespace {

class BudgetPlanner {
public:
  BudgetPlanner(FunctionOpInterface function, const FunctionPlanOptions &options,
                bool remakesOperands)
      : function(function), options(options), remakesOperands(remakesOperands) {
    this->options.planning.callerBuffers = true;
    this->options.planning.kernelOperandsStored = true;
    memoryOptions.planning = options.planning;
  }

  FailureOr<MemoryBudgetPlan> run();

private:
  FailureOr<MemoryPlan> measure();
  FailureOr<MemoryBudgetPlan> attempt(const std::string &budget);
  FailureOr<MemoryBudgetPlan> search(int64_t budgetBytes);
  FailureOr<MemoryBudgetPlan> keep(int64_t budgetBytes);
  FailureOr<MemoryBudgetPlan> followPolicy();

  FunctionOpInterface function;
  FunctionPlanOptions options;
  bool remakesOperands;
  MemoryPlanOptions memoryOptions;
  /// The memory of the function as it came, and as the planner gets it.
  MemoryPlan before, start;
};

} // namespace

FailureOr<MemoryPlan> BudgetPlanner::measure() {
  // Places on the ops would make equal layers look different.
  OwningOpRef<Operation *> copy = function->clone();
  return planMemory(cast<FunctionOpInterface>(*copy), memoryOptions);
}

/// One plan for a budget of the planning problem, with its memory plan.
FailureOr<MemoryBudgetPlan> BudgetPlanner::attempt(const std::string &budget) {
  options.budget = budget;
  FailureOr<FunctionPlan> plan = planFunction(function, options);
  if (failed(plan))
    return failure();
  MemoryBudgetPlan result;
  result.plan = std::move(*plan);
  result.before = before;
  result.after = start;
  if (!result.plan.rewritten)
    return result;
  FailureOr<MemoryPlan> after =
      planMemory(cast<FunctionOpInterface>(*result.plan.rewritten), memoryOptions);
  if (failed(after))
    return failure();
  result.after = *after;
  return result;
}

FailureOr<MemoryBudgetPlan> BudgetPlanner::search(int64_t budgetBytes) {
  int64_t targetBytes = budgetBytes;
  std::optional<MemoryBudgetPlan> best;
  unsigned tightenings = 0;
  for (unsigned round = 0; round < kMaxRounds && targetBytes > 0; ++round) {
    FailureOr<MemoryBudgetPlan> tried = attempt(std::to_string(targetBytes));
    if (failed(tried))
      return failure();
    tightenings = round;
    const int64_t overBytes = tried->after.totalBytes() - budgetBytes;
    const bool isInfeasible = tried->plan.status == rematplan::Status::Infeasible;
    const bool fits = tried->plan.status == rematplan::Status::Fits;
    const int64_t peakBytes = tried->plan.peakAfterBytes;
    if (!best || tried->after.totalBytes() < best->after.totalBytes())
      best = std::move(*tried);
    if (overBytes <= 0 || isInfeasible || options.maxRecompute)
      break;
    // The problem may count more than the memory plan takes; what it counts has to shrink.
    targetBytes = std::min(targetBytes, fits ? peakBytes : targetBytes) -
                  std::max(overBytes, budgetBytes / kSmallestStep);
  }
  best->tightenings = tightenings;
  if (options.maxRecompute)
    budgetBytes = std::max(budgetBytes, best->after.totalBytes());
  best->plan.budgetBytes = budgetBytes;
  best->plan.status = best->after.totalBytes() <= budgetBytes ? rematplan::Status::Met
                                                              : rematplan::Status::Infeasible;
  best->plan.infeasibleProven =
      best->plan.status == rematplan::Status::Infeasible && best->plan.limit.bytes > budgetBytes;
  return std::move(*best);
}

/// The function is to stay as it is.
FailureOr<MemoryBudgetPlan> BudgetPlanner::keep(int64_t budgetBytes) {
  options.policy.reset();
  FailureOr<MemoryBudgetPlan> kept = attempt("100%");
  if (failed(kept) || failed(planMemory(function, memoryOptions)))
    return failure();
  kept->plan.budgetBytes = budgetBytes;
  return kept;
}

/// There is a policy and no budget.
FailureOr<MemoryBudgetPlan> BudgetPlanner::followPolicy() {
  FailureOr<MemoryBudgetPlan> followed = attempt("");
  if (failed(followed))
    return failure();
  if (!followed->plan.rewritten && failed(planMemory(function, memoryOptions)))
    return failure();
  followed->plan.budgetBytes = followed->after.totalBytes();
  return followed;
}

FailureOr<MemoryBudgetPlan> BudgetPlanner::run() {
  const std::string budgetText = options.budget;
  FailureOr<MemoryPlan> measured = measure();
  if (failed(measured))
    return failure();
  before = start = *measured;
  if (remakesOperands) {
    FailureOr<size_t> remade = remakeOperands(function, options.planning);
    if (failed(remade))
      return failure();
    if (*remade > 0) {
      if (failed(measured = measure()))
        return failure();
      start = *measured;
    }
  }
  if (budgetText.empty())
    return followPolicy();
  llvm::Expected<rematplan::Budget> budget =
      rematplan::parseBudget(budgetText, before.totalBytes());
  if (!budget)
    return emitError(UnknownLoc::get(function->getContext())) << llvm::toString(budget.takeError());
  // Explicit rules hold within a budget that the program fits, too.
  const bool mayStay = !options.policy || !options.policy->isExplicit;
  if (!budget->minimize)
    return mayStay && start.totalBytes() <= budget->bytes ? keep(budget->bytes)
                                                          : search(budget->bytes);
  FailureOr<MemoryBudgetPlan> lowest = attempt(budgetText);
  if (failed(lowest))
    return failure();
  if (!lowest->plan.rewritten || lowest->after.totalBytes() >= start.totalBytes())
    return keep(start.totalBytes());
  lowest->plan.budgetBytes = lowest->after.totalBytes();
  return lowest;
}

FailureOr<MemoryBudgetPlan> mlir::remat::planWithMemory(FunctionOpInterface function,
                                                        const FunctionPlanOptions &options,
                                                        bool remakesOperands) {
  return BudgetPlanner(function, options, remakesOperands).run();
}
