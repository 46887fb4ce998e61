//===- WindowShape.h - How many places a window has -*- C++ -*-===//
#ifndef REMAT_LIB_IR_WINDOWSHAPE_H
#define REMAT_LIB_IR_WINDOWSHAPE_H

#include "ShapeCheck.h"

namespace mlir::remat {

/// A window that moves over a base, both maybe dilated: convolutions and pooling. One number per
/// dimension, `padding` two.
struct WindowShape {
  llvm::ArrayRef<int64_t> base, window, strides, baseDilations, windowDilations, padding;
  /// The attributes that hold the dilations.
  llvm::StringRef baseDilationsName, windowDilationsName;

  /// The number of places of the window in each dimension. Errors of `check` if a list has the
  /// wrong length, or a number is too small.
  FailureOr<llvm::SmallVector<int64_t>> places(const ShapeCheck &check) const;
};

} // namespace mlir::remat

#endif // REMAT_LIB_IR_WINDOWSHAPE_H
