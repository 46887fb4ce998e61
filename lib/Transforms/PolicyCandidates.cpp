//===- PolicyCandidates.cpp - Policies that the planner competes with -----===//
#include "PolicyCandidates.h"
#include "PlanInRounds.h"

using namespace mlir;
using namespace mlir::remat;

/// Values that a policy keeps can make the problem a little different from the program's. Policies
/// this much over the budget by the latter are written out to see.
static constexpr int64_t kNearBudgetPercent = 105;

namespace {

struct Candidate {
  UserPolicy policy;
  PolicyOps ops;
};

} // namespace

/// The policies of docs/Policies.md without those that need names.
static std::vector<std::string> candidateTexts(size_t numLayers) {
  std::vector<std::string> texts = {"full",
                                    "sqrt",
                                    "selective",
                                    "selective:attention,mlp",
                                    "selective:act",
                                    "selective:norm",
                                    "selective:norm,act",
                                    "selective:mlp,norm,act",
                                    "nothing_saveable",
                                    "dots_saveable",
                                    "dots_with_no_batch_dims_saveable"};
  for (size_t count : {2, 3, 4})
    for (StringRef name : {"uniform:", "every:"})
      texts.push_back(name.str() + std::to_string(count));
  for (size_t quarter : {1, 2, 3})
    texts.push_back("block:" + std::to_string(std::max<size_t>(1, numLayers * quarter / 4)));
  return texts;
}

static std::vector<Candidate> findCandidates(const PlanningGraph &graph, StringRef backward) {
  std::vector<Candidate> candidates;
  llvm::Expected<BackwardBoundary> boundary = findBackward(graph, backward);
  if (!boundary) {
    llvm::consumeError(boundary.takeError());
    return candidates;
  }
  ForwardLayers layers = ForwardLayers::find(graph, *boundary);
  for (const std::string &text : candidateTexts(layers.layers.size())) {
    UserPolicy policy = llvm::cantFail(UserPolicy::parse(text));
    llvm::Expected<PolicyDecisions> decisions = decidePolicy(policy, graph, layers);
    if (!decisions) {
      // There is nothing for it to do in this program.
      llvm::consumeError(decisions.takeError());
      continue;
    }
    PolicyOps ops = collectPolicyOps(graph.problem, graph, *decisions, boundary->begin);
    if (ops.dropAt)
      candidates.push_back({std::move(policy), std::move(ops)});
  }
  return candidates;
}

std::vector<rematplan::SeedPlan> mlir::remat::policySeeds(const PlanningGraph &graph,
                                                          StringRef backward) {
  std::vector<rematplan::SeedPlan> seeds;
  for (Candidate &candidate : findCandidates(graph, backward))
    seeds.push_back({std::move(candidate.ops.again), *candidate.ops.dropAt});
  return seeds;
}

/// Whether the policy could be within the budget for less than `extraNs`.
static bool mayWin(const Candidate &candidate, const PlanningGraph &graph,
                   const FunctionPlanOptions &options, int64_t budgetBytes, int64_t extraNs) {
  rematplan::Problem problem = graph.problem;
  constrainByPolicy(problem, candidate.ops, /*forceRecomputation=*/true);
  rematplan::PlanOptions planOptions;
  planOptions.order = options.order;
  rematplan::Plan plan = rematplan::Planner(problem, planOptions).planWithoutBudget();
  return plan.status == rematplan::Status::Met && plan.after.cost - plan.before.cost < extraNs &&
         plan.after.peakBytes / kNearBudgetPercent <= budgetBytes / 100;
}

FailureOr<FunctionPlan> mlir::remat::preferCheaperPolicy(FunctionOpInterface function,
                                                         const FunctionPlanOptions &options,
                                                         FunctionPlan plan) {
  for (const Candidate &candidate : findCandidates(plan.before, options.backward)) {
    const int64_t extraNs = plan.costAfterNs - plan.costBeforeNs;
    const int64_t budgetBytes = plan.budgetBytes;
    if (!mayWin(candidate, plan.before, options, budgetBytes, extraNs))
      continue;
    FunctionPlanOptions follow = options;
    follow.policy = candidate.policy;
    follow.budget.clear();
    FailureOr<FunctionPlan> followed = planFunction(function, follow);
    if (failed(followed))
      return failure();
    if (followed->peakAfterBytes > budgetBytes ||
        followed->costAfterNs - followed->costBeforeNs >= extraNs)
      continue;
    followed->status = rematplan::Status::Met;
    followed->minimize = plan.minimize;
    followed->budgetBytes = budgetBytes;
    followed->policy.reset();
    plan = std::move(*followed);
  }
  return plan;
}

FailureOr<FunctionPlan> mlir::remat::preferPolicyAlone(FunctionOpInterface function,
                                                       const FunctionPlanOptions &options,
                                                       FunctionPlan plan) {
  const bool isMet = plan.status == rematplan::Status::Met;
  if (!isMet && (plan.status != rematplan::Status::Infeasible || plan.infeasibleProven))
    return plan;
  FunctionPlanOptions follow = options;
  follow.budget.clear();
  FailureOr<FunctionPlan> alone = planInRounds(function, follow);
  if (failed(alone))
    return failure();
  // A policy that changes nothing leaves the program as it came, within a budget that it fits, too.
  const bool isIdle = alone->status == rematplan::Status::Fits;
  const bool isDearer =
      alone->costAfterNs - alone->costBeforeNs >= plan.costAfterNs - plan.costBeforeNs;
  if ((alone->status != rematplan::Status::Met && !isIdle) ||
      alone->peakAfterBytes > plan.budgetBytes || (isMet && isDearer && !isIdle))
    return plan;
  alone->minimize = plan.minimize;
  alone->budgetBytes = plan.budgetBytes;
  return alone;
}
