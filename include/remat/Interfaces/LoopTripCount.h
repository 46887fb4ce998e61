//===- LoopTripCount.h - How often a while loop runs -*- C++ -*-===//
#ifndef REMAT_INTERFACES_LOOPTRIPCOUNT_H
#define REMAT_INTERFACES_LOOPTRIPCOUNT_H

#include "mlir/IR/Operation.h"
#include <optional>

namespace mlir::remat {

/// How often the body of a `while` (of StableHLO or of the remat dialect) runs; nullopt if that is
/// not seen. Seen are counted loops, as scans and `fori_loop`s of JAX are written: the condition
/// compares one carried value with a limit, the body adds a constant to it. Initial value, limit
/// and step must be constants, or carried through the loop unchanged from constants.
std::optional<int64_t> whileTripCount(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_LOOPTRIPCOUNT_H
