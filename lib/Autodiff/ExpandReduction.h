//===- ExpandReduction.h - Reductions as elementwise ops -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_EXPANDREDUCTION_H
#define REMAT_LIB_AUTODIFF_EXPANDREDUCTION_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "remat/IR/Remat.h"

namespace mlir::remat {

/// Reduces `inputs` along `dimensions` by a body that isElementwiseBody, in halves: neighbours are
/// combined until one element is left. What comes out has the shapes that a reduce op gives, and is
/// made of ops that can be differentiated one by one. Each initial value is combined with what came
/// out, as a first element.
SmallVector<Value> expandReduction(ImplicitLocOpBuilder &builder, Block &body, ValueRange inputs,
                                   ValueRange initValues, ArrayRef<int64_t> dimensions);

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_EXPANDREDUCTION_H
