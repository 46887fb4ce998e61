//===- BudgetSearch.cpp - The cheapest plan of all base orders ------------===//
#include "BudgetSearch.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <future>
#include <limits>

using namespace rematplan;

void BudgetSearch::forEachOrder(llvm::function_ref<void(size_t index)> work) {
  std::vector<std::future<void>> others;
  for (size_t index = 1; index < programs.size(); ++index)
    others.push_back(std::async(std::launch::async, work, index));
  work(0);
  for (std::future<void> &other : others)
    other.get();
}

/// The cost of the cheapest rung of all orders; where there is none, of the lowest one.
int64_t BudgetSearch::ladderCost(int64_t budgetBytes) const {
  int64_t within = std::numeric_limits<int64_t>::max(), lowest = within;
  for (const auto &program : programs) {
    const Ladder &ladder = program->seeds.pruned;
    if (const Candidate *rung = ladder.cheapestWithin(budgetBytes))
      within = std::min(within, rung->extraCost);
    if (!ladder.rungs().empty())
      lowest = std::min(lowest, ladder.rungs().front().extraCost);
  }
  return within < std::numeric_limits<int64_t>::max() ? within : lowest;
}

/// What no search for the budget goes below: without proof, but so that smaller budgets need not be
/// tried for plans that a larger one could use. Small programs are tried quickly, and the ladder
/// means less there.
int64_t BudgetSearch::floorCost(int64_t budgetBytes) const {
  constexpr StepId small = 200;
  return programs.front()->base.stepCount <= small ? 0 : ladderCost(budgetBytes) / 2;
}

SearchOptions BudgetSearch::searchOptionsFor(int64_t budgetBytes, unsigned effort) {
  SearchOptions result;
  result.budgetBytes = budgetBytes;
  result.effort = effort;
  result.floorCost = floorCost(budgetBytes);
  result.timeLimit = &timeLimit;
  return result;
}

/// The search for one budget in all base orders.
const BudgetPlan &BudgetSearch::searchAt(int64_t budgetBytes, unsigned effort) {
  auto [entry, isNew] = found.insert({{budgetBytes, effort}, {}});
  BudgetPlan &result = entry->second;
  if (!isNew)
    return result;
  const SearchOptions searchOptions = searchOptionsFor(budgetBytes, effort);

  std::vector<std::unique_ptr<PlanSearch>> searches(programs.size());
  forEachOrder([&](size_t index) {
    OrderedProgram &program = *programs[index];
    // Without seeds there is no valid plan in this order.
    if (program.seeds.cuts.rungs().empty())
      return;
    SearchOptions ownOptions = searchOptions;
    if (options.progress && index == 0)
      ownOptions.progress = [&](double fraction) { options.progress("search", fraction); };
    searches[index] = std::make_unique<PlanSearch>(program.base, program.seeds, ownOptions);
    searches[index]->start();
  });
  auto rank = [&](const std::unique_ptr<PlanSearch> &search) {
    constexpr int64_t worst = std::numeric_limits<int64_t>::max();
    return search ? std::pair(std::max(search->best().peakBytes, budgetBytes),
                              search->best().extraCost)
                  : std::pair(worst, worst);
  };
  auto byRank = [&](const auto &a, const auto &b) { return rank(a) < rank(b); };
  auto best = llvm::min_element(searches, byRank);
  if (!*best)
    return result;
  if (const auto [peak, cost] = rank(*best); effort > 0 && peak <= budgetBytes)
    forEachOrder([&, limit = std::pair(peak, cost + cost / 4)](size_t index) {
      // An order that starts far behind will not catch up.
      if (rank(searches[index]) <= limit)
        searches[index]->improve(programs[index]->lowerBound(budgetBytes, effort));
    });
  best = llvm::min_element(searches, byRank);
  (*best)->merge();
  result = {programs[best - searches.begin()].get(), (*best)->best()};
  return result;
}

/// Whether a plan within the budget could cost less than `extraCost`.
bool BudgetSearch::canBeCheaper(int64_t budgetBytes, int64_t extraCost, unsigned effort) {
  if (extraCost <= 0 || floorCost(budgetBytes) >= extraCost)
    return false;
  return llvm::any_of(programs, [&](const auto &program) {
    return program->lowerBound(budgetBytes, effort).extraCost < extraCost;
  });
}

std::vector<int64_t> BudgetSearch::smallerBudgets(int64_t budgetBytes) const {
  constexpr int64_t gridSteps = 20;
  std::vector<int64_t> result;
  for (int64_t index = gridSteps; index > 0; --index) {
    // Rounded down, as percentages are.
    const int64_t smaller =
        basePeakBytes / gridSteps * index + basePeakBytes % gridSteps * index / gridSteps;
    if (smaller < budgetBytes && smaller >= limitBytes)
      result.push_back(smaller);
  }
  return result;
}

/// Where nothing within the budget was found: who aims lower sometimes comes down further. Halves
/// the way from the lowest peak found down to the limit.
void BudgetSearch::aimLower(int64_t budgetBytes, unsigned effort, BudgetPlan &best) {
  constexpr unsigned rounds = 6;
  int64_t low = limitBytes;
  for (unsigned round = 0; round < rounds && low < best.plan.peakBytes; ++round) {
    const int64_t aim = low + (best.plan.peakBytes - low) / 2;
    const BudgetPlan &other = searchAt(aim, 0);
    if (!other.program || other.plan.peakBytes >= best.plan.peakBytes) {
      low = aim + 1;
      continue;
    }
    best = other;
    if (best.plan.peakBytes <= budgetBytes)
      break;
  }
  if (best.plan.peakBytes > budgetBytes || effort == 0)
    return;
  // It goes further down than it must.
  const SearchOptions searchOptions = searchOptionsFor(budgetBytes, effort);
  PlanSearch search(best.program->base, best.program->seeds, searchOptions);
  search.startWith(best.plan);
  search.improve(best.program->lowerBound(budgetBytes, effort));
  search.merge();
  if (search.best().peakBytes <= budgetBytes && search.best().extraCost < best.plan.extraCost)
    best.plan = search.best();
}

BudgetPlan BudgetSearch::plan(int64_t budgetBytes, unsigned effort) {
  BudgetPlan best = searchAt(budgetBytes, effort);
  if (!best.program)
    return best;
  for (int64_t smaller : smallerBudgets(budgetBytes)) {
    const bool met = best.plan.peakBytes <= budgetBytes;
    if (met && !canBeCheaper(smaller, best.plan.extraCost, effort))
      break;
    // Where nothing was met, a quick try shows whether the smaller budget had more luck.
    const BudgetPlan &other = searchAt(smaller, met ? effort : 0);
    const bool otherMet = other.plan.peakBytes <= budgetBytes;
    if (met ? otherMet && other.plan.extraCost < best.plan.extraCost
            : other.plan.peakBytes < best.plan.peakBytes)
      best = other;
  }
  if (best.plan.peakBytes > budgetBytes)
    aimLower(budgetBytes, effort, best);
  // Searches have other rungs in view than the cheapest one alone.
  for (const auto &program : programs) {
    const Candidate *rung = program->seeds.pruned.cheapestWithin(budgetBytes);
    if (rung && (best.plan.peakBytes > budgetBytes || rung->extraCost < best.plan.extraCost))
      best = {program.get(), *rung};
  }
  return best;
}
