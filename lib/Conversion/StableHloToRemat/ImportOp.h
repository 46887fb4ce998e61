//===- ImportOp.h - One op of StableHLO as ops of the remat dialect -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_IMPORTOP_H
#define REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_IMPORTOP_H

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace mlir::remat {

/// True for the dialects whose ops the import replaces, and whose attributes it drops: stablehlo,
/// chlo, mhlo and sdy.
bool isForeignToRemat(llvm::StringRef dialect);

/// Puts ops of the remat dialect in the place of `op`, whose regions are converted already, and
/// erases it. An op outside of the set, or one whose attributes cannot be read, is an error at it.
LogicalResult importOp(Operation *op);

/// The same for an op of chlo that the remat dialect does not have: the values that take the place
/// of its results, made by `builder`. No values if the op is not known.
llvm::SmallVector<Value> decomposeChlo(ImplicitLocOpBuilder &builder, Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_IMPORTOP_H
