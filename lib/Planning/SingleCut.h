//===- SingleCut.h - The textbook pass: one cut between forward and backward -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_SINGLECUT_H
#define REMAT_LIB_PLANNING_SINGLECUT_H

#include "Ladder.h"

namespace rematplan {

/// One minimum cut at `border`, at the lowest price per byte whose plan is within the budget; the
/// plan of the lowest peak if no price does it.
Candidate cutOnce(const BaseProgram &base, StepId border, int64_t budgetBytes);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_SINGLECUT_H
