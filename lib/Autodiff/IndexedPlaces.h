//===- IndexedPlaces.h - Places that index tensors name -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_INDEXEDPLACES_H
#define REMAT_LIB_AUTODIFF_INDEXEDPLACES_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "remat/IR/Remat.h"

namespace mlir::remat {

/// Where the windows of a gather or a scatter begin. The two ops differ in what they do with
/// windows that reach out of the tensor: gather moves them inside, scatter leaves them out.
struct IndexedPlaces {
  Value indices;
  int64_t indexVectorDim;
  /// Per component of an index vector: the last place where a window fits.
  SmallVector<int64_t> last;

  static IndexedPlaces of(GatherOp op);
  static IndexedPlaces of(ScatterOp op);

  /// The indices, moved so that every window lies inside.
  Value buildClamped(ImplicitLocOpBuilder &builder) const;

  /// True, per index vector, where the window lies inside.
  Value buildIsInside(ImplicitLocOpBuilder &builder) const;

private:
  Value buildLast(ImplicitLocOpBuilder &builder) const;
};

/// Of each dimension of a scatter's input, the size of the windows.
SmallVector<int64_t> scatterWindow(ScatterOp op);

/// What a gather reads at the places that `op` writes: a tensor of the updates' shape.
Value gatherUpdates(ImplicitLocOpBuilder &builder, ScatterOp op, Value whole);

/// A scatter into `input` at the places of `op`, combined by a body of its own, which is still to
/// be made.
ScatterOp scatterLike(ImplicitLocOpBuilder &builder, ScatterOp op, Value input, Value updates);

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_INDEXEDPLACES_H
