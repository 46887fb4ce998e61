//===- BoundProof.h - Why a lower bound holds -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_BOUNDPROOF_H
#define REMAT_LIB_PLANNING_BOUNDPROOF_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// What is needed to make a storage again, and which part of it the gap is charged, out of
/// GapModel::costScale.
struct ProvenNeed {
  /// The value read; for the first need, the storage of the gap itself.
  ValueId value;
  /// The need whose runs read it, counted from the first need of the gap.
  uint32_t parent;
  /// Of the room for it.
  int64_t roomShare;
  /// Ops, and the share of a run of each.
  std::vector<std::pair<OpId, int64_t>> runShares;
};

struct ProvenGap {
  /// The op that reads the storage next; the number of ops for the end of the program.
  uint32_t end;
  std::vector<ProvenNeed> needs;
};

/// Gaps around the pivot, by their numbers: the storage of each is read where that of the one
/// before it is made.
struct ProvenChain {
  std::vector<uint32_t> gaps;
};

/// The price of a byte less while the storage of an open gap is made again for good, which happens
/// in one of these windows (RerunSpace); of several, the one that is made last.
struct ProvenRerun {
  std::vector<uint32_t> gaps;
  uint32_t first;
  uint32_t last;
  int64_t price;
};

/// Prices per byte in 2^-shift / GapModel::costScale of a cost unit, and what is split: a gap is
/// closed, or it is open; or it is open in one way, or not in that one.
struct ProofNode {
  static constexpr uint32_t leaf = ~uint32_t(0);
  std::vector<std::pair<OpId, int64_t>> prices;
  /// Of chains, by their numbers: the price of a second run, in the unit of costs.
  std::vector<std::pair<uint32_t, int64_t>> chainPrices;
  /// Of the last runs that make the storages of open gaps.
  std::vector<ProvenRerun> reruns;
  int shift = 0;
  /// Its number among the gaps; `leaf`: nothing is split.
  uint32_t gap = leaf;
  /// The position of the way among those that are left; `leaf`: whether it is open at all.
  uint32_t way = leaf;
  /// `closed`: the open gap's storage is there for good when this op runs first; `open`: it comes
  /// back later. `leaf`: that is not asked.
  uint32_t back = leaf;
  size_t closed = 0, open = 0;
};

/// The steps of a proof: prices for the whole, or for all cases of it.
struct BoundProof {
  std::vector<ProvenGap> gaps;
  /// The op that all chains lie around.
  OpId pivot = 0;
  std::vector<ProvenChain> chains;
  /// The root first.
  std::vector<ProofNode> nodes;
};

/// `overheadLowerBoundFixedOrder`, with the reasons.
int64_t proveLowerBound(const Problem &problem, int64_t budgetBytes, unsigned effort,
                        BoundProof &proof);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_BOUNDPROOF_H
