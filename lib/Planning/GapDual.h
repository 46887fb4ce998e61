//===- GapDual.h - Prices that prove a lower bound -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPDUAL_H
#define REMAT_LIB_PLANNING_GAPDUAL_H

#include "GapModel.h"

namespace rematplan {

/// What prices per byte at the rows of a model prove.
struct PricedBound {
  /// A lower bound of the total cost of options that cover all rows, rounded up to a whole cost
  /// unit.
  int64_t bound = 0;
  /// By row.
  std::vector<double> prices;
  /// The prices that the bound was computed from, in 2^-shift / GapModel::costScale cost units.
  std::vector<int64_t> integerPrices;
  int shift = 0;
  /// By option: how often it was worth its cost in the last passes, 0 ... 1.
  std::vector<double> openShares;
};

/// Looks for good prices in `passes` passes of O(size log rows), from `startPrices` on where they
/// are given. The bound itself is computed from the best ones in integers, so that no rounding can
/// make it too large.
PricedBound boundByPrices(const GapModel &model, unsigned passes,
                          const std::vector<double> &startPrices = {});

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPDUAL_H
