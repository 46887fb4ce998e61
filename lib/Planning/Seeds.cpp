//===- Seeds.cpp - The ladder of plans that depends on the problem alone --===//
#include "Seeds.h"
#include "MendDrops.h"
#include "Prune.h"
#include "Refill.h"
#include "Segments.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <cmath>
#include <map>

using namespace rematplan;

namespace {

/// Numbers of segment borders, the most telling ones first: large programs do not get through the
/// list.
constexpr unsigned segmentCounts[] = {0, 8, 2, 32, 16, 4, 1, 64, 24, 12, 6, 48, 3, 20, 10, 5, 40};
/// Prices, as shares of the price at which everything together costs as much to keep as to make
/// again.
constexpr double prices[] = {0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 100, 1e4};

class SeedMaker {
public:
  SeedMaker(const BaseProgram &base, const SeedOptions &options)
      : base(base), options(options), waves(base) {}

  Seeds make() {
    // What a cut costs in units of work, and so how many of them fit.
    const uint64_t workOfPlan = waves.work();
    enter({});
    waves.assign({});
    basePeakBytes = waves.peakBytes();
    StepId border = options.border ? std::min(*options.border, base.stepCount) : waves.peakStep();
    const uint64_t work =
        std::max(std::clamp<uint64_t>(1000 * workOfPlan, 20'000'000, 160'000'000), 40 * workOfPlan);
    totalWork = 3 * work / 2;
    workLimit = waves.work() + work / 2;
    cutBase(border, 0);
    // Just behind the peak there is often no room yet to run anything again.
    for (StepId distance = 3; distance <= (base.stepCount - border) / 4; distance += 1 + distance) {
      workLimit = waves.work() + work / 32;
      cutBase(border + distance, distance);
    }
    workLimit = waves.work() + work / 4;
    // Without any valid plan (a drop_at that cannot be satisfied) there is nothing to go on from.
    if (seeds.cuts.rungs().empty())
      return std::move(seeds);
    cutAgain(seeds.cuts.rungs().front());
    workLimit = waves.work() + work / 4;
    cutAgain({basePeakBytes, 0, {}});
    // Last, so that they take the place only of plans that they beat.
    for (const SeedPlan &plan : options.plans)
      enter(planSeed(base, plan));
    workLimit = waves.work() + work / 2;
    pruneRungs();
    workLimit = waves.work() + work / 16;
    fillGaps();
    return std::move(seeds);
  }

private:
  bool exhausted() const {
    return waves.work() > workLimit || (options.timeLimit && options.timeLimit->passed());
  }

  void report() const {
    if (options.progress)
      options.progress(
          std::min(1.0, static_cast<double>(waves.work()) / static_cast<double>(totalWork)));
  }

  /// Judges a plan and enters it. Returns its peak.
  int64_t enter(std::vector<Copy> copies) {
    waves.assign(copies);
    if (waves.violations()) {
      copies = mendDrops(base, copies);
      waves.assign(copies);
    }
    if (!waves.violations() && seeds.cuts.wants(waves.peakBytes(), waves.extraCost()))
      seeds.cuts.add({waves.peakBytes(), waves.extraCost(), std::move(copies)});
    return waves.peakBytes();
  }

  /// A cut at one price, and the peak of its plan.
  struct Solved {
    double price = 0;
    std::vector<StepId> again;
    int64_t peakBytes = 0;
  };

  /// Cuts for all prices from the lowest to the highest one.
  class PriceSweep {
  public:
    PriceSweep(SeedMaker &maker, BorderCut &cut, double unit, std::vector<float> factors)
        : maker(maker), cut(cut), unit(unit), factors(std::move(factors)) {}

    /// All prices of the list, and up to `depth` times more between two that lead to quite
    /// different peaks.
    void run(unsigned depth) {
      solved.resize(std::size(prices));
      const size_t last = std::size(prices) - 1;
      solved[0] = solve(prices[0]);
      solved[last] = solve(prices[last]);
      fill(0, last);
      for (size_t index = 0; index < last && depth > 0; ++index)
        if (solved[index].price > 0 && solved[index + 1].price > 0)
          refine(solved[index], solved[index + 1], depth);
    }

  private:
    Solved solve(double price) {
      Solved solved{price, cut.solve(price * unit, factors), 0};
      maker.waves.addWork(4 * cut.size());
      llvm::hash_code hash = llvm::hash_combine_range(solved.again.begin(), solved.again.end());
      auto [entry, isNew] = maker.peakOfCut.insert({hash, 0});
      if (isNew)
        entry->second = maker.enter(cut.planFor(solved.again));
      solved.peakBytes = entry->second;
      return solved;
    }

    /// Between two prices with the same cut lie only prices with that cut.
    void fill(size_t low, size_t high) {
      if (high - low < 2 || solved[low].again == solved[high].again || maker.exhausted())
        return;
      const size_t middle = (low + high) / 2;
      solved[middle] = solve(prices[middle]);
      fill(low, middle);
      fill(middle, high);
    }

    void refine(const Solved &low, const Solved &high, unsigned depth) {
      if (depth == 0 || low.again == high.again || maker.exhausted() ||
          std::abs(low.peakBytes - high.peakBytes) < maker.basePeakBytes / 100)
        return;
      const Solved middle = solve(std::sqrt(low.price * high.price));
      refine(low, middle, depth - 1);
      refine(middle, high, depth - 1);
    }

    SeedMaker &maker;
    BorderCut &cut;
    double unit;
    std::vector<float> factors;
    std::vector<Solved> solved;
  };

