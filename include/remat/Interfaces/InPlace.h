//===- InPlace.h - Operands that an elementwise result may be written over -*- C++ -*-===//
#ifndef REMAT_INTERFACES_INPLACE_H
#define REMAT_INTERFACES_INPLACE_H

#include "remat/Interfaces/OpKnowledge.h"

namespace mlir::remat {

/// For an op whose result 0 depends, element by element, on the same elements of its operands:
/// every operand that has as many elements as the result, each as many whole bytes wide. Shapes
/// with dynamic dimensions are left out.
llvm::SmallVector<ResultOperand, 1> elementwiseInPlace(Operation *op);

/// True if an op in the regions of `op` reads `value`: it may do so after a part of the results was
/// written.
bool isCaptured(Operation *op, Value value);

/// True if `op` reads the value of `operand` nowhere else: through no other operand and in no
/// region.
bool isReadOnce(OpOperand &operand);

/// Bytes of a ranked tensor of static shape, each element in whole bytes; nullopt for other types
/// and over int64.
std::optional<int64_t> staticByteSize(Type type);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_INPLACE_H
