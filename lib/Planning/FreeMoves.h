//===- FreeMoves.h - Moving first runs where that costs nothing -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_FREEMOVES_H
#define REMAT_LIB_PLANNING_FREEMOVES_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// The program order with every op that frees more than it makes (optimizer updates above all) as
/// early as its operands allow.
Schedule runFreeingOpsEarly(const Problem &problem, const Schedule &order);

/// The program order with every op that makes more than it frees as late as its readers allow.
Schedule runMakingOpsLate(const Problem &problem, const Schedule &order);

/// The best of both and their combination: the smallest peak, then the fewest bytes over all steps.
/// The program order itself if none has fewer; never an order with a higher peak. Near linear.
Schedule moveFirstRuns(const Problem &problem);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_FREEMOVES_H
