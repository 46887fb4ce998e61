//===- ReportTimelines.h - The two timelines of a report -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_REPORTTIMELINES_H
#define REMAT_LIB_TRANSFORMS_REPORTTIMELINES_H

#include "remat/Analysis/RepeatedLayers.h"
#include "remat/Transforms/RematerializeReport.h"

namespace mlir::remat {

/// One of the two programs of a report, and which values of the report its storages are.
struct ReportedProgram {
  const PlanningGraph &graph;
  /// Per value of the problem that owns storage: position in RematerializeReport::values; -1 for
  /// views and for tokens that order ops.
  std::vector<int64_t> valueOf;
  /// Per op of the problem: it repeats an op of the program as it came.
  std::vector<bool> isRepetition;
};

/// Fills `values`, `before`, `after` and `boundaryRule`. `layers` are those of the program as it
/// came. `withArena`: also the arenas, where that is more work than reading a memory plan. Returns,
/// per value of the planning problem of the program as it came, its position in `values`, or -1.
std::vector<int64_t> addTimelines(RematerializeReport &report, const FunctionPlan &plan,
                                  StringRef backward, const RepeatedLayers &layers, bool withArena);

/// The steps, storages and bytes of a program whose values have their kinds; the arena is left out.
Timeline timelineOf(const ReportedProgram &program, ArrayRef<ReportedValue> values);

/// The arena of a program: its memory plan, or else, if `withEstimate`, a first-fit.
ArenaPicture arenaOf(const ReportedProgram &program, ArrayRef<ReportedValue> values,
                     bool withEstimate);

/// What the bytes of a storage copy that holds `value` are for.
ByteKind spanKind(const ReportedProgram &program, const rematplan::StorageCopy &copy,
                  const ReportedValue &value);

/// Sets fate, copies, cost and reason of every value.
void explainValues(RematerializeReport &report, const FunctionPlan &plan,
                   const ReportedProgram &before, const ReportedProgram &after);

/// What dropping a value of so many bytes brings, and what each run of its op costs.
std::string whyDropped(int64_t bytes, int64_t runCostNs);

/// Name, location, op, type and source of a value.
ReportedValue describeValue(Value value, int64_t bytes);

/// `file:line:column` of the first such location; empty if there is none.
std::string sourceText(Location location);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_REPORTTIMELINES_H
