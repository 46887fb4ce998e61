//===- SqrtSegments.cpp - Checkpoints at equal distances ------------------===//
#include "KeptBorders.h"
#include "TextbookStrategies.h"
#include <cmath>

using namespace rematplan;

Candidate rematplan::planSqrtSegments(const BaseProgram &base, StepId backward,
                                      int64_t budgetBytes) {
  KeptBorders segments(base, backward);
  Candidate best = segments.planFor({});
  // Around sqrt(length) segments have the lowest peak; more segments cost less.
  const StepId most =
      static_cast<StepId>(4 * std::sqrt(static_cast<double>(segments.forwardSteps())));
  for (StepId count = 2; count <= most; ++count) {
    std::vector<StepId> borders;
    for (StepId index = 1; index < count; ++index)
      borders.push_back(static_cast<StepId>(uint64_t(segments.forwardSteps()) * index / count));
    Candidate plan = segments.planFor(borders);
    if (isBetterPlan(plan, best, budgetBytes))
      best = std::move(plan);
  }
  return best;
}
