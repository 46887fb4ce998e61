//===- Interpreter.h - What kernels should compute -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_CONVERSION_INTERPRETER_H
#define REMAT_TEST_UNIT_CONVERSION_INTERPRETER_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include <vector>

namespace remattest {

/// A number of any element type: floats of 32 bits or less are exact in `real`, integers lie in
/// `integer`, extended by their type's sign.
struct Number {
  double real = 0;
  int64_t integer = 0;
};

/// Elements in row-major order.
struct Tensor {
  mlir::RankedTensorType type;
  std::vector<Number> elements;
};

/// Rounds and wraps to what the element type can hold.
Number toElement(mlir::Type element, Number number);
/// The bytes of a kernel's memory, and back.
std::vector<char> toMemory(const Tensor &tensor);
Tensor fromMemory(mlir::RankedTensorType type, const std::vector<char> &bytes);

/// Runs a function of remat ops, one op after the other, as the StableHLO specification says. Sums
/// go in row-major order.
std::vector<Tensor> interpret(mlir::func::FuncOp function, const std::vector<Tensor> &arguments);

/// One elementwise op on elements.
Number elementwise(mlir::Operation *op, const std::vector<Number> &operands);

/// One op on whole tensors, elementwise ones excepted.
std::vector<Tensor> interpretOp(mlir::Operation *op, const std::vector<Tensor> &operands);

} // namespace remattest

#endif // REMAT_TEST_UNIT_CONVERSION_INTERPRETER_H
