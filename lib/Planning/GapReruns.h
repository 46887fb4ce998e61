//===- GapReruns.h - Runs that fill gaps must fit the budget, too -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPRERUNS_H
#define REMAT_LIB_PLANNING_GAPRERUNS_H

#include "GapCosts.h"
#include "RerunSpace.h"
#include "llvm/ADT/SmallVector.h"

namespace rematplan {

/// Rows for the later runs of producers.
///
/// Where a gap is open, its storage's producer runs in one of the windows between its uses; after
/// the last such run the storage stays until the end of the gap. While that run takes place, its
/// operands and results are there, and so is all that program order holds before and after the
/// window, but for the storages of other gaps that are open and whose own last run is not earlier.
/// If that is more than the budget, others must be open.
///
/// Which window it is decides which rows the gap covers, so that windows are told apart by cases:
/// GapBranching.
class GapReruns {
public:
  GapReruns(const RerunSpace &space, const StorageUses &uses, llvm::ArrayRef<GapPlace> places,
            std::vector<ProvenGap> charged);

  /// Windows in which the gap's last run may take place.
  struct Windows {
    uint32_t first;
    uint32_t last;
    /// The run would be over the budget.
    bool isTight;
  };
  /// All windows of the gap in parts, late ones first. Those in which the run is over the budget if
  /// other gaps are as open as `openShares` says are told apart from what is earlier.
  llvm::SmallVector<Windows, 4> split(const GapModel &model, uint32_t gap,
                                      llvm::ArrayRef<double> openShares) const;

  /// Adds the rows of the open gap's run in one of the windows, if that must be over the budget:
  /// alone, and together with those that take place in the same window.
  void addRows(GapModel &model, uint32_t gap, Windows windows) const;

  /// Whether the gap's last run is over the budget in the window, as far as other gaps are open:
  /// it, or the last one of those that may wait for that window.
  bool isOver(const GapModel &model, uint32_t gap, uint32_t window,
              llvm::ArrayRef<double> openShares) const;

private:
  bool isOver(const GapModel &model, llvm::ArrayRef<uint32_t> runs, uint32_t window,
              llvm::ArrayRef<double> openShares) const;
  void addRow(GapModel &model, llvm::ArrayRef<uint32_t> runs, Windows windows) const;
  int64_t leastExcessBytes(llvm::ArrayRef<uint32_t> runs, Windows windows) const;
  bool isThere(llvm::ArrayRef<uint32_t> runs, uint32_t other) const;
  int64_t roomBytes(uint32_t place, uint32_t other) const;
  int64_t mostRoomBytes(llvm::ArrayRef<uint32_t> runs, uint32_t other) const;

  const RerunSpace &space;
  const StorageUses &uses;
  const llvm::ArrayRef<GapPlace> places;
  const std::vector<ProvenGap> charged;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPRERUNS_H
