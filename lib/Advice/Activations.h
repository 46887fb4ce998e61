//===- Activations.h - What forward keeps for backward -*- C++ -*-===//
#ifndef REMAT_LIB_ADVICE_ACTIVATIONS_H
#define REMAT_LIB_ADVICE_ACTIVATIONS_H

#include "remat/Advice/Advice.h"
#include "remat/Analysis/ForwardLayers.h"

namespace mlir::remat {

/// Fills `savedBytes`, `kinds`, `layers` and `segments`.
void describeActivations(Advice &advice, const PlanningGraph &graph, const ForwardLayers &layers);

} // namespace mlir::remat

#endif // REMAT_LIB_ADVICE_ACTIVATIONS_H
