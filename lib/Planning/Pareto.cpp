//===- Pareto.cpp - The whole trade-off between peak and extra cost -------===//
#include "remat/Planning/Pareto.h"
#include "remat/Planning/Report.h"
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

using namespace rematplan;

/// The point that lies farthest below the line between the two ends, both axes scaled to 1; the
/// lowest peak among equals.
static size_t kneeOf(llvm::ArrayRef<ParetoPoint> points) {
  const ParetoPoint &low = points.front(), &high = points.back();
  const double width = static_cast<double>(std::max<int64_t>(1, high.peakBytes - low.peakBytes));
  const double height = static_cast<double>(std::max<int64_t>(1, low.extraCost - high.extraCost));
  size_t knee = 0;
  double farthest = 0;
  for (size_t index = 0; index < points.size(); ++index) {
    const double x = static_cast<double>(points[index].peakBytes - low.peakBytes) / width;
    const double y = static_cast<double>(points[index].extraCost - high.extraCost) / height;
    if (const double distance = 1 - x - y; distance > farthest) {
      farthest = distance;
      knee = index;
    }
  }
  return knee;
}

ParetoCurve rematplan::findPareto(const Problem &problem, const PlanOptions &options,
                                  unsigned count) {
  PlanOptions quick = options;
  quick.effort = options.effort > 0 ? options.effort - 1 : 0;
  // Progress is that of the whole curve.
  quick.progress = nullptr;
  const int64_t intervals = std::max(2u, count) - 1;
  auto tell = [&](int64_t numDone) {
    if (options.progress)
      options.progress("trade-off",
                       static_cast<double>(numDone) / static_cast<double>(intervals + 1));
  };
  Planner planner(problem, quick);
  ParetoCurve curve;
  auto take = [&](Plan plan) {
    ParetoPoint point{plan.after.peakBytes,    plan.after.cost - plan.before.cost,
                      plan.overheadLowerBound, plan.boundClass,
                      /*isKnee=*/false,        std::move(plan.steps)};
    // The curve is monotone whatever the search does: what is no cheaper is left out.
    if (!curve.points.empty() && point.extraCost >= curve.points.back().extraCost)
      return;
    if (!curve.points.empty() && point.peakBytes <= curve.points.back().peakBytes)
      curve.points.pop_back();
    curve.points.push_back(std::move(point));
  };
  tell(0);
  Plan lowest = planner.planLowestPeak();
  curve.before = lowest.before;
  const int64_t lowBytes = lowest.after.peakBytes, highBytes = lowest.before.peakBytes;
  take(std::move(lowest));
  for (int64_t index = 1; index <= intervals && lowBytes < highBytes; ++index) {
    tell(index);
    const int64_t span = highBytes - lowBytes;
    Plan plan =
        planner.plan(lowBytes + span / intervals * index + span % intervals * index / intervals);
    if (plan.status != Status::Infeasible)
      take(std::move(plan));
  }
  curve.points[kneeOf(curve.points)].isKnee = true;
  return curve;
}

static double percent(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

double ParetoCurve::overheadPercent(const ParetoPoint &point) const {
  return std::round(percent(point.extraCost, before.cost) * 1e6) / 1e6;
}

double ParetoCurve::overheadLowerBoundPercent(const ParetoPoint &point) const {
  return std::floor(percent(point.extraCostLowerBound, before.cost) * 1e6) / 1e6;
}

void rematplan::writeParetoCsv(llvm::raw_ostream &os, const ParetoCurve &curve) {
  os << "peak_bytes,peak_percent,overhead_percent,bound_percent,bound_class,knee\n";
  for (const ParetoPoint &point : curve.points)
    os << fmt::format("{},{:.3f},{:.6f},{:.6f},{},{:d}\n", point.peakBytes,
                      percent(point.peakBytes, curve.before.peakBytes),
                      curve.overheadPercent(point), curve.overheadLowerBoundPercent(point),
                      boundClassName(point.boundClass).str(), point.isKnee);
}
