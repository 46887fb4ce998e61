//===- Roots.h - Ops that write their results in their own way -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_ROOTS_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_ROOTS_H

#include "EmitOps.h"

namespace mlir::remat {

/// Where a kernel writes its results.
struct KernelResults {
  SmallVector<Value> memories;
  /// The result's memory is the operand's already: what the op does not change is there.
  SmallVector<bool> isInPlace;
};

/// An op whose results are made by loops of its own only: no other op of the kernel reads them.
bool isRootOnly(Operation *op);

/// Writes loops for the results of an op with an order of its own: those of `isRootOnly`,
/// dynamic_update_slice, reductions to few results, and cumulative ones. False: not one of them.
bool emitRoot(Emitter &emitter, Operation *op, const KernelResults &results, int64_t lanes);

void emitUpdateSliceRoot(Emitter &emitter, DynamicUpdateSliceOp op, const KernelResults &results,
                         int64_t lanes);
void emitScatterRoot(Emitter &emitter, ScatterOp op, const KernelResults &results, int64_t lanes);
void emitSelectAndScatterRoot(Emitter &emitter, SelectAndScatterOp op, const KernelResults &results,
                              int64_t lanes);

void emitSortRoot(Emitter &emitter, SortOp op, const KernelResults &results);
void emitRandomBitsRoot(Emitter &emitter, RngBitGeneratorOp op, const KernelResults &results);
void emitDotRoot(Emitter &emitter, DotGeneralOp op, const KernelResults &results);
void emitConvolutionRoot(Emitter &emitter, ConvolutionOp op, const KernelResults &results);

/// A cumulative sum or the like, from one end of a dimension to the other. False: the windows are
/// others.
bool emitRunningReduction(Emitter &emitter, ReduceWindowOp op, const KernelResults &results,
                          int64_t lanes);

/// Every element of `source`, in loops of their own.
void emitCopy(Emitter &emitter, Value source, Value memory, int64_t lanes);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_ROOTS_H
