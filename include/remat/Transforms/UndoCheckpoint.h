//===- UndoCheckpoint.h - Undo recomputations that a program came with -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_UNDOCHECKPOINT_H
#define REMAT_TRANSFORMS_UNDOCHECKPOINT_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::remat {

struct UndoneCheckpoints {
  /// Repetitions that were merged with their originals.
  size_t mergedOps = 0;
  /// Barriers that held them back, now gone.
  size_t barriers = 0;
};

/// Merges the ops of a single-block function that stand behind a barrier and repeat an earlier op,
/// where barriers count as their operands; only ops that may run twice with the same result. Then
/// barriers in front of such repetitions are taken out, together with what nobody reads any more.
/// Linear.
UndoneCheckpoints undoCheckpoints(FunctionOpInterface function);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_UNDOCHECKPOINT_H
