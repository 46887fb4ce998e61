//===- AllModels.h - What the planner must know of foreign dialects -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_ALLMODELS_H
#define REMAT_EXTERNALMODELS_ALLMODELS_H

#include "remat/ExternalModels/StableHloModels.h"

namespace mlir::remat {

/// Registers the models of all foreign dialects that this folder knows. Each takes effect when its
/// dialect is loaded; no dialect is loaded because of it.
void registerAllModels(DialectRegistry &registry, const StableHloModelOptions &options = {});

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_ALLMODELS_H
