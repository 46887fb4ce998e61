//===- Memory.h - The judge: validity, live bytes and cost of a schedule -*- C++ -*-===//
#ifndef REMAT_PLANNING_MEMORY_H
#define REMAT_PLANNING_MEMORY_H

#include "remat/Planning/Problem.h"

namespace rematplan {

/// What a schedule takes and costs.
struct Judgement {
  int64_t peakBytes = 0;
  /// The first step that reaches the peak; 0 for an empty schedule.
  size_t peakStep = 0;
  /// First runs at `cost`, later runs at `repeatCost`.
  int64_t cost = 0;
  size_t recomputedOps = 0;
  /// The first executions of the ops are in program order.
  bool firstOrderKept = true;
};

/// A storage copy of a schedule: made at step `begin` (inputs: at 0), last needed at step `end -
/// 1`.
struct StorageCopy {
  ValueId value;
  size_t begin;
  /// Half-open; `steps.size() + 1` where the copy stays to the end of the program. `end <= begin`
  /// for a donated input that nobody reads: it takes no bytes.
  size_t end;
};

/// Fails with the first thing that is wrong: an op that never runs, an unknown op, a missing input,
/// an op repeated that must not be, a copy used beyond its `drop_at`. Linear in the steps and their
/// operands.
llvm::Error checkSchedule(const Problem &problem, const Schedule &steps);

/// The storage copies of a schedule that `checkSchedule` accepts, inputs first, then in the order
/// in which they are made.
std::vector<StorageCopy> storageCopies(const Problem &problem, const Schedule &steps);

/// The allocated bytes at each step of a schedule that `checkSchedule` accepts: live storages,
/// scratch, and less what `reuses` lets a step share. Linear in the steps and their operands.
std::vector<int64_t> liveBytesPerStep(const Problem &problem, const Schedule &steps);

/// Peak, cost and order of a schedule, or why it is not valid. The one judge of the project: every
/// candidate that wins, and every final answer, passes through it. Linear.
llvm::Expected<Judgement> judge(const Problem &problem, const Schedule &steps);

/// Bytes that are allocated while `op` runs, whatever the schedule is (kept inputs included): a
/// lower limit of any budget.
int64_t workingSetBytes(const Problem &problem, OpId op);

} // namespace rematplan

#endif // REMAT_PLANNING_MEMORY_H
