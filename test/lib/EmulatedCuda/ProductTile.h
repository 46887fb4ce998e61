//===- ProductTile.h - The inner loop of products on the host -*- C++ -*-===//
//
// A product of whole training steps is hundreds of GFLOP, so sums stay in registers, as many as the
// processor has. Each sum has the order of the inner dimension, and products are rounded before
// they are added: the bits are the same on every processor.
//
//===----------------------------------------------------------------------===//
#ifndef REMAT_TEST_EMULATEDCUDA_PRODUCTTILE_H
#define REMAT_TEST_EMULATEDCUDA_PRODUCTTILE_H

#include <cstdint>

namespace emulated {

/// Elements of the result that are computed together: `tileBytes` of each of `tileColumns` columns.
inline constexpr int64_t tileBytes = 128, tileColumns = 4;

/// `first` has, for each turn of the inner dimension, the rows of the tile; `second` has its
/// columns, `inner` elements each. `sums` gets the tile, one column after the other.
void multiplyTile(const float *first, const float *second, int64_t inner, float *sums);
void multiplyTile(const double *first, const double *second, int64_t inner, double *sums);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_PRODUCTTILE_H
