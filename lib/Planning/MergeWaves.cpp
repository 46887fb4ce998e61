//===- MergeWaves.cpp - Fewer and larger waves ----------------------------===//
#include "MergeWaves.h"

using namespace rematplan;

void rematplan::mergeWaves(Waves &waves, uint64_t workLimit) {
  const StepId end = waves.program().stepCount;
  StepId target = none;
  std::vector<Copy> moves;
  for (StepId before = 0; before <= end && waves.work() <= workLimit; ++before) {
    if (waves.wave(before).empty())
      continue;
    // Only what was made before the target can run in front of it.
    if (target == none || waves.wave(before).back() >= target) {
      target = before;
      continue;
    }
    moves.clear();
    for (StepId step : waves.wave(before)) {
      moves.push_back({step, before});
      if (!waves.contains({step, target}))
        moves.push_back({step, target});
    }
    const int64_t cost = waves.extraCost();
    const int64_t localPeakBytes = waves.peakBytes(target, before + 1);
    waves.toggle(moves);
    if (waves.peakBytes(target, before + 1) > localPeakBytes || waves.extraCost() > cost ||
        waves.violations()) {
      waves.undo();
      target = before;
    }
  }
}
