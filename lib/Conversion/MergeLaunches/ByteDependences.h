//===- ByteDependences.h - Which ops have to keep their order -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_BYTEDEPENDENCES_H
#define REMAT_LIB_CONVERSION_BYTEDEPENDENCES_H

#include "remat/Conversion/StorageAddresses.h"

namespace mlir::remat {

/// For each of `ops`, which are in program order in one block, the earlier ones that it must come
/// after: those whose result it reads, and those that touched bytes (the places of the memory plan)
/// which it writes, or wrote bytes which it touches. What follows from these in several steps is
/// left out. Numbers are those of `ops`, in increasing order.
std::vector<SmallVector<unsigned, 4>> findByteDependences(ArrayRef<Operation *> ops,
                                                          const StorageAddresses &addresses);

/// False for a view, which touches no bytes.
bool touchesBytes(Operation *op);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_BYTEDEPENDENCES_H
