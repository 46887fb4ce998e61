//===- BroadcastSource.h - What a broadcast value repeats -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_BROADCASTSOURCE_H
#define REMAT_LIB_CONVERSION_BROADCASTSOURCE_H

#include "remat/IR/Remat.h"

namespace mlir::remat {

/// A value as the elements of another one, repeated.
struct BroadcastSource {
  Value value;
  /// Per dimension of the broadcast value: that of the source, or -1 where its elements repeat.
  SmallVector<int64_t> dims;

  /// Sizes of the source in the dimensions of the broadcast value; 1 where it repeats.
  SmallVector<int64_t> shape() const;
};

/// Follows broadcasts, reshapes that only add or drop dimensions of size 1, and conversions to a
/// wider float type.
BroadcastSource broadcastSource(Value value);

/// The only element of a value that is one constant number everywhere.
std::optional<double> splatElement(Value value);

/// Whether the value has one number for each row of [.., .., .., columns]: elements do not depend
/// on the last dimension. The source is then of the shape without it, or with a 1 there.
std::optional<Value> rowSource(Value value);

/// Whether two values are the same by how they are computed: the same ops on the same values.
bool areComputedAlike(Value a, Value b);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_BROADCASTSOURCE_H
