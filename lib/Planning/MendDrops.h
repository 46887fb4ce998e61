//===- MendDrops.h - Making a plan obey drop_at -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_MENDDROPS_H
#define REMAT_LIB_PLANNING_MENDDROPS_H

#include "Waves.h"

namespace rematplan {

/// Adds to `plan` (sorted) what its values with `drop_at` need: steps run again in the wave of the
/// first reader that would use a copy too late. Leaves copies that cannot be made again as they
/// are. Linear in the plan and its operands.
std::vector<Copy> mendDrops(const BaseProgram &base, llvm::ArrayRef<Copy> plan);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_MENDDROPS_H
