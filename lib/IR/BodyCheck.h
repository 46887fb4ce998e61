//===- BodyCheck.h - What bodies of tensor ops take and yield -*- C++ -*-===//
#ifndef REMAT_LIB_IR_BODYCHECK_H
#define REMAT_LIB_IR_BODYCHECK_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// An error at `op` unless the body combines one element of each input with another one.
LogicalResult checkCombiner(Operation *op, llvm::StringRef name, Region &body, TypeRange inputs);

} // namespace mlir::remat

#endif // REMAT_LIB_IR_BODYCHECK_H
