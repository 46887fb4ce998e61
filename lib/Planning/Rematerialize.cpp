//===- Rematerialize.cpp - From a problem and a budget to a plan ----------===//
#include "remat/Planning/Rematerialize.h"
#include "BudgetSearch.h"
#include "ExpandWaves.h"
#include "FreeMoves.h"
#include "PhaseTimer.h"
#include "PlanDrops.h"
#include "SingleCut.h"
#include "TextbookStrategies.h"
#include "TinySearch.h"
#include "remat/Planning/LowerBound.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <limits>

using namespace rematplan;

double Plan::overhead() const {
  if (before.cost == 0)
    return 0;
  return static_cast<double>(after.cost - before.cost) / static_cast<double>(before.cost);
}

double Plan::overheadBound() const {
  if (before.cost == 0)
    return 0;
  return static_cast<double>(overheadLowerBound) / static_cast<double>(before.cost);
}

struct Planner::State {
  State(const Problem &problem, const PlanOptions &options)
      : problem(problem), options(options), search(problem, this->options) {
    judgeBefore();
    search.basePeakBytes = before.peakBytes;
    search.limitBytes = limitBytes;
  }

  void judgeBefore() {
    Schedule order = programOrder(problem);
    llvm::Expected<Judgement> judgement = judge(problem, order);
    beforeIsValid = static_cast<bool>(judgement);
    if (judgement) {
      before = *judgement;
    } else {
      // The program order breaks a drop_at rule, which only a plan can satisfy.
      llvm::consumeError(judgement.takeError());
      std::vector<int64_t> bytes = liveBytesPerStep(problem, order);
      auto peak = std::max_element(bytes.begin(), bytes.end());
      before.peakBytes = bytes.empty() ? 0 : *peak;
      before.peakStep = peak - bytes.begin();
      before.cost = problem.baseCost();
    }
    limitBytes = budgetLowerLimit(problem).bytes;
  }

  /// Finds the base orders, once.
  void findOrders(Plan &plan) {
    if (!search.programs.empty())
      return;
    addOrder(programOrder(problem));
    if (options.order == Order::Free && !isTextbook()) {
      PhaseTimer timer(plan.timing, "free moves");
      Schedule moved = moveFirstRuns(problem);
      if (moved != search.programs.front()->base.order)
        addOrder(moved);
    }
  }

  /// Finds the base orders and their seeds, once.
  void prepare(Plan &plan) {
    findOrders(plan);
    if (isTextbook() || std::exchange(hasSeeds, true))
      return;
    PhaseTimer timer(plan.timing, "seeds");
    search.forEachOrder([&](size_t index) {
      OrderedProgram &program = *search.programs[index];
      SeedOptions seedOptions;
      if (options.backwardBegin)
        seedOptions.border = borderOf(program.base);
      seedOptions.timeLimit = &search.timeLimit;
      seedOptions.plans = options.seeds;
      // One voice is enough.
      if (index == 0)
        seedOptions.progress = progressOf("seeds");
      program.seeds = makeSeeds(program.base, seedOptions);
    });
  }

  void addOrder(const Schedule &order) {
    search.programs.push_back(std::make_unique<OrderedProgram>(problem, order));
  }

  /// The first step that comes from backward, by the option or by the peak.
  StepId borderOf(const BaseProgram &base) const {
    if (!options.backwardBegin)
      return Waves(base).peakStep();
    auto first = llvm::find_if(base.opOf, [&](OpId op) { return op >= *options.backwardBegin; });
    return static_cast<StepId>(first - base.opOf.begin());
  }

  std::function<void(double)> progressOf(const char *phase) const {
    if (!options.progress)
      return nullptr;
    return [this, phase](double fraction) { options.progress(phase, fraction); };
  }

  Plan begin(int64_t budgetBytes) {
    search.timeLimit.start(options.timeLimitSeconds);
    Plan plan;
    plan.before = before;
    plan.budgetBytes = budgetBytes;
    plan.budgetLowerLimitBytes = limitBytes;
    return plan;
  }

