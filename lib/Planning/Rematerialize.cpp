//===- Rematerialize.cpp - From a problem and a budget to a plan ----------===//
#include "remat/Planning/Rematerialize.h"
#include "ExpandWaves.h"
#include "FreeMoves.h"
#include "Search.h"
#include "Seeds.h"
#include "remat/Planning/LowerBound.h"
#include "llvm/ADT/STLExtras.h"
#include <chrono>

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

namespace {

/// Adds the seconds of a scope to a plan's timing.
class PhaseTimer {
public:
  PhaseTimer(std::vector<std::pair<std::string, double>> &timing, const char *phase)
      : timing(timing), phase(phase), begin(std::chrono::steady_clock::now()) {}
  ~PhaseTimer() {
    std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
    timing.push_back({phase, seconds.count()});
  }

private:
  std::vector<std::pair<std::string, double>> &timing;
  const char *phase;
  std::chrono::steady_clock::time_point begin;
};

/// One base order with the plans that need no budget.
struct OrderedProgram {
  OrderedProgram(const Problem &problem, Schedule order) : base(problem, order) {}
  BaseProgram base;
  Seeds seeds;
};

} // namespace

struct Planner::State {
  State(const Problem &problem, const PlanOptions &options) : problem(problem), options(options) {
    judgeBefore();
    Schedule moved = programOrder(problem);
    if (options.order == Order::Free) {
      PhaseTimer timer(timing, "free moves");
      moved = moveFirstRuns(problem);
    }
    PhaseTimer timer(timing, "seeds");
    addOrder(programOrder(problem));
    if (moved != programs.front()->base.order)
      addOrder(std::move(moved));
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

  void addOrder(Schedule order) {
    programs.push_back(std::make_unique<OrderedProgram>(problem, std::move(order)));
    OrderedProgram &program = *programs.back();
    SeedOptions seedOptions;
    if (options.backwardBegin) {
      // The first step that comes from backward.
      auto first =
          llvm::find_if(program.base.opOf, [&](OpId op) { return op >= *options.backwardBegin; });
      seedOptions.border = static_cast<StepId>(first - program.base.opOf.begin());
    }
    seedOptions.progress = progressOf("seeds");
    program.seeds = makeSeeds(program.base, seedOptions);
  }

  std::function<void(double)> progressOf(const char *phase) const {
    if (!options.progress)
      return nullptr;
    return [this, phase](double fraction) { options.progress(phase, fraction); };
  }

  Plan start(int64_t budgetBytes) const {
    Plan plan;
    plan.before = before;
    plan.budgetBytes = budgetBytes;
    plan.budgetLowerLimitBytes = limitBytes;
    plan.timing = timing;
    return plan;
  }

  /// Judges the steps and fills in what follows from them.
  void finish(Plan &plan) const {
    {
      PhaseTimer timer(plan.timing, "judge");
      llvm::Expected<Judgement> judgement = judge(problem, plan.steps);
      if (judgement) {
        plan.after = *judgement;
        if (plan.status != Status::Fits)
          plan.status = plan.after.peakBytes <= plan.budgetBytes ? Status::Met : Status::Infeasible;
      } else {
        // No valid schedule was found at all (a drop_at that cannot be satisfied).
        llvm::consumeError(judgement.takeError());
        plan.status = Status::Infeasible;
        plan.steps = programOrder(problem);
        plan.after = before;
      }
    }
    plan.infeasibleProven =
        plan.status == Status::Infeasible && plan.budgetLowerLimitBytes > plan.budgetBytes;
    plan.boundClass = plan.after.firstOrderKept ? BoundClass::FixedOrder : BoundClass::AnyOrder;
    if (plan.status != Status::Met || plan.boundClass != BoundClass::FixedOrder)
      return;
    PhaseTimer timer(plan.timing, "bound");
    plan.overheadLowerBound =
        overheadLowerBoundFixedOrder(problem, plan.budgetBytes, options.effort);
  }

  const Problem &problem;
  PlanOptions options;
  Judgement before;
  bool beforeIsValid = false;
  int64_t limitBytes = 0;
  /// The program order first.
  std::vector<std::unique_ptr<OrderedProgram>> programs;
  std::vector<std::pair<std::string, double>> timing;
};

Planner::Planner(const Problem &problem, const PlanOptions &options)
    : state(std::make_unique<State>(problem, options)) {}

Planner::~Planner() = default;

Plan Planner::plan(int64_t budgetBytes) {
  Plan plan = state->start(budgetBytes);
  if (state->beforeIsValid && state->before.peakBytes <= budgetBytes) {
    plan.status = Status::Fits;
    plan.steps = programOrder(state->problem);
    state->finish(plan);
    return plan;
  }
  {
    PhaseTimer timer(plan.timing, "search");
    SearchOptions search;
    search.budgetBytes = budgetBytes;
    search.effort = state->options.effort;
    search.progress = state->progressOf("search");
    std::optional<Candidate> best;
    const OrderedProgram *bestProgram = nullptr;
    for (const auto &program : state->programs) {
      if (program->seeds.cuts.rungs().empty())
        continue;
      Candidate candidate = searchPlan(program->base, program->seeds, search);
      auto over = [&](const Candidate &c) { return std::max(c.peakBytes, budgetBytes); };
      if (!best || std::pair(over(candidate), candidate.extraCost) <
                       std::pair(over(*best), best->extraCost)) {
        best = std::move(candidate);
        bestProgram = program.get();
      }
    }
    plan.steps =
        bestProgram ? expandWaves(bestProgram->base, best->copies) : programOrder(state->problem);
  }
  state->finish(plan);
  return plan;
}

Plan Planner::planLowestPeak() {
  Plan plan = state->start(0);
  const Problem &problem = state->problem;
  const Candidate *best = nullptr;
  const OrderedProgram *bestProgram = nullptr;
  for (const auto &program : state->programs) {
    for (const Candidate &rung : program->seeds.pruned.rungs()) {
      if (rung.extraCost > problem.baseCost() || rung.copies.size() > 2 * problem.ops.size())
        continue;
      if (!best || rung.peakBytes < best->peakBytes) {
        best = &rung;
        bestProgram = program.get();
      }
      break;
    }
  }
  plan.steps = best ? expandWaves(bestProgram->base, best->copies) : programOrder(problem);
  plan.budgetBytes = best ? best->peakBytes : state->before.peakBytes;
  if (state->beforeIsValid && state->before.peakBytes <= plan.budgetBytes)
    plan.status = Status::Fits;
  state->finish(plan);
  return plan;
}

Plan rematplan::rematerialize(const Problem &problem, const PlanOptions &options) {
  Planner planner(problem, options);
  return options.minimizePeak ? planner.planLowestPeak() : planner.plan(options.budgetBytes);
}
