//===- PlanFunction.cpp - What comes around the rounds of planning --------===//
#include "PlanInRounds.h"
#include "PolicyCandidates.h"
#include "remat/Analysis/ShardPolicy.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::remat;

/// Takes out all repetitions but the first `count`, and returns how many there were. A schedule
/// without some of its repetitions is one still: readers take an older copy.
static size_t keepFirstRepetitions(rematplan::Schedule &steps, size_t count) {
  llvm::DenseSet<rematplan::OpId> ran;
  size_t repetitions = 0;
  llvm::erase_if(
      steps, [&](rematplan::OpId op) { return !ran.insert(op).second && ++repetitions > count; });
  return repetitions;
}

/// The planner's best, which neither the policy that was asked for nor a well-known one beats
/// within the budget.
static FailureOr<FunctionPlan> planOnce(FunctionOpInterface function,
                                        const FunctionPlanOptions &options) {
  if (options.policy && !shardGroupsOf(*options.policy).empty())
    return emitError(function.getLoc())
           << "policy '" << options.policy->text
           << "' is for programs of several devices, which remat-opt plans for those that run them";
  FailureOr<FunctionPlan> plan = planInRounds(function, options);
  const bool competes = options.strategy == rematplan::Strategy::Auto && !options.imported;
  if (failed(plan) || !competes)
    return plan;
  if (plan->policy && !options.budget.empty())
    return preferPolicyAlone(function, options, std::move(*plan));
  if (plan->policy || plan->status != rematplan::Status::Met)
    return plan;
  return preferCheaperPolicy(function, options, std::move(*plan));
}

FailureOr<FunctionPlan> mlir::remat::planFunction(FunctionOpInterface function,
                                                  const FunctionPlanOptions &options) {
  FailureOr<FunctionPlan> plan = planOnce(function, options);
  if (failed(plan) || !options.maxRecompute || !plan->rewritten)
    return plan;
  FunctionPlanOptions limited = options;
  limited.imported = plan->saved;
  const size_t planned = keepFirstRepetitions(limited.imported->steps, *options.maxRecompute);
  const int64_t budgetBytes = plan->budgetBytes;
  limited.budget = std::to_string(budgetBytes);
  plan = planInRounds(function, limited);
  if (failed(plan))
    return failure();
  plan->budgetBytes = std::max(budgetBytes, plan->peakAfterBytes);
  plan->status = rematplan::Status::Met;
  plan->infeasibleProven = false;
  emitWarning(function.getLoc()) << "only " << std::min(planned, *options.maxRecompute) << " of "
                                 << planned << " recomputations are applied, and the budget of "
                                 << budgetBytes << " bytes is not enforced";
  return plan;
}
