//===- CountCallerBuffers.h - Results in the caller's buffers -*- C++ -*-===//
#ifndef REMAT_LIB_ANALYSIS_COUNTCALLERBUFFERS_H
#define REMAT_LIB_ANALYSIS_COUNTCALLERBUFFERS_H

#include "remat/Analysis/PlanningGraph.h"

namespace mlir::remat {

/// PlanningOptions::callerBuffers, for a problem that is complete but for that. Results that are
/// made in the caller's buffers take no bytes, and buffers of their own are there from the first
/// step on. An op that makes a result in a donated argument's buffer comes behind the argument's
/// last reader. Fails with an error at the function if a donation cannot be.
LogicalResult countCallerBuffers(PlanningGraph &graph, const PlanningOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_COUNTCALLERBUFFERS_H
