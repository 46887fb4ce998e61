//===- CloneBody.h - Bodies of region ops, run again in backward -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_CLONEBODY_H
#define REMAT_LIB_AUTODIFF_CLONEBODY_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::remat {

/// Copies of the ops of a body.
struct BodyClone {
  /// One per op of the body, its terminator left out.
  SmallVector<Operation *> ops;
  /// What the terminator hands on.
  SmallVector<Value> results;
};

/// Puts copies of the body's ops where the builder stands; `mapping` holds its arguments. Where
/// `isAgain` is set, the copies' locations say that they are recomputations, as those of
/// remat-rematerialize do: the name of the original and `.remat`.
BodyClone cloneBody(OpBuilder &builder, Block &body, IRMapping &mapping, bool isAgain);

/// Erases the ops behind `behind` (all ops of the block if that is null) that have no effect and no
/// readers, and do not make one of `kept`.
void eraseUnread(Block &block, Operation *behind, const llvm::DenseSet<Value> &kept = {});

/// The op itself or one inside of it that must not run twice: it has an effect, draws random
/// numbers without a state, or nothing is known of it. Null if there is none.
Operation *findUnrepeatable(Operation *op);

/// The op before the place where the builder stands; null at the begin of a block.
Operation *opBefore(const OpBuilder &builder);

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_CLONEBODY_H
