//===- GapDual.h - Prices that prove a lower bound -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPDUAL_H
#define REMAT_LIB_PLANNING_GAPDUAL_H

#include "GapModel.h"

namespace rematplan {

/// A lower bound of the total cost of gaps that cover all rows of the model, rounded up to a whole
/// cost unit where that is proven. Looks for good prices in `passes` passes of O((rows + gaps) log
/// rows); the bound itself is computed from the best ones in integers, so that no rounding can make
/// it too large.
int64_t boundByPrices(const GapModel &model, unsigned passes);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPDUAL_H
