//===- Pareto.h - The whole trade-off between peak and extra cost -*- C++ -*-===//
#ifndef REMAT_PLANNING_PARETO_H
#define REMAT_PLANNING_PARETO_H

#include "remat/Planning/Rematerialize.h"
#include "llvm/Support/raw_ostream.h"

namespace rematplan {

/// A plan that no other point beats in both peak and cost.
struct ParetoPoint {
  int64_t peakBytes = 0;
  /// Over the program order's cost.
  int64_t extraCost = 0;
  /// A proven lower bound of the extra cost of every schedule of `boundClass` with this peak.
  int64_t extraCostLowerBound = 0;
  BoundClass boundClass = BoundClass::AnyOrder;
  /// From here on, saving more bytes costs more than it did on the way from the program order.
  bool isKnee = false;
  Schedule steps;
};

struct ParetoCurve {
  /// Of the program order.
  Judgement before;
  /// Rising peaks, falling costs; the last one is at most the program order's peak. Exactly one is
  /// the knee.
  std::vector<ParetoPoint> points;

  /// Percent of the cost of the program order, with six decimals (bounds are rounded down); 0 where
  /// that cost is 0.
  double overheadPercent(const ParetoPoint &point) const;
  double overheadLowerBoundPercent(const ParetoPoint &point) const;
};

/// Plans at most `count` (at least 2) budgets, evenly spread from the lowest peak that is found to
/// the peak of the program order. Takes about the time of a few plans of `options`, whose budget is
/// ignored: each point is searched with an effort less by one.
ParetoCurve findPareto(const Problem &problem, const PlanOptions &options, unsigned count);

/// A line per point: peak in bytes and in percent of the program order's, overhead and its bound in
/// percent, the class of the bound, and 1 for the knee.
void writeParetoCsv(llvm::raw_ostream &os, const ParetoCurve &curve);

} // namespace rematplan

#endif // REMAT_PLANNING_PARETO_H
