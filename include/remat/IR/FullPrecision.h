//===- FullPrecision.h - Products that must not be rounded to tf32 -*- C++ -*-===//
#ifndef REMAT_IR_FULLPRECISION_H
#define REMAT_IR_FULLPRECISION_H

#include "mlir/IR/Builders.h"

namespace mlir::remat {

/// On products and convolutions whose author asked for more than the default precision (StableHLO's
/// precision HIGH or HIGHEST): operands of f32 stay f32 wherever others are rounded to tf32.
inline constexpr llvm::StringLiteral kFullPrecision = "remat.full_precision";

/// For an op that is made in the place of, or as a gradient of, `from`.
inline void keepFullPrecision(Operation *from, Operation *made) {
  if (from->hasAttr(kFullPrecision))
    made->setAttr(kFullPrecision, UnitAttr::get(from->getContext()));
}

} // namespace mlir::remat

#endif // REMAT_IR_FULLPRECISION_H
