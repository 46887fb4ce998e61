//===- Seeds.cpp - The ladder of plans that depends on the problem alone --===//
#include "Seeds.h"
#include "MendDrops.h"
#include "Segments.h"
#include "llvm/ADT/Hashing.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <set>

using namespace rematplan;

namespace {

/// Shares of the price at which everything together costs as much to keep as to make again.
constexpr double prices[] = {0.01, 0.03, 0.1, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 10, 100, 1e4};
constexpr unsigned segmentCounts[] = {0, 1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32, 40, 48, 64};

class SeedMaker {
public:
  SeedMaker(const BaseProgram &base, const SeedOptions &options)
      : base(base), options(options), waves(base) {}

  Ladder make() {
    enter({});
    waves.assign({});
    StepId border = options.border ? std::min(*options.border, base.stepCount) : waves.peakStep();
    cutAt({}, border);
    cutAgain();
    return std::move(ladder);
  }

private:
  /// Judges a plan and enters it.
  void enter(std::vector<Copy> copies) {
    waves.assign(copies);
    if (waves.violations()) {
      copies = mendDrops(base, copies);
      waves.assign(copies);
      if (waves.violations())
        return;
    }
    if (ladder.wants(waves.peakBytes(), waves.extraCost()))
      ladder.add({waves.peakBytes(), waves.extraCost(), std::move(copies)});
  }

  /// All cuts of the base program.
  void cutAt(std::vector<Copy> plan, StepId border) {
    BorderCut cut(base, std::move(plan), border);
    if (cut.pointless())
      return;
    Segments segments(base, cut, border);
    const double unit = static_cast<double>(std::max<int64_t>(1, cut.candidateCost())) /
                        static_cast<double>(std::max<int64_t>(1, segments.neededBytes()));
    const size_t cuts = std::clamp<size_t>(3'000'000 / (cut.size() + 1), 40, 400);
    const size_t stride = cuts >= 120 ? 1 : cuts >= 60 ? 2 : 4;
    std::set<uint64_t> seen;
    for (size_t index = 0; index < std::size(segmentCounts); index += stride) {
      if (segmentCounts[index] >= std::max<StepId>(border, 1))
        break;
      const std::vector<bool> free = segments.crossing(segmentCounts[index]);
      std::vector<std::vector<StepId>> solved(std::size(prices));
      auto solve = [&](size_t price) {
        solved[price] = cut.solve(prices[price] * unit, free);
        llvm::hash_code hash = llvm::hash_combine_range(solved[price].begin(), solved[price].end());
        if (seen.insert(hash).second)
          enter(cut.planFor(solved[price]));
      };
      // Between two prices with the same cut lie only prices with that cut.
      auto between = [&](auto &&self, size_t low, size_t high) -> void {
        if (high - low < 2 || solved[low] == solved[high])
          return;
        size_t middle = (low + high) / 2;
        solve(middle);
        self(self, low, middle);
        self(self, middle, high);
      };
      solve(0);
      solve(std::size(prices) - 1);
      between(between, 0, std::size(prices) - 1);
      if (options.progress)
        options.progress(static_cast<double>(index) / std::size(segmentCounts));
    }
  }

  /// Cuts the lowest plan at its own peak, again and again.
  void cutAgain() {
    for (unsigned round = 0; round < options.recuts; ++round) {
      const Candidate lowest = ladder.rungs().front();
      waves.assign(lowest.copies);
      StepId peak = waves.peakStep();
      for (StepId border : {peak, peak + 1}) {
        if (border > base.stepCount)
          continue;
        BorderCut cut(base, lowest.copies, border);
        if (cut.pointless())
          continue;
        Segments segments(base, cut, border);
        const double unit = static_cast<double>(std::max<int64_t>(1, cut.candidateCost())) /
                            static_cast<double>(std::max<int64_t>(1, segments.neededBytes()));
        for (unsigned count : {0, 2, 8})
          for (double price : {0.1, 0.3, 1.0, 3.0, 10.0})
            enter(cut.planFor(cut.solve(price * unit, segments.crossing(count))));
      }
      if (ladder.rungs().front().peakBytes >= lowest.peakBytes)
        break;
    }
  }

  const BaseProgram &base;
  const SeedOptions &options;
  Waves waves;
  Ladder ladder;
};

} // namespace

Ladder rematplan::makeSeeds(const BaseProgram &base, const SeedOptions &options) {
  return SeedMaker(base, options).make();
}
