//===- WindowShape.cpp - How many places a window has ---------------------===//
#include "WindowShape.h"

using namespace mlir;
using namespace mlir::remat;

/// Elements with gaps of `dilation` - 1 between them.
static int64_t dilated(int64_t size, int64_t dilation) {
  return size == 0 ? 0 : (size - 1) * dilation + 1;
}

FailureOr<SmallVector<int64_t>> WindowShape::places(const ShapeCheck &check) const {
  auto rank = static_cast<int64_t>(base.size());
  StringRef owner = "the window";
  if (failed(check.length("window_strides", strides, rank, owner)) ||
      failed(check.length(baseDilationsName, baseDilations, rank, owner)) ||
      failed(check.length(windowDilationsName, windowDilations, rank, owner)) ||
      failed(check.atLeast("window_dimensions", window, 1)) ||
      failed(check.atLeast("window_strides", strides, 1)) ||
      failed(check.atLeast(baseDilationsName, baseDilations, 1)) ||
      failed(check.atLeast(windowDilationsName, windowDilations, 1)))
    return failure();
  if (static_cast<int64_t>(padding.size()) != 2 * rank)
    return check.fail("'padding' has " + Twine(padding.size()) + " numbers; " + Twine(2 * rank) +
                      " are expected, low and high of each dimension");
  SmallVector<int64_t> places;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    int64_t padded = dilated(base[dimension], baseDilations[dimension]) + padding[2 * dimension] +
                     padding[2 * dimension + 1];
    int64_t reach = dilated(window[dimension], windowDilations[dimension]);
    bool fits = padded > 0 && reach <= padded;
    places.push_back(fits ? (padded - reach) / strides[dimension] + 1 : 0);
  }
  return places;
}
