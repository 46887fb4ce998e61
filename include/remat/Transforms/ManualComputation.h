//===- ManualComputation.h - The program of one device -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_MANUALCOMPUTATION_H
#define REMAT_TRANSFORMS_MANUALCOMPUTATION_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::remat {

/// JAX writes a step under `shard_map` as one `sdy.manual_computation`: its region is what each
/// device runs, on shards, while the function around it has the types of whole arrays. Where a
/// function is nothing but such an op (operands are its arguments, results are returned, each
/// once), puts the region in the place of its body and gives the function the types of one device.
/// Returns whether it did.
bool unwrapManualComputation(FunctionOpInterface function);

/// The way back: `function` consists of a manual computation, and `rewritten` is a copy that was
/// unwrapped and then changed. Moves the body of `rewritten` into the region.
void rewrapManualComputation(FunctionOpInterface function, FunctionOpInterface rewritten);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_MANUALCOMPUTATION_H
