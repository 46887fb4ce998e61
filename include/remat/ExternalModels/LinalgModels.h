//===- LinalgModels.h - What the planner must know of linalg -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_LINALGMODELS_H
#define REMAT_EXTERNALMODELS_LINALGMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::remat {

/// Attaches RecomputableOpInterface to the ops of `linalg` on tensors: what kind an op is follows
/// from its iterators, indexing maps and body, so that generic ops are known as well as named ones.
/// On buffers they have effects and are never recomputed.
void registerLinalgModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_LINALGMODELS_H
