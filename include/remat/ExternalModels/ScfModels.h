//===- ScfModels.h - What the planner must know of scf -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_SCFMODELS_H
#define REMAT_EXTERNALMODELS_SCFMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::remat {

/// Attaches RecomputableOpInterface to the loops and branches of `scf`: recomputable if all in
/// their bodies is.
void registerScfModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_SCFMODELS_H