  bool fits(int64_t budgetBytes) const { return beforeIsValid && before.peakBytes <= budgetBytes; }

  /// Plans that are as the literature has them, for comparison.
  bool isTextbook() const {
    return options.strategy != Strategy::Auto && options.strategy != Strategy::Exact;
  }

  bool planWithin(Plan &plan);
  void searchLonger(Plan &plan, int64_t budgetBytes);
  Candidate planByTextbook(const BaseProgram &base, int64_t budgetBytes) const;
  void planLowest(Plan &plan);
  Schedule searchOrders(int64_t budgetBytes, unsigned effort);
  bool searchExactly(Plan &plan, int64_t budgetBytes, int64_t knownBytes) const;
  std::optional<Judgement> judgeIfValid(const Schedule &steps) const;
  bool isBetter(const Schedule &steps, const Schedule &others, int64_t budgetBytes) const;
  void finish(Plan &plan, bool optimumKnown);

  const Problem &problem;
  PlanOptions options;
  /// How much work goes into the bound of an answer.
  unsigned boundEffort = options.effort;
  Judgement before;
  bool beforeIsValid = false;
  bool hasSeeds = false;
  int64_t limitBytes = 0;
  BudgetSearch search;
};

/// The best plan of all base orders, as a schedule.
Schedule Planner::State::searchOrders(int64_t budgetBytes, unsigned effort) {
  const BudgetPlan best = search.plan(budgetBytes, effort);
  if (!best.program)
    return programOrder(problem);
  return expandWaves(best.program->base, best.plan.copies);
}

std::optional<Judgement> Planner::State::judgeIfValid(const Schedule &steps) const {
  llvm::Expected<Judgement> judgement = judge(problem, steps);
  if (judgement)
    return *judgement;
  llvm::consumeError(judgement.takeError());
  return std::nullopt;
}

/// Whether `steps` are nearer to the budget or, within it, cheaper than `others`.
bool Planner::State::isBetter(const Schedule &steps, const Schedule &others,
                              int64_t budgetBytes) const {
  std::optional<Judgement> ours = judgeIfValid(steps), theirs = judgeIfValid(others);
  if (!ours || !theirs)
    return ours.has_value();
  auto rank = [&](const Judgement &judgement) {
    return std::pair(std::max(judgement.peakBytes, budgetBytes), judgement.cost);
  };
  return rank(*ours) < rank(*theirs);
}

