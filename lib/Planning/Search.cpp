//===- Search.cpp - The cheapest plan for one budget ----------------------===//
#include "Search.h"
#include "Prune.h"
#include "Refill.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>

using namespace rematplan;

namespace {

class Search {
public:
  Search(const BaseProgram &base, const Seeds &seeds, const SearchOptions &options)
      : base(base), seeds(seeds), options(options), waves(base), refill(waves), draws(1) {
    waves.setBudget(options.budgetBytes);
  }

  Candidate run() {
    start();
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
    if (waves.peakBytes() <= options.budgetBytes)
      enterPool();
  }

  /// The pool holds the cheapest plans of different costs.
  void enterPool() {
    auto place = llvm::partition_point(
        pool, [&](const Candidate &plan) { return plan.extraCost < waves.extraCost(); });
    if (place != pool.end() && place->extraCost == waves.extraCost())
      return;
    if (pool.size() == poolSize) {
      if (place == pool.end())
        return;
      pool.pop_back();
    }
    pool.insert(place, {waves.peakBytes(), waves.extraCost(), waves.copies()});
  }

  /// Rungs within the budget, near and far, are pruned; the nearest ones above it and the program
  /// itself are filled up.
  void start() {
    best = seeds.cuts.rungs().front();
    startBelow(seeds.pruned);
    startBelow(seeds.cuts);
    if (options.effort == 0 && found())
      return;
    const std::vector<Candidate> &rungs = seeds.pruned.rungs();
    const size_t above = countWithin(seeds.pruned);
    for (size_t index = above; index < rungs.size() && index < above + 3; ++index)
      fillUp(rungs[index].copies, {});
    fillUp({}, {});
  }

  size_t countWithin(const Ladder &ladder) const {
    return llvm::partition_point(
               ladder.rungs(),
               [&](const Candidate &rung) { return rung.peakBytes <= options.budgetBytes; }) -
           ladder.rungs().begin();
  }

  void startBelow(const Ladder &ladder) {
    const size_t within = countWithin(ladder);
    for (size_t distance = 1; distance <= within; distance += 1 + distance / 2) {
      for (bool byDensity : {false, true}) {
        waves.assign(ladder.rungs()[within - distance].copies);
        pruneCopies(waves, {byDensity, 0, distance == 1}, draws, waves.work() + workUnits / 4);
        keepIfBetter();
      }
    }
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

  /// Takes random parts out of the plans of the pool and fills them up again. Plans may become a
  /// little dearer on the way, less and less so.
  void improve() {
    const uint64_t begin = waves.work();
    const uint64_t work = (options.effort == 1 ? 1 : options.effort == 2 ? 5 : 25) * workUnits;
    Candidate *current = nullptr;
    for (unsigned round = 0; waves.work() < begin + work; ++round) {
      const double progress = static_cast<double>(waves.work() - begin) / static_cast<double>(work);
      // One plan for a while, then the next; the pool shrinks to the best one.
      if (round % 16 == 0 || !current) {
        if (current)
          llvm::sort(pool, [](const Candidate &a, const Candidate &b) {
            return a.extraCost < b.extraCost;
          });
        const size_t share =
            std::max<size_t>(1, static_cast<size_t>(std::ceil((1 - progress) * poolSize)));
        pool.resize(std::min(pool.size(), share));
        current = &pool[draws.below(pool.size())];
        waves.assign(current->copies);
      }
      if (current->copies.empty())
        return;
      waves.toggle(part(current->copies));
      RefillStyle style{draws.between(0, 0.8), draws.below(2) ? draws.between(0, 0.3) : 0, 8,
                        draws.between(0.6, 1.3)};
      if (refill.run(style, draws, begin + work)) {
        pruneCopies(waves, {draws.below(2) == 0, draws.between(0, 0.5), false}, draws,
                    begin + work);
        if (waves.extraCost() <= current->extraCost && waves.excess() == 0 && !waves.violations()) {
          *current = {waves.peakBytes(), waves.extraCost(), waves.copies()};
          if (current->extraCost < best.extraCost)
            best = *current;
          continue;
        }
      }
      change(current->copies);
    }
    waves.assign(best.copies);
    pruneCopies(waves, {}, draws, waves.work() + workUnits);
    keepIfBetter();
  }

  std::vector<Copy> part(const std::vector<Copy> &all) {
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

  static constexpr size_t poolSize = 3;
  static constexpr uint64_t workUnits = 20'000'000;
  const BaseProgram &base;
  const Seeds &seeds;
  const SearchOptions &options;
  Waves waves;
  Refill refill;
  RandomDraws draws;
  Candidate best;
  std::vector<Candidate> pool;
};

} // namespace

Candidate rematplan::searchPlan(const BaseProgram &base, const Seeds &seeds,
                                const SearchOptions &options) {
  return Search(base, seeds, options).run();
}
