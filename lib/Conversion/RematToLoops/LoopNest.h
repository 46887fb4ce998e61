//===- LoopNest.h - Loops over the elements of a shape -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_LOOPNEST_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_LOOPNEST_H

#include "Emitter.h"

namespace mlir::remat {

struct NestOptions {
  /// Most lanes of the innermost loop; a power of two.
  int64_t lanes = 16;
  /// Ops that an index takes, where it is known better than by looking at the body.
  int64_t work = 0;
  /// Lanes never reach over a place where an index that the body asks for turns over.
  bool keepsDigits = false;
};

/// Writes loops that run `body` for every index of a shape, in an order of their own: parallel
/// blocks (scf.forall, with `grain`, the number of blocks that is worth a thread), serial
/// loops inside, vectors of lanes along the innermost.
///
/// The loops are not those of the shape's dimensions: `body` is first rehearsed with the row-major
/// number of an index as the only variable, which shows where that number must be taken apart at
/// all. A dimension is cut at places where a condition changes (the edges of a padding, say), so
/// that conditions are constants inside of most loops.
void emitNest(Emitter &emitter, ArrayRef<int64_t> shape, const NestOptions &options,
              llvm::function_ref<void(const IndexForms &)> body);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_LOOPNEST_H
