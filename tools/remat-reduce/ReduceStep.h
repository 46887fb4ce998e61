//===- ReduceStep.h - Make a straight-line program smaller -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_REDUCE_REDUCESTEP_H
#define REMAT_TOOLS_REMAT_REDUCE_REDUCESTEP_H

namespace mlir::remat {

/// Registers the pass `remat-reduce-step`. (MLIR's reduction-tree drops ranges of ops whatever
/// reads them, which no straight-line program survives.)
void registerReduceStepPass();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_REDUCE_REDUCESTEP_H
