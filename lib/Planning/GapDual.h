//===- GapDual.h - Prices that prove a lower bound -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPDUAL_H
#define REMAT_LIB_PLANNING_GAPDUAL_H

#include "GapModel.h"

namespace rematplan {

/// Prices per byte by row, and prices of second runs by chain.
struct GapPrices {
  std::vector<double> rows;
  std::vector<double> chains;
};

/// What prices at the rows and chains of a model prove.
struct PricedBound {
  /// A lower bound of the total cost of options that cover all rows, rounded up to a whole cost
  /// unit.
  int64_t bound = 0;
  GapPrices prices;
  /// The prices that the bound was computed from, in 2^-shift / GapModel::costScale cost units.
  std::vector<int64_t> integerPrices;
  std::vector<int64_t> integerChainPrices;
  int shift = 0;
  /// By option: how often it was worth its cost in the last passes, 0 ... 1.
  std::vector<double> openShares;
};

/// Looks for good prices in `passes` passes of O(size log rows), from `startPrices` on where they
/// are given. The bound itself is computed from the best ones in integers, so that no rounding can
/// make it too large.
PricedBound boundByPrices(const GapModel &model, unsigned passes,
                          const GapPrices &startPrices = {});

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPDUAL_H
