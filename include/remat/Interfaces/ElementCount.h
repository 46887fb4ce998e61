//===- ElementCount.h - Elements of a type, without overflow -*- C++ -*-===//
#ifndef REMAT_INTERFACES_ELEMENTCOUNT_H
#define REMAT_INTERFACES_ELEMENTCOUNT_H

#include "mlir/IR/Operation.h"
#include <cstdint>

namespace mlir::remat {

/// Sum and product of numbers that are not negative; the largest int64 where the true result is
/// larger.
int64_t saturatingAdd(int64_t a, int64_t b);
int64_t saturatingMultiply(int64_t a, int64_t b);

/// Elements of a shaped type, saturated; a dynamic dimension counts once. 1 for a number, 0 for
/// everything else (tokens, unranked types).
int64_t elementCount(Type type);

/// Elements of all results of `op`, saturated.
int64_t resultElementCount(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_ELEMENTCOUNT_H
