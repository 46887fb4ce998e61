//===- ProgramGaps.h - Lifetimes of the program order, for the certificate checker -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_PROGRAMGAPS_H
#define REMAT_LIB_PLANNING_PROGRAMGAPS_H

#include "remat/Planning/Problem.h"
#include <set>

namespace rematplan {

/// One way to open a gap: the bytes that are free in it, at most, and what it costs, at least.
struct GapWay {
  int64_t bytes;
  __int128 scaledCost;
  /// The storage is back before this op, and may be there at the pivot of the chains.
  uint32_t end = ~0u;
  bool skipsPivot = false;
};

/// A storage between two neighbouring uses in program order. If it is absent at an op between them,
/// it is made again after the first run of `earliest` and before that of `end`.
struct ProgramGap {
  ValueId root;
  uint32_t begin, end, earliest;
  /// What the op at `begin` may write over the storage, if that is absent from there on.
  int64_t reuseBytes;
  /// drop_at demands that the storage is made again.
  bool forced;
  std::vector<GapWay> ways;
  /// An op that lies in the gap, or may write over the storage, is over the budget.
  bool hasRows = false;
  /// Of storages: what its ways take for keeping them.
  std::vector<std::pair<uint32_t, int64_t>> rooms = {};
  /// It may be open in a way that frees nothing at any op and is not listed.
  bool idles = true;
  /// What it is charged for a run of the storage's producer.
  __int128 scaledRunCost = 0;
  /// It is known to be open, and to free these bytes; in a way of a chain unless `narrows`. The
  /// last run that fills it takes place between the ops `from` - 1 and `to`.
  bool opened = false;
  bool narrows = false;
  int64_t openBytes = 0;
  uint32_t from = 0, to = 0;
};

/// What the program order uses when. Part of the certificate checker: shares no code with the
/// planner.
class ProgramGaps {
public:
  explicit ProgramGaps(const Problem &problem);

  static constexpr uint32_t never = ~0u;
  const Problem &problem;
  const uint32_t opCount;
  /// By value: whose storage it is held in, and the op that makes it.
  std::vector<uint32_t> root, producer;
  /// By storage: the last op that uses it; the number of ops for outputs.
  std::vector<uint32_t> lastUse;
  std::vector<bool> kept;

  bool repeats(uint32_t op) const;
  /// The ops that make a value, from its storage's producer on. Empty if one of them must not
  /// repeat.
  std::set<uint32_t> chain(ValueId value) const;
  /// By op: what the program order needs more than the budget, at least.
  std::vector<int64_t> excessBytes(int64_t budgetBytes) const;
  /// The gaps that touch a priced op or window, each free to open for all of its bytes. `excess` is
  /// that of each op.
  std::vector<ProgramGap> gapsAt(const std::vector<bool> &priced, const std::vector<bool> &windows,
                                 const std::vector<int64_t> &excess) const;
  /// Whether the op may write the output over the operand, if nobody needs that any more.
  bool mayReuse(uint32_t op, std::pair<uint32_t, uint32_t> pair) const;

private:
  bool sharesAnyway(uint32_t op, uint32_t output) const;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_PROGRAMGAPS_H
