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

/// Writes loops for the results of an op with an order of its own: scatter, select_and_scatter,
/// dynamic_update_slice, and reductions to few results. False: not one of them.
bool emitRoot(Emitter &emitter, Operation *op, const KernelResults &results, int64_t lanes);

void emitUpdateSliceRoot(Emitter &emitter, DynamicUpdateSliceOp op, const KernelResults &results,
                         int64_t lanes);
void emitScatterRoot(Emitter &emitter, ScatterOp op, const KernelResults &results, int64_t lanes);
void emitSelectAndScatterRoot(Emitter &emitter, SelectAndScatterOp op, const KernelResults &results,
                              int64_t lanes);

/// Every element of `source`, in loops of their own.
void emitCopy(Emitter &emitter, Value source, Value memory, int64_t lanes);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_ROOTS_H
