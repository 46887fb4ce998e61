//===- Report.h - What a plan takes, for people and programs -*- C++ -*-===//
#ifndef REMAT_PLANNING_REPORT_H
#define REMAT_PLANNING_REPORT_H

#include "remat/Planning/LowerBound.h"
#include "remat/Planning/Rematerialize.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

namespace rematplan {

/// `fits`, `met` or `infeasible`.
llvm::StringRef statusName(Status status);

/// `any-order` or `fixed-order`.
llvm::StringRef boundClassName(BoundClass boundClass);

/// The key figures of a plan or of a judged schedule.
struct PlanReport {
  std::string problem;
  std::string costUnit;
  Status status = Status::Fits;
  bool infeasibleProven = false;
  /// nullopt: a schedule was judged without a budget.
  std::optional<int64_t> budgetBytes;
  int64_t peakBeforeBytes = 0;
  int64_t peakAfterBytes = 0;
  /// The lowest peak that was found, where it was asked for (`min`) or where the budget is not met.
  std::optional<int64_t> lowestPeakBytes;
  int64_t budgetLowerLimitBytes = 0;
  /// The op that forces the lower limit, such as `op 3 ("dot.3")`; empty: the end of the program
  /// does.
  std::string limitOp;
  int64_t costBefore = 0;
  int64_t costAfter = 0;
  /// In `costUnit`, over the program order's cost.
  int64_t overheadLowerBound = 0;
  BoundClass boundClass = BoundClass::AnyOrder;
  size_t recomputedOps = 0;
  /// A wall-clock limit cut the search short.
  bool timeLimitHit = false;
  /// Phases and seconds; a phase that ran several times is given as a sum.
  std::vector<std::pair<std::string, double>> timing;

  /// Percent of the cost of the program order; 0 where that is 0.
  double overheadPercent() const;
  double overheadLowerBoundPercent() const;

  /// The top level of the JSON report; callers may add keys.
  llvm::json::Object toJson() const;

  /// Some lines for a terminal.
  void printText(llvm::raw_ostream &os) const;
};

/// The figures of a plan. `wantsLowestPeak`: the lowest peak was what the user asked for.
PlanReport makeReport(const Problem &problem, const Plan &plan, bool wantsLowestPeak);

/// One line that says why a budget is not met: the lowest peak found, the lower limit and what
/// forces it.
std::string explainInfeasible(const PlanReport &report);

} // namespace rematplan

#endif // REMAT_PLANNING_REPORT_H
