//===- StorageUses.h - When program order needs which storage -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_STORAGEUSES_H
#define REMAT_LIB_PLANNING_STORAGEUSES_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// Lifetimes of storages in program order, and what may be made again.
struct StorageUses {
  static constexpr uint32_t none = ~uint32_t(0);

  explicit StorageUses(const Problem &problem);

  /// Whether `reuses` allows the pair at all: the output owns storage, no larger than the input's,
  /// which does not stay.
  bool mayReuse(const Op &op, uint32_t output, uint32_t input) const;

  /// By output position of the op: program order itself lets the op write it over an input that
  /// dies there. Empty for ops without `reuses`.
  std::vector<bool> sharingOutputs(OpId op) const;

  /// The live bytes at each op of the program order, scratch included, without what `reuses`
  /// shares.
  std::vector<int64_t> bytesPerOp() const;

  const Problem &problem;
  const std::vector<ValueId> roots;
  const std::vector<std::optional<OpId>> producers;
  /// By root: the last op that reads the storage or a view, or makes it; the number of ops for
  /// outputs; `none` for inputs that nobody reads.
  std::vector<uint32_t> lastUse;
  /// By root: an input that stays.
  std::vector<bool> isKept;
  /// By value: its producer may run again.
  std::vector<bool> canReturn;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_STORAGEUSES_H
