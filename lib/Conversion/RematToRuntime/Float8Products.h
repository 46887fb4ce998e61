//===- Float8Products.h - Products of 8-bit floats for cuBLASLt -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTORUNTIME_FLOAT8PRODUCTS_H
#define REMAT_LIB_CONVERSION_REMATTORUNTIME_FLOAT8PRODUCTS_H

#include "remat/IR/Remat.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::remat {

/// Gives products with 8-bit operands a form that cuBLASLt takes.
class Float8Products {
public:
  /// `haveUnits`: all chips multiply 8-bit floats. Then operands are transposed to have the summed
  /// dimensions last; in other cases, and where cuBLASLt has no such product, they are converted.
  explicit Float8Products(bool haveUnits) : haveUnits(haveUnits) {}

  /// The product that is there then; `op` itself if it has no 8-bit operand.
  DotGeneralOp prepare(DotGeneralOp op);

private:
  DotGeneralOp sumAlongMemory(DotGeneralOp op);
  DotGeneralOp convertOperands(DotGeneralOp op);
  Value inOrder(OpBuilder &builder, Value operand, ArrayRef<int64_t> order);
  Value inType(OpBuilder &builder, Value operand, Type element);

  bool haveUnits;
  /// One copy for all readers of a block, by order or type.
  llvm::DenseMap<std::tuple<Value, Attribute, Block *>, Value> copies;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTORUNTIME_FLOAT8PRODUCTS_H
