//===- ExpandWaves.h - From waves to a schedule -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_EXPANDWAVES_H
#define REMAT_LIB_PLANNING_EXPANDWAVES_H

#include "Waves.h"

namespace rematplan {

/// The schedule of a plan (copies sorted): waves and base steps in order, first runs of free views
/// at their place, and reruns of free views just before their readers wherever what they view was
/// made anew. Linear.
Schedule expandWaves(const BaseProgram &base, llvm::ArrayRef<Copy> copies);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_EXPANDWAVES_H
