//===- MemoryModel.h - Which values own bytes -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_MEMORYMODEL_H
#define REMAT_ANALYSIS_MEMORYMODEL_H

#include "remat/Analysis/BlockProgram.h"

namespace mlir::remat {

enum class MemoryModelKind {
  /// Every result owns storage; views (reshapes, barriers) do not. Exact for a compiler that runs
  /// op by op.
  Stored,
  /// Values that a fusing compiler computes inside their readers are folded and own nothing.
  Fused,
};

/// What becomes of each value of a block under a memory model. The rules of folding stand in
/// MemoryModel.cpp and nowhere else; the project's own fusion follows them too. See
/// docs/MemoryModel.md for how predictions compare with XLA.
class MemoryModel {
public:
  /// `pinned`: values that must be taken as stored although the rules would fold them (empty, or
  /// one flag per value).
  MemoryModel(const BlockProgram &program, MemoryModelKind kind,
              const std::vector<bool> &pinned = {});

  /// True for values that are computed inside their readers; they own no bytes, and reading them
  /// reads `sources`.
  bool isFolded(uint32_t value) const { return folded[value]; }

  /// The stored values that reading `value` reads: itself if it is stored. Ascending.
  ArrayRef<uint32_t> sources(uint32_t value) const { return sourcesOf[value]; }

  /// The part of `sources` whose elements are read at the place where they are needed only, so that
  /// a result may be written over them.
  ArrayRef<uint32_t> alignedSources(uint32_t value) const { return alignedOf[value]; }

  /// The stored values that `op` reads at the place only where it writes its result number
  /// `result`, on every path to them: the result may be written over them. Ascending.
  SmallVector<uint32_t, 1> alignedReads(uint32_t op, unsigned result) const;

  /// What `op` needs only while it runs: its own scratch, and in the fused model what the compiler
  /// stores for it besides.
  int64_t scratchBytes(uint32_t op) const;

  MemoryModelKind kind() const { return modelKind; }

private:
  void decide(const std::vector<bool> &pinned);
  void foldWhatExtendsNoLifetime(const std::vector<bool> &pinned);
  void storeExpensiveFanOut();
  int64_t chainFlops(uint32_t value, int64_t limit) const;
  void updateSources(uint32_t value);
  /// A reader, looking through views, that needs its operands in memory; or the value (or a view of
  /// it) is returned.
  bool mustBeInMemory(uint32_t value, llvm::function_ref<bool(KernelKind)> needsMemory) const;

  const BlockProgram &program;
  MemoryModelKind modelKind;
  std::vector<bool> folded;
  std::vector<SmallVector<uint32_t, 2>> sourcesOf;
  std::vector<SmallVector<uint32_t, 1>> alignedOf;
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_MEMORYMODEL_H
