//===- GapModel.h - The gap-cover relaxation of a problem -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPMODEL_H
#define REMAT_LIB_PLANNING_GAPMODEL_H

#include "BoundProof.h"
#include <memory>

namespace rematplan {

/// What every schedule that keeps the order of first executions must do to stay within a budget.
///
/// Look at the moment when op t runs first. The ops that ran first before and after it are those of
/// the program order, so a storage that is read on both sides is alive now, or it is made again
/// before its next read. A *row* is an op at whose first run the program order is over the budget:
/// storages of at least `excessBytes` must be absent there. A *gap* lies between two neighbouring
/// uses a < b of one storage, in program order. A storage that is absent at a row within the gap is
/// made again between the first runs of that row and of b. Gaps of one storage do not overlap, so
/// the same run is not charged twice. A gap can be *open* (the storage is absent at some of its
/// rows) in several ways: see GapCosts.h. What it takes to make a storage again early, for a gap
/// that ends before its own, is counted by *chains* of gaps: see GapChains.h.
struct GapModel {
  struct Gap {
    /// The rows strictly between the two uses: [beginRow, endRow).
    uint32_t beginRow;
    uint32_t endRow;
    /// Where the first use is a row itself and its op may write over the storage if it is not
    /// needed any more: that row, and the bytes this saves there (0: it may not).
    uint32_t reuseRow;
    int64_t reuseBytes;
    /// Its options: [beginOption, endOption).
    uint32_t beginOption;
    uint32_t endOption;
    /// The gap must be open: `drop_at` demands that the storage is made again in it.
    bool forced;
    /// It can be open in a way that frees nothing at any row of an op, which is counted as closed.
    bool hasIdleOptions;
    /// It is part of a chain: its options tell apart where the storage is absent.
    bool inChain;
    /// Its number in the builder.
    uint32_t place;
    /// The storage may be absent in the windows (RerunSpace) after the op `begin`, up to the one
    /// before the op `last`. If it is, it is made again for good in the window `first` or later.
    uint32_t begin;
    uint32_t first;
    uint32_t last;
    /// It is known to be open, and frees these bytes at least.
    bool isOpen = false;
    int64_t openBytes = 0;
  };
  /// One way to open a gap.
  struct Option {
    /// Bytes that are free at each row of the gap, at most.
    int64_t bytes;
    /// In 1 / costScale of a cost unit, at least.
    __int128 scaledCost;
    /// What is paid, for the builder.
    uint32_t paid;
    /// The storage is there again at the rows from here on, or from the gap's end on if that is
    /// earlier.
    uint32_t endRow = ~uint32_t(0);
    /// The first op of which that is said; `~0`: the end of the gap.
    OpId endOp = ~OpId(0);
    /// It is there at the pivot.
    bool skipsPivot = false;
  };
  /// If the storages of all gaps of a chain are absent at the pivot, and that of the last one is
  /// absent at an op from `endOp` on as well, the last gap's producer runs a second time in it.
  struct Chain {
    /// All but the last one; positions in `gaps`.
    std::vector<uint32_t> members;
    uint32_t last;
    /// The end of the first gap.
    OpId endOp;
    /// How many of the conditions are not known to be met: one per gap, and one for `endOp`.
    uint32_t conditions;
  };
  /// While an open gap's producer runs for the last time before its end, in one of the windows
  /// `first` to `last`, other gaps must be open: a row that is no op's. Of several such runs in one
  /// window, the last one finds the storages of all the others.
  struct Rerun {
    std::vector<uint32_t> places;
    uint32_t first;
    uint32_t last;
    /// Gaps that may be open then.
    struct Cover {
      /// Its position.
      uint32_t gap;
      /// What each option frees beyond its bytes: room for what the run needs anyway.
      int64_t roomBytes;
    };
    std::vector<Cover> covers;
  };
  static constexpr int64_t costScale = 1 << 10;

  /// By row: those of ops, and those of `reruns` after them.
  std::vector<int64_t> excessBytes;
  std::vector<OpId> rowOps;
  std::vector<Rerun> reruns;
  std::vector<Gap> gaps;
  std::vector<Option> options;
  std::vector<Chain> chains;
  /// By gap, what a second run of its producer costs at least; empty without chains.
  std::vector<__int128> secondRunCost;
  /// The row that the chains lie around.
  static constexpr uint32_t noRow = ~uint32_t(0);
  uint32_t pivotRow = noRow;
  /// What is paid in any case.
  __int128 scaledBaseCost = 0;
  /// The sum of costs of options that were left out of a case.
  __int128 scaledIdleCost = 0;

  /// The size of the model: a pass over it is linear in this, times a logarithm.
  size_t size() const {
    size_t size = excessBytes.size() + options.size() + 4 * chains.size();
    for (const Rerun &rerun : reruns)
      size += rerun.covers.size();
    return size;
  }
};

class GapReruns;

/// Builds models of a problem for a budget. What several gaps need at a time, they share; every way
/// to share makes a valid model, and the builder learns from the prices of one model who should be
/// charged in the next one.
class GapModelBuilder {
public:
  /// `forReruns`: rows of later runs may be added (GapReruns). That makes it harder to share.
  GapModelBuilder(const Problem &problem, int64_t budgetBytes, bool forReruns = false);
  ~GapModelBuilder();

  /// Looks for chains of gaps that lie around a row of the model, the pivot. Those found before are
  /// forgotten. `many` is for those who have time to find prices for all of them.
  void findChainsAround(uint32_t row, bool many);

  /// Linear but for sorting.
  /// Without chains, the model is smaller.
  GapModel build(bool withChains) const;

  /// Adds the gaps that no row lies in, but a window that matters to later runs, to the model that
  /// was built last.
  void addGapsWithoutRows(GapModel &model) const;

  /// `openShares`, by option of the model that was built last: how often it was worth its cost, 0
  /// ... 1.
  void learn(const GapModel &model, const std::vector<double> &openShares);

  /// All gaps with what they are charged in the model that was built last, by their number.
  std::vector<ProvenGap> provenGaps() const;

  /// What later runs need, where gaps are charged `charged` (`provenGaps` of some model); of a
  /// builder `forReruns`, and lives as long as that.
  GapReruns reruns(std::vector<ProvenGap> charged) const;

  /// Forgets the chains without a price, by their number.
  void keepPricedChains(const std::vector<double> &chainPrices);

  /// The op that chains lie around, and the chains of gaps by their number; in the order of
  /// `GapModel::chains`.
  OpId pivot() const;
  const std::vector<ProvenChain> &provenChains() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPMODEL_H
