//===- EmitOps.h - Elements of each op's results -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_EMITOPS_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_EMITOPS_H

#include "Emitter.h"
#include "remat/IR/Remat.h"

namespace mlir::remat {

/// Whether elements of the op's results can be computed on demand.
bool canEmitElements(Operation *op);

/// The elements of all results at an index. The emitter's scope is the one where they belong.
SmallVector<Value> emitElements(Emitter &emitter, Operation *op, const IndexForms &indices);

// Ops that move elements.
bool isMove(Operation *op);
Value emitMove(Emitter &emitter, Operation *op, const IndexForms &indices);

/// The start indices of a slice or of an update, clamped so that `sizes` fit into the shape.
IndexForms emitStarts(Emitter &emitter, ValueRange starts, ArrayRef<int64_t> shape,
                      ArrayRef<int64_t> sizes);

SmallVector<Value> emitReduce(Emitter &emitter, ReduceOp op, const IndexForms &indices);
SmallVector<Value> emitReduceWindow(Emitter &emitter, ReduceWindowOp op, const IndexForms &indices);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_EMITOPS_H
