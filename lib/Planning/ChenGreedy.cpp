//===- ChenGreedy.cpp - Checkpoints at equal numbers of bytes -------------===//
#include "KeptBorders.h"
#include "TextbookStrategies.h"

using namespace rematplan;

Candidate rematplan::planChenGreedy(const BaseProgram &base, StepId backward, int64_t budgetBytes) {
  KeptBorders segments(base, backward);
  int64_t allBytes = 0;
  for (StepId step = 0; step < backward; ++step)
    allBytes += segments.bytesMadeBy(step);
  Candidate best = segments.planFor({});
  // A segment ends where it has made so many bytes; the limit is searched for.
  for (int64_t limit = allBytes / 2; limit > allBytes / 1024; limit -= limit / 8 + 1) {
    std::vector<StepId> borders;
    int64_t bytes = 0;
    for (StepId step = 0; step + 1 < backward; ++step) {
      bytes += segments.bytesMadeBy(step);
      if (bytes <= limit)
        continue;
      borders.push_back(step + 1);
      bytes = 0;
    }
    Candidate plan = segments.planFor(borders);
    if (isBetterPlan(plan, best, budgetBytes))
      best = std::move(plan);
  }
  return best;
}
