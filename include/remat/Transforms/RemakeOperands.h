//===- RemakeOperands.h - Cheap operands are made beside their readers -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_REMAKEOPERANDS_H
#define REMAT_TRANSFORMS_REMAKEOPERANDS_H

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Analysis/PlanningGraph.h"

namespace mlir::remat {

/// What a product, convolution or other kernel of its own reads must be in memory, even where it is
/// as cheap to compute as what folds into its readers. A function keeps such operands from forward
/// to backward. Here those that are alive at the peak of the program order only because they are
/// read again later are computed a second time, beside the first late reader: if that is a few
/// operations per element (one exponential and what is around it, say), and if all that they are
/// computed from, small values aside, stays alive until then anyway. The peak never rises.
///
/// The calls of the function must be inlined. Returns the number of values that are made twice.
/// Linear.
FailureOr<size_t> remakeOperands(FunctionOpInterface function, const PlanningOptions &options);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REMAKEOPERANDS_H
