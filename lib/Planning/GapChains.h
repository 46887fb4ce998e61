//===- GapChains.h - Storages that must come back early, and then again -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPCHAINS_H
#define REMAT_LIB_PLANNING_GAPCHAINS_H

#include "BoundProof.h"
#include "GapCosts.h"

namespace rematplan {

/// Finds chains of gaps that all lie around the op `pivot`: the storage of each is read by the run
/// that makes the storage of the one before it again.
///
/// If all of them are absent at the pivot, each must run again between the pivot and the end of the
/// first gap, whose storage is needed there. If the storage of the last one is absent once more, at
/// an op from that end on, its producer runs a second time in the last gap. That is what makes it
/// expensive to recompute a long chain of layers one by one: see GapModel::Chain.
///
/// Short chains come first; there are at most `mostMembers` gaps in all of them together, and at
/// most `mostEnds` ends of first gaps are told apart in one last gap.
std::vector<ProvenChain> findChains(const StorageUses &uses, llvm::ArrayRef<GapPlace> places,
                                    OpId pivot, size_t mostMembers, size_t mostEnds);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPCHAINS_H
