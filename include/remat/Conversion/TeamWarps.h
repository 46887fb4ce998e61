//===- TeamWarps.h - Which threads of a team share a warp -*- C++ -*-===//
#ifndef REMAT_CONVERSION_TEAMWARPS_H
#define REMAT_CONVERSION_TEAMWARPS_H

#include <algorithm>
#include <cstdint>

namespace mlir::remat {

inline constexpr int64_t kWarpThreads = 32;
/// The most threads that a block of any chip has.
inline constexpr int64_t kMostBlockThreads = 1024;

/// Members of a team that are in one warp, where `neighbors` teams alternate. The order in which
/// values are combined follows from it, in kernels and wherever one thread does the same, so that
/// both give the same bits.
inline int64_t warpMembersOf(int64_t members, int64_t neighbors) {
  return std::min(members, std::max<int64_t>(1, kWarpThreads / neighbors));
}

} // namespace mlir::remat

#endif // REMAT_CONVERSION_TEAMWARPS_H
