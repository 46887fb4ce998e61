//===- Compare.h - Whether two runs gave the same bits -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_COMPARE_H
#define REMAT_TOOLS_REMAT_RUN_COMPARE_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace mlir::remat {

/// The first element whose bits differ.
struct Difference {
  /// Position in row-major order, and along each dimension.
  int64_t position = 0;
  llvm::SmallVector<int64_t> index;
  /// Elements that differ in all.
  int64_t count = 0;
  std::string expected, actual;
};

/// Compares the bytes of two dense tensors of `type`; nullopt if they are equal, NaN bits included.
std::optional<Difference> compareBits(RankedTensorType type, const char *expected,
                                      const char *actual);

/// How far two dense tensors of `type` lie apart: the largest difference of two elements, divided
/// by the magnitude of the largest expected one. Elements that are not finite, and integers, must
/// be equal: the distance is infinite if they are not.
double relativeDistance(RankedTensorType type, const char *expected, const char *actual);

/// An element as text: floats with all their digits.
std::string elementText(Type element, const char *bytes);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_COMPARE_H
