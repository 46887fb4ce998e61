//===- MergeWaves.h - Fewer and larger waves -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_MERGEWAVES_H
#define REMAT_LIB_PLANNING_MERGEWAVES_H

#include "Waves.h"

namespace rematplan {

/// Moves waves into the wave before them where that costs nothing and needs no more memory than the
/// steps between the two need anyway: each wave becomes a barrier in the program. (Up to the budget
/// they could all be merged, but a compiler that schedules a little differently would then be over
/// it.) Stops when Waves::work reaches `workLimit`.
void mergeWaves(Waves &waves, uint64_t workLimit);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_MERGEWAVES_H
