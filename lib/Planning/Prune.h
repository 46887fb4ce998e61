//===- Prune.h - Taking useless copies out of a plan -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_PRUNE_H
#define REMAT_LIB_PLANNING_PRUNE_H

#include "RandomDraws.h"
#include "Waves.h"

namespace rematplan {

struct PruneStyle {
  /// Dearest copies first, or (true) those that cost most per byte of what they make.
  bool byDensity = false;
  /// Spread of random factors on that order; 0: none.
  double noise = 0;
  /// Try all copies. Otherwise those are skipped which obviously cannot go: the bytes between the
  /// last use before the copy and the copy would be above the budget.
  bool thorough = true;
  /// Copies that stay in any case, sorted.
  llvm::ArrayRef<Copy> settled = {};
};

/// Takes out copies as long as the plan stays within the budget of Waves::setBudget (it must be
/// within it to begin with) and stops when Waves::work reaches `workLimit`.
void pruneCopies(Waves &waves, const PruneStyle &style, RandomDraws &draws, uint64_t workLimit);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_PRUNE_H
