//===- Choices.cpp - Ways to run a step, side by side ---------------------===//
#include "Choices.h"
#include "remat/Analysis/Policy.h"
#include "remat/Planning/Pareto.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

// What frameworks offer, of what there is in a step.
static constexpr llvm::StringLiteral kPolicies[] = {"full", "selective", "sqrt", "dots_saveable"};

// Points of the trade-off curve: about every tenth of the peak.
static constexpr unsigned kCurvePoints = 9;

/// The flag for a peak: bytes are exact where percents are not.
static std::string budgetFlag(int64_t bytes) { return fmt::format("--remat-budget={}", bytes); }

static rematplan::PlanOptions planOptions(const ForwardLayers &layers,
                                          const FunctionPlanOptions &options) {
  rematplan::PlanOptions plan;
  plan.order = options.order;
  plan.effort = options.effort;
  plan.backwardBegin = layers.boundary.begin;
  plan.progress = options.progress;
  return plan;
}

/// The step under a policy alone; nullopt if it changes nothing here, or finds nothing to change.
static std::optional<Choice> followPolicy(StringRef text, const PlanningGraph &graph,
                                          const ForwardLayers &layers,
                                          const FunctionPlanOptions &options,
                                          const rematplan::PlanOptions &plan) {
  llvm::Expected<PolicyDecisions> decisions =
      decidePolicy(llvm::cantFail(UserPolicy::parse(text)), graph, layers);
  if (!decisions) {
    llvm::consumeError(decisions.takeError());
    return std::nullopt;
  }
  // What the policy keeps is stored, also where the memory model folds it.
  std::vector<bool> stored(graph.program.values.size());
  for (uint32_t value : decisions->stored)
    stored[value] = true;
  SmallVector<unsigned> donated(graph.problem.donated.begin(), graph.problem.donated.end());
  FailureOr<PlanningGraph> pinned =
      PlanningGraph::create(*graph.program.block, donated, options.planning, stored);
  if (failed(pinned))
    return std::nullopt;
  rematplan::OpId begin =
      llvm::lower_bound(pinned->blockOp, layers.backwardBlockOp) - pinned->blockOp.begin();
  rematplan::Problem problem = pinned->problem;
  constrainByPolicy(problem, collectPolicyOps(problem, *pinned, *decisions, begin),
                    /*forceRecomputation=*/true);
  rematplan::PlanOptions policyPlan = plan;
  policyPlan.backwardBegin = begin;
  rematplan::Plan made = rematplan::Planner(problem, policyPlan).planWithoutBudget();
  if (made.status != rematplan::Status::Met)
    return std::nullopt;
  return Choice{("policy " + text).str(),
                ("--remat-policy=" + text).str(),
                made.after.peakBytes,
                graph.problem.baseCost() + made.after.cost - made.before.cost,
                false,
                false,
                {}};
}

std::vector<Choice> mlir::remat::findChoices(const PlanningGraph &graph,
                                             const ForwardLayers &layers,
                                             const FunctionPlanOptions &options) {
  rematplan::PlanOptions plan = planOptions(layers, options);
  rematplan::ParetoCurve curve = rematplan::findPareto(graph.problem, plan, kCurvePoints);
  int64_t baseCostNs = curve.before.cost;

  std::vector<Choice> choices;
  choices.push_back({"nothing recomputed", "", curve.before.peakBytes, baseCostNs, false, false,
                     rematplan::programOrder(graph.problem)});
  for (StringRef policy : kPolicies)
    if (std::optional<Choice> choice = followPolicy(policy, graph, layers, options, plan))
      choices.push_back(std::move(*choice));
  for (rematplan::ParetoPoint &point : llvm::reverse(curve.points)) {
    if (point.extraCost == 0 && point.peakBytes >= curve.before.peakBytes)
      continue;
    double percent = 100.0 * static_cast<double>(point.peakBytes) /
                     static_cast<double>(std::max<int64_t>(1, curve.before.peakBytes));
    choices.push_back({fmt::format("planned to {:.0f} %", percent), budgetFlag(point.peakBytes),
                       point.peakBytes, baseCostNs + point.extraCost, true, point.isKnee,
                       std::move(point.steps)});
  }
  return choices;
}

std::optional<double> mlir::remat::overheadAtPeak(ArrayRef<Choice> choices, double peakFraction) {
  const Choice &base = choices.front();
  auto fractionOf = [&](const Choice &choice) {
    return static_cast<double>(choice.peakBytes) / static_cast<double>(base.peakBytes);
  };
  auto overheadOf = [&](const Choice &choice) {
    return base.costNs == 0 ? 0
                            : static_cast<double>(choice.costNs - base.costNs) /
                                  static_cast<double>(base.costNs);
  };
  if (peakFraction >= 1)
    return 0;
  // From the program order down along the curve.
  const Choice *above = &base;
  for (const Choice &choice : choices) {
    if (!choice.isOptimal)
      continue;
    if (fractionOf(choice) <= peakFraction) {
      double width = fractionOf(*above) - fractionOf(choice);
      double part = width > 0 ? (peakFraction - fractionOf(choice)) / width : 0;
      return overheadOf(choice) + part * (overheadOf(*above) - overheadOf(choice));
    }
    above = &choice;
  }
  return std::nullopt;
}
