//===- Report.cpp - What a plan takes, for people and programs ------------===//
#include "remat/Planning/Report.h"
#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include <cmath>
#include <fmt/format.h>

namespace rematplan {

llvm::StringRef statusName(Status status) {
  switch (status) {
  case Status::Fits:
    return "fits";
  case Status::Met:
    return "met";
  case Status::Infeasible:
    return "infeasible";
  }
  llvm_unreachable("unknown status");
}

llvm::StringRef boundClassName(BoundClass boundClass) {
  return boundClass == BoundClass::AnyOrder ? "any-order" : "fixed-order";
}

static double percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double PlanReport::overheadPercent() const { return percent(costAfter - costBefore, costBefore); }

double PlanReport::overheadLowerBoundPercent() const {
  return percent(overheadLowerBound, costBefore);
}

/// Six decimals, as the overhead is printed everywhere.
static double rounded(double percent) { return std::round(percent * 1e6) / 1e6; }

/// Six decimals; a bound is never rounded up.
static double roundedDown(double percent) { return std::floor(percent * 1e6) / 1e6; }

/// Each phase once, in the order of their first runs.
static std::vector<std::pair<std::string, double>>
sumsOf(llvm::ArrayRef<std::pair<std::string, double>> timing) {
  std::vector<std::pair<std::string, double>> sums;
  for (const auto &[phase, seconds] : timing) {
    auto sum = llvm::find_if(sums, [&](const auto &known) { return known.first == phase; });
    if (sum == sums.end())
      sums.emplace_back(phase, seconds);
    else
      sum->second += seconds;
  }
  return sums;
}

llvm::json::Object PlanReport::toJson() const {
  llvm::json::Object phases;
  for (const auto &[phase, seconds] : sumsOf(timing))
    phases[phase] = seconds;
  return llvm::json::Object{
      {"problem", problem},
      {"status", statusName(status)},
      {"infeasible_proven", infeasibleProven},
      {"memory_model", nullptr},
      {"budget_bytes", budgetBytes},
      {"peak_before_bytes", peakBeforeBytes},
      {"peak_after_bytes", peakAfterBytes},
      {"lowest_peak_bytes", lowestPeakBytes},
      {"budget_lower_limit_bytes", budgetLowerLimitBytes},
      {"budget_lower_limit_op", limitOp},
      {"cost_unit", costUnit},
      {"cost_before", costBefore},
      {"cost_after", costAfter},
      {"overhead_percent", rounded(overheadPercent())},
      {"overhead_lower_bound_percent", roundedDown(overheadLowerBoundPercent())},
      {"bound_class", boundClassName(boundClass)},
      {"recomputed_ops", static_cast<int64_t>(recomputedOps)},
      {"time_limit_hit", timeLimitHit},
      {"timing", std::move(phases)},
  };
}

static std::string describeBytes(int64_t bytes) {
  if (bytes < 10'000)
    return fmt::format("{} bytes", bytes);
  return fmt::format("{} bytes ({:.3f} MB)", bytes, static_cast<double>(bytes) / 1e6);
}

/// `, forced by op 3 ("dot.3")`.
static std::string describeForce(const PlanReport &report) {
  return ", forced by " +
         (report.limitOp.empty() ? "what must be alive at the end" : report.limitOp);
}

void PlanReport::printText(llvm::raw_ostream &os) const {
  os << "status       " << statusName(status)
     << (infeasibleProven ? " (proven: the budget is below the lower limit)" : "") << "\n";
  if (budgetBytes)
    os << "budget       " << describeBytes(*budgetBytes)
       << fmt::format(", {:.1f} % of the peak before", percent(*budgetBytes, peakBeforeBytes))
       << "\n";
  os << "peak before  " << describeBytes(peakBeforeBytes) << "\n";
  os << "peak after   " << describeBytes(peakAfterBytes) << "\n";
  if (lowestPeakBytes)
    os << "lowest peak  " << describeBytes(*lowestPeakBytes) << ", of all that were found\n";
  os << "lower limit  " << describeBytes(budgetLowerLimitBytes) << describeForce(*this) << "\n";
  os << fmt::format("overhead     {:.6f} %, at least {:.6f} % ({})", rounded(overheadPercent()),
                    roundedDown(overheadLowerBoundPercent()), boundClassName(boundClass).str())
     << "\n";
  os << "recomputed   " << recomputedOps << (recomputedOps == 1 ? " op" : " ops") << "\n";
  os << fmt::format("cost         {} -> {}{}\n", costBefore, costAfter,
                    costUnit == "none" ? "" : " " + costUnit);
  if (timeLimitHit)
    os << "time limit   hit: another run may find another plan\n";
  if (timing.empty())
    return;
  os << "time        ";
  for (const auto &[phase, seconds] : sumsOf(timing))
    os << fmt::format(" {} {:.3f} s", phase, seconds);
  os << "\n";
}

PlanReport makeReport(const Problem &problem, const Plan &plan, bool wantsLowestPeak) {
  PlanReport report;
  report.problem = problem.name;
  report.costUnit = problem.costUnit;
  report.status = plan.status;
  report.infeasibleProven = plan.infeasibleProven;
  report.budgetBytes = plan.budgetBytes;
  report.peakBeforeBytes = plan.before.peakBytes;
  report.peakAfterBytes = plan.after.peakBytes;
  if (wantsLowestPeak || plan.status == Status::Infeasible)
    report.lowestPeakBytes = plan.after.peakBytes;
  const BudgetLimit limit = budgetLowerLimit(problem);
  report.budgetLowerLimitBytes = limit.bytes;
  if (limit.op)
    report.limitOp = describeOp(problem, *limit.op);
  report.costBefore = plan.before.cost;
  report.costAfter = plan.after.cost;
  report.overheadLowerBound = plan.overheadLowerBound;
  report.boundClass = plan.boundClass;
  report.recomputedOps = plan.after.recomputedOps;
  report.timeLimitHit = plan.timeLimitHit;
  report.timing = plan.timing;
  return report;
}

std::string explainInfeasible(const PlanReport &report) {
  return fmt::format("the budget of {} cannot be met{}: the lowest peak found is {}; no schedule "
                     "needs less than {}{}",
                     describeBytes(report.budgetBytes.value_or(0)),
                     report.infeasibleProven ? " (proven)" : " (no plan was found)",
                     describeBytes(report.peakAfterBytes),
                     describeBytes(report.budgetLowerLimitBytes), describeForce(report));
}

} // namespace rematplan
