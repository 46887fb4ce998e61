//===- Inline.h - Puts called functions in place of their calls -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_INLINE_H
#define REMAT_TRANSFORMS_INLINE_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::remat {

/// Inlines the calls in `function`, nested ones and those in bodies included. Calls of
/// declarations, of functions with several blocks and of functions that call themselves stay. An
/// error if the program would grow beyond `maxOps`.
LogicalResult inlineCalls(FunctionOpInterface function, SymbolTable &symbols,
                          size_t maxOps = 1'000'000);

/// Erases private functions with a body that no attribute of any op refers to, in rounds.
void eraseUncalledPrivateFunctions(ModuleOp module);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_INLINE_H
