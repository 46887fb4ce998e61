//===- PlaceCopies.h - Copies that are meant to happen at once -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_PLACECOPIES_H
#define REMAT_LIB_CONVERSION_PLACECOPIES_H

#include "remat/Conversion/StorageAddresses.h"
#include "llvm/ADT/SmallVector.h"

namespace mlir::remat {

/// A copy between two places, of `bytes`.
struct PlaceCopy {
  StorageAddress to, from;
  int64_t bytes = 0;
  /// What was in `to` goes to `from` at the same time.
  bool isExchange = false;
};

/// Brings copies that are meant to happen all at once, each to another place, into an order in
/// which they can run one after the other. Copies of a place onto itself are left out; places that
/// are copied in a circle (a step that returns two arguments in each other's buffers) take
/// exchanges, one less than the circle has places.
llvm::SmallVector<PlaceCopy> orderCopies(llvm::ArrayRef<PlaceCopy> copies);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_PLACECOPIES_H
