//===- GapCases.h - Models in which gaps are said to be open or closed -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_GAPCASES_H
#define REMAT_LIB_PLANNING_GAPCASES_H

#include "GapDual.h"
#include "GapReruns.h"

namespace rematplan {

/// What is said about one gap.
struct GapDecision {
  enum Kind {
    /// It is not open; if it is known to be, not in a better way than the one that is paid.
    Closed,
    /// It is open: its cheapest option is paid, and what is left of the gap is what better ones
    /// add.
    Open,
    /// It is open in this way and in no other.
    OpenAs,
    /// It is not open in this way.
    NotOpenAs,
  };
  Kind kind;
  uint32_t gap;
  /// Of `OpenAs` and `NotOpenAs`: which of the options that are left.
  uint32_t way;
  /// Of the first `Open` of a gap: when its storage is made again for good.
  GapReruns::Windows windows;
};

/// The model with the decisions, in their order. Rows that ask for nothing any more are left out.
/// `reruns` may be null if no decision has tight windows.
GapModel modelOfCase(const GapModel &whole, const std::vector<GapDecision> &decisions,
                     const GapReruns *reruns);

/// The prices of one case for the rows and chains of another one; new rows have none.
GapPrices pricesForCase(const GapModel &model, const GapModel &from, const GapPrices &prices);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_GAPCASES_H
