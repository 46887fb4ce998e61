//===- PlanDrops.h - The least that drop_at demands -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_PLANDROPS_H
#define REMAT_LIB_PLANNING_PLANDROPS_H

#include "OrderedProgram.h"
#include "llvm/ADT/ArrayRef.h"
#include <memory>

namespace rematplan {

/// Runs again what `drop_at` of the problem's values demands, each op once and just before its
/// first reader, and nothing else. Of the base orders, which must not be empty, the one with the
/// cheapest schedule; among equal ones that of the lowest peak. Empty if none is valid. Linear but
/// for merging neighbouring waves, whose work is bounded.
Schedule planDrops(const Problem &problem,
                   llvm::ArrayRef<std::unique_ptr<OrderedProgram>> programs);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_PLANDROPS_H
