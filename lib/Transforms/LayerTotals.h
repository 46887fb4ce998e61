//===- LayerTotals.h - What a plan keeps and recomputes of each layer -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_LAYERTOTALS_H
#define REMAT_LIB_TRANSFORMS_LAYERTOTALS_H

#include "remat/Analysis/RepeatedLayers.h"
#include "remat/Transforms/RematerializeReport.h"

namespace mlir::remat {

/// The totals of the repeated layers of the program as it came, in program order; empty where
/// nothing repeats.
std::vector<LayerTotal> layerTotals(const FunctionPlan &plan, const RepeatedLayers &repeated);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_LAYERTOTALS_H
