//===- EntryFunction.h - The function that is planned -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_ENTRYFUNCTION_H
#define REMAT_TRANSFORMS_ENTRYFUNCTION_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::remat {

/// The function named `name`; without a name `main`, else the only function with a body that is not
/// private, else the only one with a body. An error at the module if there is none, if several
/// could be meant, or if it has not exactly one block.
FailureOr<FunctionOpInterface> findEntryFunction(ModuleOp module, StringRef name);

/// Numbers of the arguments whose storage the function may use (`tf.aliasing_output`,
/// `jax.buffer_donor`).
SmallVector<unsigned> donatedArguments(FunctionOpInterface function);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_ENTRYFUNCTION_H
