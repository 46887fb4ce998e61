//===- ApplySchedule.h - From a schedule back to the program -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_APPLYSCHEDULE_H
#define REMAT_TRANSFORMS_APPLYSCHEDULE_H

#include "mlir/IR/Builders.h"
#include "remat/Analysis/PlanningGraph.h"
#include <functional>

namespace mlir::remat {

/// Makes a barrier over `values`: an op with one result per operand, of the same type, each the
/// operand itself.
using BarrierBuilder = std::function<Operation *(OpBuilder &, Location, ValueRange values)>;

/// The barrier of the dialect of `op`'s program: `stablehlo.optimization_barrier` in StableHLO
/// programs, else `remat.barrier`; a dialect may name its own through RematDialectInterface.
BarrierBuilder barrierFor(Block &block);

/// What applySchedule made.
struct AppliedSchedule {
  /// Copies of ops of the problem, with the block's op they were made from.
  std::vector<std::pair<Operation *, uint32_t>> recomputed;
  /// Copies of folded ops, made again beside late readers.
  std::vector<Operation *> foldedCopies;
  std::vector<Operation *> barriers;
  /// The value of the original program that each value of the new one is (by number in
  /// graph.program; copies and barrier results included).
  llvm::DenseMap<Value, uint32_t> origin;
};

/// Rewrites the block behind `graph` so that it runs `steps`, which must be a valid schedule of
/// `graph.problem`.
///
/// First runs are the original ops, moved; repetitions are clones. A wave (the repetitions before
/// one first run) reads what it takes from outside through one barrier, tied to the newest value
/// that is still read (its trigger). Folded values are made again from the newest copies beside
/// their readers, wherever a barrier stands between them. Constants of 1 MiB or more that a kernel
/// reads are made right before it, from one element that leaves a barrier. Locations of clones
/// carry the name of the original and `.remat`. Linear in the new program. A clone of a folded
/// value is shared by all readers of the same copies, so that CSE finds no two to merge.
AppliedSchedule applySchedule(const PlanningGraph &graph, const rematplan::Schedule &steps,
                              const BarrierBuilder &createBarrier, bool annotate);

/// Adds to the scratch of kernels what applySchedule makes for them: the one element, in memory, of
/// each large constant that is made only when the kernel's other operands are there. `graph` must
/// be of a program that applySchedule is to rewrite; it is not changed otherwise. Linear in the
/// program.
void countDelayedConstants(PlanningGraph &graph, int64_t alignmentBytes);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_APPLYSCHEDULE_H
