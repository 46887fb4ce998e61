//===- CertificateChains.h - Chains of gaps, for the certificate checker -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_CERTIFICATECHAINS_H
#define REMAT_LIB_PLANNING_CERTIFICATECHAINS_H

#include "ProgramGaps.h"
#include "StrictJson.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace rematplan {

/// If the storages of these gaps are all absent at the pivot, each runs again between it and the
/// end of the first gap, since it is read by the run that makes the one before it. If the last one
/// is absent at an op from that end on, too, it runs a second time.
struct CertificateChain {
  /// False for one with a gap that brings nothing in.
  bool counts = false;
  /// Positions of gaps. The last one stays when the others are known to be absent at the pivot.
  std::vector<uint32_t> members;
  uint32_t last = 0;
  uint32_t end = 0;
  /// What is not known to be met: one for each gap, and one for the end.
  int64_t conditions = 0;

  /// The conditions that a way to open the gap at this position meets.
  int64_t met(uint32_t gap, const GapWay &way) const;
};

/// Reads chains, checks that they are some, and tells apart the ways to open their gaps: by where
/// the storage comes back, and whether it is there at the pivot. A chain with a gap that brings
/// nothing in does not count. Part of the certificate checker: shares no code with the planner.
std::vector<CertificateChain> readChains(const ProgramGaps &program, StrictJson &json,
                                         const llvm::json::Object &proof, uint32_t pivot,
                                         size_t namedGaps, std::vector<ProgramGap> &gaps);

/// Reads the prices of second runs, by chain. All that are asked of one gap are the same run.
std::map<uint32_t, __int128> readChainPrices(StrictJson &json, const llvm::json::Object &node,
                                             const std::vector<CertificateChain> &chains,
                                             const std::vector<ProgramGap> &gaps, int64_t shift);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_CERTIFICATECHAINS_H
