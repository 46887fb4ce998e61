//===- ElementwiseBody.h - Bodies on elements, run on whole tensors -*- C++ -*-===//
#ifndef REMAT_IR_ELEMENTWISEBODY_H
#define REMAT_IR_ELEMENTWISEBODY_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "remat/IR/Remat.h"

namespace mlir::remat {

/// True if a body on elements can be run on whole tensors: it is made of elementwise ops and
/// constants.
bool isElementwiseBody(Block &body);

/// Writes the ops of a body that isElementwiseBody for tensors of one shape, in the place of its
/// elements. What the body yields has that shape.
SmallVector<Value> runElementwiseBody(ImplicitLocOpBuilder &builder, Block &body,
                                      ValueRange operands);

} // namespace mlir::remat

#endif // REMAT_IR_ELEMENTWISEBODY_H
