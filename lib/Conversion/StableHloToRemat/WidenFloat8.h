//===- WidenFloat8.h - Arithmetic on 8-bit floats -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_WIDENFLOAT8_H
#define REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_WIDENFLOAT8_H

#include "mlir/IR/Builders.h"

namespace mlir::remat {

/// The remat dialect stores 8-bit floats, and computes in wider types: an op that computes gets
/// operands in f32, and its results are rounded.
class WidenFloat8 {
public:
  /// `target`: the op's mnemonic in the remat dialect.
  WidenFloat8(OpBuilder &builder, Operation *op, StringRef target);

  /// What the op of the remat dialect reads, and its results' types.
  SmallVector<Value> operands;
  SmallVector<Type> resultTypes;

  /// Its results in the types that `op` had.
  SmallVector<Value> narrow(ResultRange results) const;

private:
  OpBuilder &builder;
  Operation *op;
};

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_WIDENFLOAT8_H
