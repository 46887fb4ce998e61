//===- PlanDrops.cpp - The least that drop_at demands ---------------------===//
#include "PlanDrops.h"
#include "ExpandWaves.h"
#include "MendDrops.h"
#include "MergeWaves.h"
#include "remat/Planning/Memory.h"

using namespace rematplan;

/// Units of Waves::work for merging the waves of one order.
static constexpr uint64_t kMergeWork = 20'000'000;

Schedule rematplan::planDrops(const Problem &problem,
                              llvm::ArrayRef<std::unique_ptr<OrderedProgram>> programs) {
  Schedule best;
  std::pair<int64_t, int64_t> bestRank;
  for (const auto &program : programs) {
    Waves waves(program->base);
    waves.assign(mendDrops(program->base, {}));
    mergeWaves(waves, waves.work() + kMergeWork);
    Schedule steps = expandWaves(program->base, waves.copies());
    llvm::Expected<Judgement> judgement = judge(problem, steps);
    if (!judgement) {
      llvm::consumeError(judgement.takeError());
      continue;
    }
    const std::pair rank(judgement->cost, judgement->peakBytes);
    if (!best.empty() && bestRank <= rank)
      continue;
    best = std::move(steps);
    bestRank = rank;
  }
  return best;
}
