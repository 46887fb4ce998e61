//===- ReductionPatterns.h - How a program becomes smaller -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_REDUCE_REDUCTIONPATTERNS_H
#define REMAT_TOOLS_REMAT_REDUCE_REDUCTIONPATTERNS_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::remat {

/// Teaches MLIR's reducer to make straight-line functions smaller: an op becomes arguments of its
/// function, an op that nobody reads goes, and so do results of a function that are its arguments,
/// and arguments that nobody reads.
void registerReductionPatterns(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_REDUCE_REDUCTIONPATTERNS_H
