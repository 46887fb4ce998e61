//===- TensorModels.h - What the planner must know of tensor -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_TENSORMODELS_H
#define REMAT_EXTERNALMODELS_TENSORMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::remat {

/// Attaches RecomputableOpInterface to the ops of `tensor`. Reshapes, casts and `extract_slice` are
/// views, as they are after bufferization; `tensor.empty` is a constant without work: nothing is in
/// it, and the op that writes into it (`inPlace` over its init operand) owns the bytes.
void registerTensorModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_TENSORMODELS_H
