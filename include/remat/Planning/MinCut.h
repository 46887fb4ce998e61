//===- MinCut.h - Which values to keep between forward and backward, by one minimum cut -*- C++
//-*-===//
#ifndef REMAT_PLANNING_MINCUT_H
#define REMAT_PLANNING_MINCUT_H

#include "remat/Planning/Problem.h"

namespace rematplan {

struct CutOptions {
  /// Ops before this one are forward.
  OpId backwardBegin = 0;
  /// Cost units per byte kept: the higher, the more is recomputed.
  double pricePerByte = 1.0;
  /// Storages that are kept for nothing, by ValueId of the root (may be empty).
  std::vector<bool> freeToKeep;
};

/// The storages (ValueIds of roots, ascending) made by forward and kept for backward that minimise
/// recompute cost + price × bytes. Of several minimum cuts the one nearest to backward's side is
/// chosen, so that less is recomputed.
std::vector<ValueId> minCut(const Problem &problem, const CutOptions &options);

} // namespace rematplan

#endif // REMAT_PLANNING_MINCUT_H
