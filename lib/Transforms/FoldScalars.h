//===- FoldScalars.h - Integers that are known once a loop is written out -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_FOLDSCALARS_H
#define REMAT_LIB_TRANSFORMS_FOLDSCALARS_H

#include "mlir/IR/Builders.h"
#include <optional>

namespace mlir::remat {

/// The integer that `op`, an op of StableHLO or the remat dialect with one result of one element,
/// computes if its operands are `operands`; nullopt unless all of them are constants of one
/// element. Signs and wrapping are those of the types.
std::optional<APInt> foldInteger(Operation *op, ValueRange operands);

/// A constant of `type`, an integer tensor, in the dialect named (`stablehlo`, `remat`).
Operation *createConstant(OpBuilder &builder, Location location, StringRef dialect, Type type,
                          const APInt &value);

/// An op of a dialect that may not be registered, with inherent attributes.
Operation *createNamedOp(OpBuilder &builder, Location location, StringRef dialect,
                         StringRef mnemonic, ValueRange operands, Type result,
                         ArrayRef<NamedAttribute> attributes);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_FOLDSCALARS_H
