//===- TensorLiveness.h - What is alive when, by storage -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_TENSORLIVENESS_H
#define REMAT_ANALYSIS_TENSORLIVENESS_H

#include "remat/Analysis/PlanningGraph.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// When the bytes of one storage are allocated.
struct StorageLifetime {
  enum class Origin {
    /// Allocated by the caller and kept to the end.
    KeptArgument,
    /// Allocated by the caller, free after its last read.
    DonatedArgument,
    /// Made by an op of the program.
    Op,
  };
  /// The value of the problem that owns the storage.
  rematplan::ValueId root = 0;
  Origin origin = Origin::Op;
  int64_t bytes = 0;
  /// Half-open interval of steps; `end` is the number of steps plus one where the storage stays to
  /// the end of the program. Empty for a donated argument that nobody reads.
  size_t begin = 0;
  size_t end = 0;
  /// Values of the block (positions in PlanningGraph::program) that are held in the storage: the
  /// one that owns it, then its views.
  SmallVector<uint32_t, 1> held;

  bool isAliveAt(size_t step) const { return begin <= step && step < end; }
};

/// Liveness of a program in its own order. Steps are the ops of the planning problem: folded ops
/// take no step, since they run inside their readers. Keeps a reference to the graph.
class TensorLiveness {
public:
  /// Linear in the ops and their operands.
  explicit TensorLiveness(const PlanningGraph &graph);

  /// Every storage of the program: arguments first, then in the order in which they are made.
  ArrayRef<StorageLifetime> storages() const { return lifetimes; }

  /// Allocated bytes while each step runs, scratch included, in-place updates counted once.
  ArrayRef<int64_t> liveBytes() const { return bytesPerStep; }

  /// The largest of `liveBytes` and the first step that reaches it; 0 for a program without steps.
  int64_t peakBytes() const { return bytesPerStep.empty() ? 0 : bytesPerStep[peak]; }
  size_t peakStep() const { return peak; }

  /// Positions in `storages` of those alive at a step that take bytes, largest first, equal ones in
  /// program order; not more than `most`.
  SmallVector<size_t> aliveAt(size_t step, size_t most = ~size_t(0)) const;

  /// Prints the storages, then the steps with what begins and ends at each. `top`: only this many
  /// storages, the largest alive at the peak; 0: all.
  void print(llvm::raw_ostream &os, size_t top = 0) const;

private:
  /// The storage that holds `value` of the block if that is a view; views are folded in the fused
  /// model and values without bytes in the stored one.
  std::optional<rematplan::ValueId> storageOfView(uint32_t value) const;
  void printStorage(llvm::raw_ostream &os, size_t storage) const;
  void printStep(llvm::raw_ostream &os, size_t step, ArrayRef<size_t> begins,
                 ArrayRef<size_t> ends) const;

  const PlanningGraph &graph;
  std::vector<StorageLifetime> lifetimes;
  std::vector<int64_t> bytesPerStep;
  size_t peak = 0;
};

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_TENSORLIVENESS_H
