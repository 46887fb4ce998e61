//===- WorkingSets.h - Bytes that an op needs in every schedule -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_WORKINGSETS_H
#define REMAT_LIB_PLANNING_WORKINGSETS_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// The bytes that are allocated while an op runs, in every schedule. Asking about all ops is linear
/// in their operands.
class WorkingSets {
public:
  explicit WorkingSets(const Problem &problem);

  /// What stays allocated from the first step to the last: inputs that are not donated, or that are
  /// outputs.
  int64_t keptBytes() const { return kept; }

  /// The bytes of `keptBytes` and of all output storages together: what the end of the program
  /// holds.
  int64_t endBytes() const { return end; }

  /// `keptBytes` + the op's other storages, each once + scratch − what `reuses` lets it share at
  /// best.
  int64_t bytes(OpId op);

private:
  const Problem &problem;
  std::vector<ValueId> roots;
  /// By root: allocated in all steps.
  std::vector<bool> isKept;
  /// By root: not kept, and its only copy must stay to the end: nothing may be written over it.
  std::vector<bool> isFinal;
  int64_t kept = 0;
  int64_t end = 0;
  /// By root: 2 × `query` where this query counted the storage, 1 more where `reuses` let it share.
  std::vector<uint64_t> mark;
  uint64_t query = 0;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_WORKINGSETS_H
