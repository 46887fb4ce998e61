//===- PaddedOperand.h - Convolutions whose input is stored once more, padded -*- C++ -*-===//
#ifndef REMAT_INTERFACES_PADDEDOPERAND_H
#define REMAT_INTERFACES_PADDEDOPERAND_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// Bytes of the padded input that XLA stores for a convolution of StableHLO or MHLO, because the
/// library that computes it takes neither different padding on two sides nor an input with holes
/// (lhs_dilation) unless it is the gradient of a convolution's input. 0 where none is needed, where
/// an attribute cannot be read, and for all other ops.
int64_t paddedOperandBytes(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_PADDEDOPERAND_H
