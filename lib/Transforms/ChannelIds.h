//===- ChannelIds.h - Channels of recomputed collectives -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_CHANNELIDS_H
#define REMAT_LIB_TRANSFORMS_CHANNELIDS_H

#include "mlir/IR/Operation.h"

namespace mlir::remat {

/// The largest channel of the collectives in `block`; 0 if there are none.
int64_t largestChannel(Block &block);

/// Gives each copy of a collective whose channel no other op has a channel of its own, counted up
/// from the largest number in `block`. Where ops share channels (JAX numbers none of them), copies
/// share them too.
void renewChannels(Block &block, ArrayRef<Operation *> copies);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_CHANNELIDS_H
