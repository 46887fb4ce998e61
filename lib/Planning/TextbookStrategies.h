//===- TextbookStrategies.h - Published ways to plan, for comparison -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_TEXTBOOKSTRATEGIES_H
#define REMAT_LIB_PLANNING_TEXTBOOKSTRATEGIES_H

#include "Ladder.h"

namespace rematplan {

/// Each returns a plan in the given base order: within the budget if it finds one, else one of a
/// low peak. `backward` is the first step of backward.

/// Equal segments of forward, each kept at its border alone (Chen et al. 2016, sqrt(n)).
Candidate planSqrtSegments(const BaseProgram &base, StepId backward, int64_t budgetBytes);

/// Segments of equal bytes, whose size is searched for (Chen et al. 2016, the greedy allocation).
Candidate planChenGreedy(const BaseProgram &base, StepId backward, int64_t budgetBytes);

/// At each step that is over the budget, in program order, drops what costs least per byte and is
/// made again by one op (the way of XLA's HloRematerialization).
Candidate planGreedyDrops(const BaseProgram &base, int64_t budgetBytes);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_TEXTBOOKSTRATEGIES_H
