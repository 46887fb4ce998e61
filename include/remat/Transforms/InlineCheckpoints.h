//===- InlineCheckpoints.h - Puts bodies in place of checkpoint regions -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_INLINECHECKPOINTS_H
#define REMAT_TRANSFORMS_INLINECHECKPOINTS_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// Puts the body of every `remat.checkpoint` inside of `root`, nested ones included, in its place:
/// what it means where nothing is differentiated. Locations of the ops get the name of their
/// region in front.
void inlineCheckpoints(Operation *root);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_INLINECHECKPOINTS_H
