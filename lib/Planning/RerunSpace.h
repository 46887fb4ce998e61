//===- RerunSpace.h - Bytes that a later run of an op needs -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_RERUNSPACE_H
#define REMAT_LIB_PLANNING_RERUNSPACE_H

#include "StorageUses.h"

namespace rematplan {

/// What must fit the budget while an op runs again.
///
/// *Window* t lies between the first runs of the ops t - 1 and t of the program order; the last one
/// lies after all ops. What program order holds before and after a window is there in it, too, or
/// is made again before its next use. A run in the window needs its operands and results beside
/// that.
class RerunSpace {
public:
  RerunSpace(const StorageUses &uses, int64_t budgetBytes);

  /// The bytes that are too many while the producer of the storage runs in the window, where all
  /// that program order holds there is there. The storage was made before the window.
  int64_t excessBytes(ValueId root, uint32_t window) const;

  /// Whether the run that makes the storage reads or makes the other one.
  bool touches(ValueId root, ValueId other) const;

  /// The first window from this one on in which some run may be over the budget;
  /// `StorageUses::none`: there is none.
  uint32_t nextTight(uint32_t window) const { return tight[window]; }

private:
  struct Lifetime {
    /// The windows in which program order holds the storage: [begin, end).
    uint32_t begin;
    uint32_t end;
  };
  Lifetime lifetime(ValueId root) const;
  int64_t workingBytes(ValueId root, uint32_t window) const;
  void findTightWindows();

  const StorageUses &uses;
  const Problem &problem;
  /// By window: the bytes that program order holds around it, less the budget.
  std::vector<int64_t> heldBytes;
  std::vector<uint32_t> tight;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_RERUNSPACE_H
