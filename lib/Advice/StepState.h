//===- StepState.h - Parameters, gradients and optimizer states -*- C++ -*-===//
#ifndef REMAT_LIB_ADVICE_STEPSTATE_H
#define REMAT_LIB_ADVICE_STEPSTATE_H

#include "remat/Advice/Advice.h"
#include "remat/Analysis/ForwardLayers.h"

namespace mlir::remat {

/// What values of a step are, found by structure alone.
struct StepState {
  enum class Role : uint8_t {
    Other,
    /// A parameter, or its new value.
    Parameter,
    Gradient,
    /// An optimizer state, its new value, and what the update computes on the way.
    Optimizer,
  };
  /// Per value of the problem.
  std::vector<Role> roles;
  StateBytes bytes;

  /// Arguments that are updated: those that are donated, or, if none is, those with a result of
  /// their type. Gradients are where products and reductions end on the way back from an updated
  /// value through ops that work element by element on as many elements.
  static StepState find(const PlanningGraph &graph, FunctionOpInterface function,
                        const BackwardBoundary &boundary, uint32_t backwardBlockOp);
};

} // namespace mlir::remat

#endif // REMAT_LIB_ADVICE_STEPSTATE_H
