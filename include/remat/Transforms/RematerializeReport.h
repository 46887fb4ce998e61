//===- RematerializeReport.h - What the pass did, and why -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_REMATERIALIZEREPORT_H
#define REMAT_TRANSFORMS_REMATERIALIZEREPORT_H

#include "remat/Planning/Report.h"
#include "remat/Transforms/RematerializeFunction.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// A value as a report shows it.
struct ReportedValue {
  /// Where the op that makes the value came from.
  Location where;
  std::string name;
  std::string location;
  std::string op;
  std::string type;
  int64_t bytes = 0;
  /// Recomputed values: how often it is made again, what all that costs, and why it was chosen.
  unsigned copies = 0;
  int64_t costNs = 0;
  std::string reason;
};

/// What becomes of one of the layers that the program repeats.
struct LayerTotal {
  std::string name;
  /// Bytes of what the layer makes that are alive at the peak of the program as it came and that
  /// are not recomputed.
  int64_t keptBytes = 0;
  /// Bytes of what is recomputed, each value once, and the cost of all its copies.
  int64_t recomputedBytes = 0;
  int64_t recomputeCostNs = 0;
};

/// Everything that a run of `remat-rematerialize` has to say. Bytes are of peaks, arguments
/// included. (PlanReport: status, budget, peaks, limit, overhead and its bound, timing; costs in
/// ns.)
struct RematerializeReport : rematplan::PlanReport {
  std::string function;
  MemoryModelKind memoryModel = MemoryModelKind::Fused;
  std::string device;
  /// The same programs under the other memory model.
  int64_t otherPeakBeforeBytes = 0;
  int64_t otherPeakAfterBytes = 0;
  int64_t barriers = 0;
  int64_t foldedCopies = 0;
  /// Products and convolutions only.
  int64_t flopsBefore = 0;
  int64_t flopsAfter = 0;
  /// Which rule set the boundary between forward and backward; empty where none was needed.
  std::string backwardRule;
  unsigned rounds = 0;
  std::vector<ReportedValue> recomputed;
  /// Totals by layer, in program order.
  std::vector<LayerTotal> layers;
  std::vector<ReportedValue> largestAtPeakBefore;
  std::vector<ReportedValue> largestAtPeakAfter;
  /// The planning problem, for `export-problem`.
  rematplan::Problem planningProblem;

  void printText(llvm::raw_ostream &os) const;
  void printJson(llvm::raw_ostream &os) const;
};

/// Collects the report of a plan. `other`: the other memory model of the options, for the peaks
/// under both.
FailureOr<RematerializeReport> makeReport(FunctionOpInterface original, FunctionPlan &plan,
                                          const FunctionPlanOptions &options);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REMATERIALIZEREPORT_H
