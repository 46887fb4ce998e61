//===- MatchGelu.h - GELU as frameworks write it -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTORUNTIME_MATCHGELU_H
#define REMAT_LIB_CONVERSION_REMATTORUNTIME_MATCHGELU_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// The ops that make GELU of `value`, in the form with tanh, the last one first:
/// x * 0.5 * (1 + tanh(sqrt(2 / pi) * (x + 0.044715 * x * x * x))). Empty if its readers are
/// others, or if anything else reads it or what lies between.
llvm::SmallVector<Operation *> matchGelu(Value value);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTORUNTIME_MATCHGELU_H
