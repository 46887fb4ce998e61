//===- TosaModels.h - What the planner must know of tosa -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_TOSAMODELS_H
#define REMAT_EXTERNALMODELS_TOSAMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::remat {

/// Attaches RecomputableOpInterface to the ops of `tosa`. `tosa.custom` and the variables are left
/// out and therefore never recomputed.
void registerTosaModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_TOSAMODELS_H
