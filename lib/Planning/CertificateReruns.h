//===- CertificateReruns.h - Room for later runs, for the certificate checker -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_CERTIFICATERERUNS_H
#define REMAT_LIB_PLANNING_CERTIFICATERERUNS_H

#include "ProgramGaps.h"
#include "StrictJson.h"
#include "llvm/ADT/ArrayRef.h"
#include <map>

namespace rematplan {

/// A price per byte of room for the last run that fills one of some open gaps.
struct CertificateRerun {
  __int128 price;
  /// The bytes that other gaps must free.
  int64_t excess;
  /// By position of a gap: what each of its ways frees beyond its bytes.
  std::map<uint32_t, int64_t> covers;

  /// What the gap at this position brings in if it is open in this way.
  __int128 gain(uint32_t gap, const GapWay &way) const;
};

/// What must fit the budget while an op runs again: its operands and results, and all that program
/// order holds before and after that window, but for what other open gaps lack. Part of the
/// certificate checker: shares no code with the planner.
class CertificateReruns {
public:
  CertificateReruns(const ProgramGaps &program, StrictJson &json, int64_t budgetBytes);

  /// The windows (by the op that runs first after them) of which prices below the node speak.
  std::vector<bool> pricedWindows(const llvm::json::Object &tree);

  /// Reads the prices of a node: [[gap, ...], first window, last window, price] each. All these
  /// gaps are open, and their storages are made again for good in those windows; where there are
  /// several, in one and the same, the last of those runs finds the storages of the others.
  std::vector<CertificateRerun> read(const llvm::json::Object &node,
                                     const std::vector<ProgramGap> &gaps);

private:
  void mark(const llvm::json::Object &node, std::vector<bool> &windows);
  int64_t excessOf(uint32_t storage, uint32_t first, uint32_t last) const;
  bool touches(uint32_t storage, uint32_t other) const;
  bool isHeld(uint32_t storage, uint32_t window) const;
  int64_t roomFor(uint32_t storage, const ProgramGap &other) const;

  const ProgramGaps &program;
  StrictJson &json;
  /// By window: what program order holds around it, less the budget.
  std::vector<int64_t> held;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_CERTIFICATERERUNS_H
