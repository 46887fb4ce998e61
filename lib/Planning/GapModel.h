//===- GapModel.h - The gap-cover relaxation of a problem -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPMODEL_H
#define REMAT_LIB_PLANNING_GAPMODEL_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// What every schedule that keeps the order of first executions must do to stay within a budget.
///
/// Look at the moment when op t runs first. The ops that ran first before and after it are those of
/// the program order, so a storage that is read on both sides is alive now, or it is made again
/// before its next read. A *row* is an op at whose first run the program order is over the budget:
/// storages of at least `excessBytes` must be absent there. A *gap* lies between two neighbouring
/// uses a < b of one storage, in program order. A storage that is absent at a row within the gap is
/// made again between the first runs of that row and of b: at least `cost` is paid. Gaps of one
/// storage do not overlap, so the same run is not charged twice.
struct GapModel {
  struct Gap {
    /// The rows strictly between the two uses: [beginRow, endRow).
    uint32_t beginRow;
    uint32_t endRow;
    /// Bytes that are free at those rows if the storage is absent.
    int64_t bytes;
    /// Where the first use is a row itself and its op may write over the storage if it is not
    /// needed any more: that row, and the bytes this saves there (0: it may not).
    uint32_t reuseRow;
    int64_t reuseBytes;
    /// Share of the cost of the runs that make the storage again, in 1 / costScale of a cost unit.
    __int128 scaledCost;
    /// `drop_at` demands that the storage is made again in this gap.
    bool forced;
  };
  static constexpr int64_t costScale = 1 << 10;

  /// By row.
  std::vector<int64_t> excessBytes;
  std::vector<Gap> gaps;
  /// The ops of the rows.
  std::vector<OpId> rowOps;
};

/// Builds the rows and gaps of a problem for a budget. Linear but for sorting.
GapModel buildGapModel(const Problem &problem, int64_t budgetBytes);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPMODEL_H
