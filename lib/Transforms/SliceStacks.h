//===- SliceStacks.h - Reads the parts of arrays that are written part by part -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_SLICESTACKS_H
#define REMAT_LIB_TRANSFORMS_SLICESTACKS_H

#include "mlir/IR/Block.h"

namespace mlir::remat {

/// For every `dynamic_slice` at constant places and every `slice` of stride 1 in the block: if the
/// part was written by a `dynamic_update_slice` at constant places, its readers read what was
/// written; else they read a `slice` of the newest array that holds it. The old ops stay, unread;
/// those that were left so are appended to `unread`.
void readSlicesOfStacks(Block &block, SmallVectorImpl<Operation *> &unread);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_SLICESTACKS_H