  static double unitPrice(const BorderCut &cut, const Segments &segments) {
    return static_cast<double>(std::max<int64_t>(1, cut.candidateCost())) /
           static_cast<double>(std::max<int64_t>(1, segments.neededBytes()));
  }

  void cutBase(StepId border, StepId distance) {
    BorderCut cut(base, {}, border);
    waves.addWork(4 * cut.size());
    if (cut.pointless())
      return;
    Segments segments(base, cut, border);
    const double unit = unitPrice(cut, segments);
    peakOfCut.clear();
    if (distance == 0) {
      PriceSweep(*this, cut, unit, segments.tilted(0.08)).run(6);
      PriceSweep(*this, cut, unit, segments.tilted(0.5)).run(4);
    }
    for (unsigned count : segmentCounts) {
      if (exhausted())
        break;
      report();
      if (count < std::max<StepId>(border, 1))
        PriceSweep(*this, cut, unit, segments.freeBorders(count)).run(0);
    }
  }

  /// Lowers the lowest plan little by little: cuts it at its own peak, each time in the way that
  /// costs least for the bytes over the next lower budget.
  void cutAgain(Candidate current) {
    for (unsigned round = 0; round < options.recuts && !exhausted(); ++round) {
      report();
      const int64_t budget = current.peakBytes - current.peakBytes / 24;
      waves.setBudget(budget);
      waves.assign(current.copies);
      const int64_t excess = waves.excess();
      const StepId peak = waves.peakStep();
      double bestScore = 0;
      std::optional<Candidate> best;
      for (StepId border : {peak, peak + 1}) {
        if (border > base.stepCount || exhausted())
          continue;
        BorderCut cut(base, current.copies, border);
        if (cut.pointless())
          continue;
        Segments segments(base, cut, border);
        const double unit = unitPrice(cut, segments);
        for (unsigned count : {0, 2, 8}) {
          for (double price : {0.1, 0.3, 1.0, 3.0, 10.0}) {
            std::vector<Copy> plan =
                cut.planFor(cut.solve(price * unit, segments.freeBorders(count)));
            waves.addWork(4 * cut.size());
            enter(plan);
            const int64_t relief = excess - waves.excess();
            if (relief <= 0 || waves.violations())
              continue;
            double score =
                static_cast<double>(std::max<int64_t>(1, waves.extraCost() - current.extraCost)) /
                static_cast<double>(relief);
            if (!best || score < bestScore) {
              bestScore = score;
              best = {waves.peakBytes(), waves.extraCost(), waves.copies()};
            }
          }
        }
      }
      if (!best)
        break;
      current = *best;
      if (current.peakBytes <= budget) {
        waves.assign(current.copies);
        pruneCopies(waves, {}, draws, waves.work() + workLimit / 20);
        current = {waves.peakBytes(), waves.extraCost(), waves.copies()};
        seeds.cuts.add(current);
      }
    }
  }

  /// Takes out of every rung what it does not need for its own peak.
  void pruneRungs() {
    seeds.pruned = seeds.cuts;
    for (const Candidate &rung : seeds.cuts.rungs()) {
      if (exhausted())
        break;
      waves.setBudget(rung.peakBytes);
      waves.assign(rung.copies);
      pruneCopies(waves, {false, 0, false}, draws, workLimit);
      if (seeds.pruned.wants(waves.peakBytes(), waves.extraCost()))
        seeds.pruned.add({waves.peakBytes(), waves.extraCost(), waves.copies()});
    }
  }

  /// Goes down the ladder, and where there is no plan for long fills up the one above, dropping
  /// storages one by one. Cuts leave gaps where things must run again more than once.
  void fillGaps() {
    Refill refill(waves);
    constexpr int64_t stepsPerPeak = 24;
    int64_t above = std::numeric_limits<int64_t>::max();
    for (int64_t budget = basePeakBytes; budget > 0 && !exhausted();
         budget -= budget / stepsPerPeak + 1) {
      const Candidate *from = seeds.pruned.cheapestWithin(std::exchange(above, budget));
      const Candidate *within = seeds.pruned.cheapestWithin(budget);
      if (within && within->peakBytes >= budget - budget / stepsPerPeak)
        continue;
      if (!from)
        break;
      waves.setBudget(budget);
      waves.assign(from->copies);
      if (refill.run({}, draws, workLimit))
        pruneCopies(waves, {}, draws, workLimit);
      if (!waves.violations() && seeds.pruned.wants(waves.peakBytes(), waves.extraCost()))
        seeds.pruned.add({waves.peakBytes(), waves.extraCost(), waves.copies()});
    }
  }

  const BaseProgram &base;
  const SeedOptions &options;
  Waves waves;
  RandomDraws draws{1};
  Seeds seeds;
  int64_t basePeakBytes = 0;
  uint64_t workLimit = 0, totalWork = 1;
  /// By hash of the cut, the peak of its plan.
  std::map<uint64_t, int64_t> peakOfCut;
};

} // namespace

std::vector<Copy> rematplan::planSeed(const BaseProgram &base, const SeedPlan &seed) {
  const size_t dropPlace = llvm::find(base.order, seed.dropAt) - base.order.begin();
  const StepId border = static_cast<StepId>(
      llvm::partition_point(base.placeOf, [&](uint32_t place) { return place <= dropPlace; }) -
      base.placeOf.begin());
  std::vector<StepId> again;
  for (StepId step = 0; step < border; ++step)
    if (base.mayRepeat[step] && llvm::binary_search(seed.again, base.opOf[step]))
      again.push_back(step);
  return BorderCut(base, {}, border).planFor(again);
}

Seeds rematplan::makeSeeds(const BaseProgram &base, const SeedOptions &options) {
  return SeedMaker(base, options).make();
}
