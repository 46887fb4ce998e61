//===- Prune.h - Taking useless copies out of a plan -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_PRUNE_H
#define REMAT_LIB_PLANNING_PRUNE_H

#include "Waves.h"

namespace rematplan {

/// Takes out copies, dearest first, as long as the plan stays within `budgetBytes` (it must be
/// within it to begin with). Stops when `workLimit` of Waves::work is reached. Returns whether
/// anything changed.
bool pruneCopies(Waves &waves, int64_t budgetBytes, uint64_t workLimit);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_PRUNE_H
