//===- ElementArithmetic.h - Elementwise ops on elements -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTARITHMETIC_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTARITHMETIC_H

#include "ElementBuilder.h"
#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// An op whose result element depends on the operand elements of the same place only, constants and
/// iota apart.
bool isElementArithmetic(Operation *op);

/// Its result element from those of the operands: values of compute types, scalars or lanes. Floats
/// are rounded to the result's element type.
Value emitElementArithmetic(ElementBuilder &b, Operation *op, ArrayRef<Value> operands);

// Integer ops with StableHLO's meaning where the machine's differs.
Value divideInt(ElementBuilder &b, Value lhs, Value rhs, bool isSigned);
Value remainderInt(ElementBuilder &b, Value lhs, Value rhs, bool isSigned);
Value powerInt(ElementBuilder &b, Value base, Value exponent, bool isSigned);
enum class ShiftKind { Left, RightLogical, RightArithmetic };
Value shiftInt(ElementBuilder &b, Value value, Value bits, ShiftKind kind);
Value compareElements(ElementBuilder &b, Operation *op, Value lhs, Value rhs);

/// The larger (smaller) of two floats, NaN where one is NaN.
Value maximumFloat(ElementBuilder &b, Value lhs, Value rhs);
Value minimumFloat(ElementBuilder &b, Value lhs, Value rhs);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTARITHMETIC_H
