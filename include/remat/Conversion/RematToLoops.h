//===- RematToLoops.h - Kernels as loops -*- C++ -*-===//
#ifndef REMAT_CONVERSION_REMATTOLOOPS_H
#define REMAT_CONVERSION_REMATTOLOOPS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace mlir::remat {

/// Turns one kernel, a function on tensors with the attribute `remat.kernel`, into a function on
/// memrefs: the arguments, then one more argument per result. Memory is row-major and dense; i1 and
/// smaller integers take a byte, unsigned integers are signless ones of the same width, 8-bit
/// floats are i8. The bits of a result depend neither on how its kernel was fused nor on a thread
/// count.
///
/// `remat.in_place` (an array of i64, one per result; -1: none) names the argument whose memory a
/// result is written to. `lanes` is the number of elements that a vector holds, a power of two.
/// `hasFineLoops` makes each turn of a parallel loop one vector, for devices with a thread for it;
/// otherwise a turn is a block that is worth a thread of a CPU.
LogicalResult lowerKernelToLoops(func::FuncOp kernel, int64_t lanes = 16,
                                 bool hasFineLoops = false);

/// The type in which a kernel's memory holds elements of this type.
Type getKernelStorageType(Type elementType);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_REMATTOLOOPS_H
