//===- MergeWaves.h - Fewer and larger waves -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_MERGEWAVES_H
#define REMAT_LIB_PLANNING_MERGEWAVES_H

#include "Waves.h"

namespace rematplan {

/// Moves waves into the wave before them where that costs nothing and keeps the peak within the
/// budget of Waves::setBudget (which the plan must meet to begin with): each wave becomes a barrier
/// in the program. Stops when Waves::work reaches `workLimit`.
void mergeWaves(Waves &waves, uint64_t workLimit);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_MERGEWAVES_H
