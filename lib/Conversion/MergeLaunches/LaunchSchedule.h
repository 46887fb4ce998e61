//===- LaunchSchedule.h - Which launches may run at the same time -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_LAUNCHSCHEDULE_H
#define REMAT_LIB_CONVERSION_LAUNCHSCHEDULE_H

#include "remat/Conversion/StorageAddresses.h"
#include "remat/IR/Remat.h"

namespace mlir::remat {

/// A new order of the ops of a block, in rounds. The ops of a round with several are launches, and
/// none of them touches memory that another one writes.
using LaunchRounds = SmallVector<SmallVector<Operation *>>;

/// Orders the ops of a planned block (its terminator apart) such that launches which do not depend
/// on each other stand together. Loops and branches keep their place among all others.
/// `mayMerge` says for which launches it is worth waiting for others.
LaunchRounds scheduleLaunches(Block &block, const StorageAddresses &addresses,
                              llvm::function_ref<bool(LaunchOp)> mayMerge);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_LAUNCHSCHEDULE_H