/// Very small problems: replaces the plan by the optimum, unless there are too many states. Where
/// the optimum is known it is the bound as well. A plan of at most `knownBytes` need not be found
/// again, nor anything that costs more.
bool Planner::State::searchExactly(Plan &plan, int64_t budgetBytes, int64_t knownBytes) const {
  constexpr size_t stateLimits[] = {50'000, 200'000, 500'000, 1'000'000};
  TinyOptions tiny;
  tiny.budgetBytes = budgetBytes;
  tiny.stateLimit =
      stateLimits[options.strategy == Strategy::Exact ? 3 : std::min(options.effort, 3u)];
  // Cheaper than what is there, if that is a plan at all; otherwise anything reasonable.
  std::optional<Judgement> known = judgeIfValid(plan.steps);
  tiny.extraCostLimit = known && known->peakBytes <= knownBytes
                            ? known->cost - before.cost
                            : 100 * std::max<int64_t>(1, problem.baseCost());
  // First the program order, which is preferred where it is as good.
  for (Order order : {Order::Fixed, Order::Free}) {
    if (order == Order::Free && options.order == Order::Fixed)
      break;
    tiny.order = order;
    TinyAnswer answer = searchTiny(problem, tiny);
    if (!answer.complete)
      return false;
    if (!answer.steps.empty()) {
      plan.steps = answer.steps;
      tiny.extraCostLimit = answer.extraCost;
    }
    plan.boundClass = order == Order::Fixed ? BoundClass::FixedOrder : BoundClass::AnyOrder;
    plan.overheadLowerBound = tiny.extraCostLimit;
  }
  return true;
}

Candidate Planner::State::planByTextbook(const BaseProgram &base, int64_t budgetBytes) const {
  switch (options.strategy) {
  case Strategy::MinCut:
    return cutOnce(base, borderOf(base), budgetBytes);
  case Strategy::Sqrt:
    return planSqrtSegments(base, borderOf(base), budgetBytes);
  case Strategy::ChenGreedy:
    return planChenGreedy(base, borderOf(base), budgetBytes);
  case Strategy::Greedy:
    return planGreedyDrops(base, budgetBytes);
  case Strategy::Auto:
  case Strategy::Exact:
    break;
  }
  llvm_unreachable("not of the literature");
}

/// Searches and proves with more and more effort, up to two steps more than the options say, until
/// the bound says that nothing is cheaper.
void Planner::State::searchLonger(Plan &plan, int64_t budgetBytes) {
  OrderedProgram &program = *search.programs.front();
  for (boundEffort = options.effort;
       boundEffort < std::min(3u, options.effort + 2) && !search.timeLimit.passed();) {
    const std::optional<Judgement> judgement = judgeIfValid(plan.steps);
    if (judgement && judgement->peakBytes <= budgetBytes && judgement->firstOrderKept &&
        judgement->cost - before.cost <= program.lowerBound(budgetBytes, boundEffort).extraCost)
      break;
    Schedule longer = searchOrders(budgetBytes, ++boundEffort);
    if (isBetter(longer, plan.steps, budgetBytes))
      plan.steps = std::move(longer);
  }
}

/// Fills in the steps. True if they are known to be the optimum.
bool Planner::State::planWithin(Plan &plan) {
  prepare(plan);
  boundEffort = options.effort;
  PhaseTimer timer(plan.timing, "search");
  if (isTextbook()) {
    const BaseProgram &base = search.programs.front()->base;
    plan.steps = expandWaves(base, planByTextbook(base, plan.budgetBytes).copies);
    return false;
  }
  // Below the lower limit nothing can be met; the answer is the lowest peak found.
  const int64_t budgetBytes = std::max(plan.budgetBytes, limitBytes);
  const bool tiny = isTiny(problem);
  plan.steps = searchOrders(budgetBytes, tiny ? 0 : options.effort);
  if (!tiny) {
    if (options.strategy == Strategy::Exact)
      searchLonger(plan, budgetBytes);
    return false;
  }
  if (searchExactly(plan, budgetBytes, budgetBytes))
    return true;
  Schedule longer = searchOrders(budgetBytes, options.effort);
  if (isBetter(longer, plan.steps, budgetBytes))
    plan.steps = std::move(longer);
  // There are fewer states within smaller budgets.
  for (int64_t smaller : search.smallerBudgets(budgetBytes)) {
    Plan tighter = plan;
    const bool optimumKnown = searchExactly(tighter, smaller, budgetBytes);
    if (isBetter(tighter.steps, plan.steps, budgetBytes))
      plan.steps = std::move(tighter.steps);
    if (optimumKnown)
      break;
  }
  return false;
}

/// The smallest budget for which a plan was found that costs at most 100 % and makes the program at
/// most three times as long, with that plan in `plan`.
void Planner::State::planLowest(Plan &plan) {
  prepare(plan);
  PhaseTimer timer(plan.timing, "lowest peak");
  auto take = [&](Schedule steps) {
    std::optional<Judgement> judgement = judgeIfValid(steps);
    if (!judgement || judgement->peakBytes >= plan.budgetBytes ||
        judgement->cost - before.cost > before.cost || steps.size() > 3 * problem.ops.size())
      return false;
    plan.budgetBytes = judgement->peakBytes;
    plan.steps = std::move(steps);
    return true;
  };
  plan.steps = programOrder(problem);
  plan.budgetBytes = beforeIsValid ? before.peakBytes : std::numeric_limits<int64_t>::max();
  for (const auto &program : search.programs)
    for (const Candidate &rung : program->seeds.pruned.rungs())
      if (take(expandWaves(program->base, rung.copies)))
        break;
  // Halves the way down to the lower limit.
  int64_t low = limitBytes;
  for (unsigned round = 0; round < 6 && low < plan.budgetBytes; ++round) {
    const int64_t budget = low + (plan.budgetBytes - low) / 2;
    if (!take(searchOrders(budget, 0)))
      low = budget + 1;
  }
  while (isTiny(problem) && plan.budgetBytes > limitBytes) {
    Plan lower = plan;
    if (!searchExactly(lower, plan.budgetBytes - 1, plan.budgetBytes - 1) ||
        !take(std::move(lower.steps)))
      break;
  }
}

/// Judges the steps and fills in what follows from them.
void Planner::State::finish(Plan &plan, bool optimumKnown) {
  {
    PhaseTimer timer(plan.timing, "judge");
    if (std::optional<Judgement> judgement = judgeIfValid(plan.steps)) {
      plan.after = *judgement;
      if (plan.status != Status::Fits)
        plan.status = plan.after.peakBytes <= plan.budgetBytes ? Status::Met : Status::Infeasible;
    } else {
      // No valid schedule was found at all (a drop_at that cannot be satisfied).
      plan.status = Status::Infeasible;
      plan.steps = programOrder(problem);
      plan.after = before;
    }
  }
  plan.timeLimitHit = search.timeLimit.wasHit();
  plan.infeasibleProven =
      plan.status == Status::Infeasible && plan.budgetLowerLimitBytes > plan.budgetBytes;
  if (plan.status == Status::Met && optimumKnown)
    return;
  plan.overheadLowerBound = 0;
  plan.boundClass = plan.after.firstOrderKept ? BoundClass::FixedOrder : BoundClass::AnyOrder;
  if (plan.status != Status::Met)
    return;
  PhaseTimer timer(plan.timing, "bound");
  plan.overheadLowerBound = overheadLowerBoundAnyOrder(problem, plan.budgetBytes);
  if (plan.boundClass == BoundClass::FixedOrder)
    plan.overheadLowerBound =
        std::max(plan.overheadLowerBound,
                 search.programs.front()->lowerBound(plan.budgetBytes, boundEffort).extraCost);
}

Planner::Planner(const Problem &problem, const PlanOptions &options)
    : state(std::make_unique<State>(problem, options)) {}

Planner::~Planner() = default;

Plan Planner::plan(int64_t budgetBytes) {
  Plan plan = state->begin(budgetBytes);
  bool optimumKnown = false;
  if (state->fits(budgetBytes)) {
    plan.status = Status::Fits;
    plan.steps = programOrder(state->problem);
  } else {
    optimumKnown = state->planWithin(plan);
  }
  state->finish(plan, optimumKnown);
  return plan;
}

Plan Planner::planLowestPeak() {
  Plan plan = state->begin(0);
  state->planLowest(plan);
  if (state->fits(plan.budgetBytes)) {
    plan.status = Status::Fits;
    state->finish(plan, false);
    return plan;
  }
  // The same peak, for less if possible.
  Plan cheaper = state->begin(plan.budgetBytes);
  cheaper.timing = plan.timing;
  const bool optimumKnown = state->planWithin(cheaper);
  if (state->isBetter(plan.steps, cheaper.steps, plan.budgetBytes))
    cheaper.steps = plan.steps;
  state->finish(cheaper, optimumKnown);
  return cheaper;
}

Plan Planner::planWithoutBudget() {
  Plan plan = state->begin(std::numeric_limits<int64_t>::max());
  if (state->fits(plan.budgetBytes)) {
    plan.status = Status::Fits;
    plan.steps = programOrder(state->problem);
  } else {
    state->findOrders(plan);
    PhaseTimer timer(plan.timing, "drops");
    plan.steps = planDrops(state->problem, state->search.programs);
    plan.status = Status::Met;
  }
  state->finish(plan, /*optimumKnown=*/true);
  return plan;
}

Plan rematplan::rematerialize(const Problem &problem, const PlanOptions &options) {
  Planner planner(problem, options);
  return options.minimizePeak ? planner.planLowestPeak() : planner.plan(options.budgetBytes);
}
