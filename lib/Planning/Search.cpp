//===- Search.cpp - The cheapest plan for one budget ----------------------===//
#include "Search.h"
#include "Prune.h"
#include "Refill.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rematplan;

namespace {

class Search {
public:
  Search(const BaseProgram &base, const Ladder &ladder, const SearchOptions &options)
      : base(base), ladder(ladder), options(options), waves(base), refill(waves), draws(1) {
    waves.setBudget(options.budgetBytes);
  }

  Candidate run() {
    startFromRungs();
    if (found() && options.effort > 0)
      improve();
    return std::move(best);
  }

private:
  bool found() const { return best.peakBytes <= options.budgetBytes; }

  /// Keeps the plan of `waves` if it is the best one so far.
  void keepIfBetter() {
    if (waves.violations())
      return;
    auto rank = [&](int64_t peak, int64_t cost) {
      return std::pair(std::max(peak, options.budgetBytes), cost);
    };
    if (rank(waves.peakBytes(), waves.extraCost()) < rank(best.peakBytes, best.extraCost))
      best = {waves.peakBytes(), waves.extraCost(), waves.copies()};
  }

  /// Rungs within the budget, near and far, are pruned; the nearest ones above it and the program itself are filled up.
  void startFromRungs() {
    const std::vector<Candidate> &rungs = ladder.rungs();
    best = rungs.front();
    const size_t above = llvm::partition_point(rungs,
                                               [&](const Candidate &rung) {
                                                 return rung.peakBytes <= options.budgetBytes;
                                               }) -
                         rungs.begin();
    for (size_t distance = 1; distance <= above; distance += 1 + distance / 2) {
      for (bool byDensity : {false, true}) {
        waves.assign(rungs[above - distance].copies);
        pruneCopies(waves, {byDensity, 0, distance == 1}, draws, waves.work() + workUnits / 4);
        keepIfBetter();
      }
    }
    if (options.effort == 0 && found())
      return;
    for (size_t index = above; index < rungs.size() && index < above + 3; ++index)
      fillUp(rungs[index].copies, {});
    fillUp({}, {});
  }

  void fillUp(llvm::ArrayRef<Copy> copies, const RefillStyle &style) {
    waves.assign(copies);
    if (refill.run(style, draws, waves.work() + workUnits / 4))
      pruneCopies(waves, {}, draws, waves.work() + workUnits / 4);
    keepIfBetter();
  }

  /// Changes the plan of `waves` to `copies`.
  void change(llvm::ArrayRef<Copy> copies) {
    std::vector<Copy> present = waves.copies(), difference;
    std::set_symmetric_difference(present.begin(), present.end(), copies.begin(), copies.end(),
                                  std::back_inserter(difference));
    if (!difference.empty())
      waves.toggle(difference);
  }

  /// Takes a random part of the plan out, and fills it up again.
  void improve() {
    const uint64_t limit = waves.work() + (options.effort == 1   ? 1
                                           : options.effort == 2 ? 5
                                                                 : 25) *
                                              workUnits;
    waves.assign(best.copies);
    while (waves.work() < limit && !best.copies.empty()) {
      waves.toggle(part());
      RefillStyle style{draws.between(0, 0.8), draws.between(0.6, 1.3)};
      if (refill.run(style, draws, limit)) {
        pruneCopies(waves, {draws.below(2) == 0, draws.between(0, 0.5), false}, draws, limit);
        if (waves.extraCost() <= best.extraCost && waves.excess() == 0 && !waves.violations()) {
          best = {waves.peakBytes(), waves.extraCost(), waves.copies()};
          continue;
        }
      }
      change(best.copies);
    }
    waves.assign(best.copies);
    pruneCopies(waves, {}, draws, waves.work() + workUnits);
    keepIfBetter();
  }

  std::vector<Copy> part() {
    const std::vector<Copy> &all = best.copies;
    const size_t most = std::min<size_t>(40, all.size());
    std::vector<Copy> result;
    switch (draws.below(3)) {
    case 0: { // Anything.
      double share = std::min(draws.between(0.02, 0.5), static_cast<double>(most) / all.size());
      for (Copy copy : all)
        if (draws.unit() < share)
          result.push_back(copy);
      break;
    }
    case 1: { // Neighbours in time.
      size_t begin = draws.below(all.size()),
             length = 1 + draws.below(std::max<size_t>(1, std::min(most, all.size() / 3)));
      result.assign(all.begin() + begin, all.begin() + std::min(all.size(), begin + length));
      break;
    }
    default: { // Neighbours in the program.
      const StepId center = draws.below(base.stepCount),
                   width = 1 + draws.below(std::max<StepId>(1, base.stepCount / 4));
      for (Copy copy : all)
        if (std::max(copy.step, center) - std::min(copy.step, center) < width &&
            result.size() < most)
          result.push_back(copy);
    }
    }
    if (result.empty())
      result.push_back(all[draws.below(all.size())]);
    return result;
  }

  static constexpr uint64_t workUnits = 20'000'000;
  const BaseProgram &base;
  const Ladder &ladder;
  const SearchOptions &options;
  Waves waves;
  Refill refill;
  RandomDraws draws;
  Candidate best;
};

} // namespace

Candidate rematplan::searchPlan(const BaseProgram &base, const Ladder &ladder,
                                const SearchOptions &options) {
  return Search(base, ladder, options).run();
}
