//===- NameMarkers.h - Ops that only name a value -*- C++ -*-===//
#ifndef REMAT_INTERFACES_NAMEMARKERS_H
#define REMAT_INTERFACES_NAMEMARKERS_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// The name that an op gives to its operand, which is also its result; empty for all other ops.
/// Such markers are, as frameworks can emit them, `stablehlo.composite "remat.name"` with
/// `composite_attributes = {name = "mlp"}`, `stablehlo.custom_call @remat.name` with
/// `backend_config = {name = "mlp"}` or `"mlp"`, and a reshape of the remat dialect to the type of
/// its operand with `remat.name = "mlp"`.
StringRef markedName(Operation *op);

/// Takes the markers in `root` out: the op that makes the value gets the name as its attribute
/// `remat.name`, a second name behind a comma. Markers of what a call returns stay, because the
/// call is no op to plan; calls should be inlined before.
void attachNames(Operation *root);

/// Whether the attribute `remat.name` of an op says this name.
bool hasAttachedName(Operation *op, llvm::function_ref<bool(StringRef)> isWanted);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_NAMEMARKERS_H
