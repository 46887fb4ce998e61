//===- Choices.h - Ways to run a step, side by side -*- C++ -*-===//
#ifndef REMAT_LIB_ADVICE_CHOICES_H
#define REMAT_LIB_ADVICE_CHOICES_H

#include "remat/Advice/Advice.h"
#include "remat/Analysis/ForwardLayers.h"

namespace mlir::remat {

/// The program as it came, what textbooks do, and points of the planner's trade-off curve with
/// falling peaks. All of them are schedules of `graph.problem`, judged by Planning/Memory.
std::vector<Choice> findChoices(const PlanningGraph &graph, const ForwardLayers &layers,
                                const FunctionPlanOptions &options);

/// The cost over that of the program order at which the curve of a step reaches a peak, as a
/// fraction, with straight lines between its points; nullopt below its lowest point.
/// `peakFraction`: of the peak of the program order.
std::optional<double> overheadAtPeak(ArrayRef<Choice> choices, double peakFraction);

} // namespace mlir::remat

#endif // REMAT_LIB_ADVICE_CHOICES_H
