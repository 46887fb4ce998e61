//===- ReportTimeline.h - What is alive at each step, and for what -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_REPORTTIMELINE_H
#define REMAT_TRANSFORMS_REPORTTIMELINE_H

#include "remat/Analysis/PlanningGraph.h"
#include <array>
#include <string>

namespace mlir::remat {

/// What bytes are for.
enum class ByteKind {
  /// Arguments of numbers that forward reads and the program updates.
  Parameter,
  /// Optimizer state, inputs and labels.
  OtherArgument,
  /// Made by forward.
  Activation,
  /// Made by a repetition of an op.
  Recomputed,
  /// Made by backward or later.
  Gradient,
  /// Returned.
  Output,
  /// Needed only while an op runs.
  Scratch,
};
inline constexpr size_t kNumByteKinds = 7;

/// `parameters`, `other arguments`, `activations`, `recomputed`, `gradients`, `outputs`, `scratch`.
StringRef byteKindName(ByteKind kind);

/// One op that takes a step.
struct TimelineStep {
  std::string op;
  std::string name;
  /// `model.py:12:3`; empty where the input has no such location.
  std::string source;
  bool isRepetition = false;
  int64_t scratchBytes = 0;
  int64_t costNs = 0;
  /// Positions in RematerializeReport::values of the storages that the step reads, each once, and
  /// of those that it makes.
  SmallVector<uint32_t, 4> reads = {};
  SmallVector<uint32_t, 1> makes = {};
};

/// A storage while it is alive.
struct StorageSpan {
  /// Position in RematerializeReport::values.
  uint32_t value = 0;
  ByteKind kind = ByteKind::Activation;
  int64_t bytes = 0;
  /// Half-open interval of steps; `end` is at most the number of steps.
  size_t begin = 0;
  size_t end = 0;
  /// True for what stays to the end of the program.
  bool isKeptToEnd = false;
};

/// Something in the arena while it is needed.
struct ArenaSpan {
  /// Position in RematerializeReport::values; -1: scratch of a step, or a value of a loop's body.
  int64_t value = -1;
  ByteKind kind = ByteKind::Activation;
  int64_t bytes = 0;
  int64_t offsetBytes = 0;
  size_t begin = 0;
  size_t end = 0;
};

/// Where everything is that has a place in the arena.
struct ArenaPicture {
  /// True: the places are those of the memory plan. False: there is no plan, and they are what a
  /// quick first-fit gives.
  bool isPlanned = false;
  int64_t heightBytes = 0;
  std::vector<ArenaSpan> spans;
};

/// A program in its own order, step by step. Steps are the ops of the planning problem: what is
/// folded into its readers takes none.
struct Timeline {
  std::vector<TimelineStep> steps;
  /// As the planner counts: in-place updates once, scratch included.
  std::vector<int64_t> liveBytes;
  /// Per kind the bytes at each step; their sum is `liveBytes`.
  std::array<std::vector<int64_t>, kNumByteKinds> bytesOfKind;
  /// The first step that reaches the largest of `liveBytes`.
  size_t peakStep = 0;
  /// The first step of backward; the number of steps if there is none.
  size_t backwardBegin = 0;
  std::vector<StorageSpan> storages;
  ArenaPicture arena;

  int64_t peakBytes() const { return liveBytes.empty() ? 0 : liveBytes[peakStep]; }
};

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REPORTTIMELINE_H
