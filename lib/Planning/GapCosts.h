//===- GapCosts.h - What it takes to make a storage again -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPCOSTS_H
#define REMAT_LIB_PLANNING_GAPCOSTS_H

#include "GapModel.h"
#include "StorageUses.h"
#include "llvm/ADT/ArrayRef.h"

namespace rematplan {

/// A gap before its costs are known.
struct GapPlace {
  ValueId root;
  /// The uses that it lies between: an op that makes or reads the storage, and the next op that
  /// reads it.
  uint32_t begin;
  uint32_t end;
  /// A run that fills the gap comes after the first run of this op.
  uint32_t earliest;
  /// What `end` reads of the storage: itself or views of it.
  std::vector<ValueId> read;
  /// Else it matters to later runs only (GapReruns), and is charged what is left by others.
  bool hasRows = true;
};

/// The options of gaps.
///
/// A storage that was absent is made again by its producer and by the views through which it is
/// read. An operand that program order holds no longer when the gap begins must then be *kept* at
/// each row where the storage is absent, which takes its bytes away again, or be *paid* for: made
/// again as well, and so on for its own operands. Each choice is an option. What several gaps need
/// of one operand at the same time, they share: fractions of it that add up to at most one are
/// charged to each, so that the sum over the gaps never exceeds what is paid or kept in truth.
class GapCosts {
public:
  GapCosts(const StorageUses &uses, std::vector<GapPlace> places);

  /// The options of each place with or without rows, cheapest first; none for a gap that cannot be
  /// open, and for the other places.
  std::vector<std::vector<GapModel::Option>> options(bool withRows) const;

  /// Notes that the option of the place is taken with this share, 0 ... 1.
  void noteUse(uint32_t place, const GapModel::Option &option, double share);

  /// Shifts the fractions towards those that use what is shared, by what was noted since the last
  /// time.
  void learn();

  /// What a second run of the storage's producer costs the place at least, in 1 /
  /// GapModel::costScale.
  __int128 secondRunCost(uint32_t place) const;
  const std::vector<GapPlace> &allPlaces() const { return places; }

  /// What the place is charged.
  ProvenGap provenGap(uint32_t place) const;

private:
  /// Something that several gaps may need at a time: a run of an op, or room for a storage.
  struct Claim {
    uint32_t resource;
    uint32_t place;
    /// Fractions are by bytes of the gap x interest.
    double interest;
    /// The shares of the options that use it, since the last time that fractions changed.
    double used;
    /// Out of GapModel::costScale.
    int64_t fraction;
  };
  /// What must run again. The gap is the first node of its place; operands follow after what needs
  /// them.
  struct Node {
    /// Counted from the first node of the place.
    uint32_t parent;
    /// What is read: of the gap itself, the storage.
    ValueId value;
    ValueId root;
    /// For an operand: the claim of room for it.
    uint32_t room;
    /// Its runs: [beginClaim, endClaim).
    uint32_t beginClaim;
    uint32_t endClaim;
    /// False for what cannot be made again.
    bool canBePaid;
  };

  void addNodes(uint32_t place);
  void addNeed(uint32_t place, uint32_t parent, ValueId value);
  void addNode(uint32_t place, uint32_t parent, ValueId root, llvm::ArrayRef<ValueId> read);
  bool claimChain(uint32_t place, ValueId value);
  void addClaim(uint32_t place, uint32_t resource);
  void share();
  void shareResource(llvm::ArrayRef<uint32_t> rivals);
  __int128 weight(const Claim &claim) const;
  __int128 payment(const Node &node) const;
  std::vector<GapModel::Option> optionsOf(uint32_t place) const;

  const StorageUses &uses;
  const Problem &problem;
  const std::vector<GapPlace> places;
  std::vector<Claim> claims;
  /// Claims in the order of their resources.
  std::vector<uint32_t> byResource;
  std::vector<Node> nodes;
  /// By place; one more at the end.
  std::vector<uint32_t> firstNode;
  /// By op and by root: the last place that claimed it, while nodes are made.
  std::vector<uint32_t> opSeen;
  std::vector<uint32_t> rootSeen;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPCOSTS_H
