//===- ReplaySchedule.h - What a schedule takes, for the certificate checker -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_REPLAYSCHEDULE_H
#define REMAT_LIB_PLANNING_REPLAYSCHEDULE_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// The peak of a schedule and its cost over the program order's. Written from the definition of
/// docs/ProblemFormat.md once more, so that a certificate is not judged by the planner's own judge.
struct Replay {
  int64_t peakBytes = 0;
  int64_t extraCost = 0;
};
llvm::Expected<Replay> replaySchedule(const Problem &problem, const Schedule &steps);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_REPLAYSCHEDULE_H
