//===- Advice.h - What checkpointing can do for a step -*- C++ -*-===//
#ifndef REMAT_ADVICE_ADVICE_H
#define REMAT_ADVICE_ADVICE_H

#include "mlir/IR/BuiltinOps.h"
#include "remat/Transforms/RematerializeFunction.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

struct AdviceOptions {
  /// How to plan; the budget is not used.
  FunctionPlanOptions plan;
  /// The function to look at; by default main, else the only one.
  std::string entry;
  /// Memory of one device; nullopt: not known.
  std::optional<int64_t> memoryBytes;
  /// Devices that train the model together, each on a batch of its own.
  int64_t devices = 1;
};

/// What a step holds beside activations. Parameters are numbers that forward reads and the step
/// updates; optimizer states are updated too, but forward does not read them.
struct StateBytes {
  int64_t parameterBytes = 0;
  /// One gradient per parameter, in the type in which the step makes it.
  int64_t gradientBytes = 0;
  int64_t optimizerBytes = 0;
  /// All other arguments: the batch, random keys.
  int64_t inputBytes = 0;
};

/// Saved bytes (made by forward, read by backward) of one kind or of one layer.
struct SavedBytes {
  std::string name;
  int64_t bytes = 0;
  /// Layers only: what a layer takes from the one before.
  int64_t inputBytes = 0;
};

/// Layers that are checkpointed K at a time keep an input per segment, L / K of them, and the
/// saved bytes of the K layers whose backward runs. All layers count as their average.
struct SegmentAdvice {
  int64_t layers = 0;
  int64_t layerBytes = 0;
  int64_t inputBytes = 0;
  /// sqrt(L c / a): where L c / K + K a is least, and the best whole number.
  double exactLength = 0;
  int64_t bestLength = 1;

  /// Bytes with `length` layers a segment.
  int64_t bytes(int64_t length) const;
  int64_t keepAllBytes() const { return layers * layerBytes; }
};

/// A way to run the step.
struct Choice {
  std::string name;
  /// The flags that give it.
  std::string flags;
  int64_t peakBytes = 0;
  int64_t costNs = 0;
  /// A point of the planner's trade-off curve; the knee is the one beyond which a byte costs more.
  bool isOptimal = false;
  bool isKnee = false;
  /// Of the planning problem; empty for policies, whose problem is another one.
  rematplan::Schedule steps;
};

/// The answer for a memory size.
struct MemoryAdvice {
  int64_t memoryBytes = 0;
  /// Fits: memory is not the bottleneck. Met: `peakBytes` and `overheadPercent` are of the cheapest
  /// plan found. Infeasible: `peakBytes` is the lowest found.
  rematplan::Status status = rematplan::Status::Fits;
  int64_t peakBytes = 0;
  double overheadPercent = 0;
  double overheadLowerBoundPercent = 0;
};

/// What a choice makes of the batch size, by straight lines through two sizes.
struct BatchChoice {
  std::string name;
  /// 0: not even one sample fits. nullopt: no limit, bytes do not grow with the batch.
  std::optional<int64_t> largestBatch;
  /// At the largest batch, over the same batch without recomputation.
  double overheadPercent = 0;
  /// Samples per second at the largest batch, relative to the first choice that fits.
  double relativeThroughput = 0;
};

struct BatchAdvice {
  int64_t batch = 0;
  int64_t otherBatch = 0;
  std::vector<BatchChoice> choices;
};

/// Bytes per device when N devices share what they would all hold: optimizer states (stage 1),
/// gradients too (2), parameters too (3, as FSDP; gathered where they are read).
struct StageAdvice {
  unsigned stage = 0;
  StateBytes state;
  /// Per entry of ShardingAdvice::choices, the peak of that schedule with sharded states.
  std::vector<int64_t> peakBytes;
  /// Time of sending parameters and gradients, for one step; it may overlap with computation.
  int64_t communicationNs = 0;
};

struct ShardingAdvice {
  int64_t devices = 1;
  std::vector<std::string> choices;
  std::vector<StageAdvice> stages;
  /// An estimate for devices that work on the same samples (tensor parallel): the inputs of all
  /// layers, as full recomputation keeps them, whole on each device or as shards that are gathered
  /// for backward; and the time of gathering. 0 without layers.
  int64_t layerInputBytes = 0;
  int64_t layerInputShardBytes = 0;
  int64_t gatherNs = 0;
};

/// An estimate of keeping saved values in the host's memory instead.
struct OffloadAdvice {
  int64_t savedBytes = 0;
  /// One way.
  int64_t transferNs = 0;
  int64_t stepNs = 0;
  /// What can be sent while forward computes: at no extra time, if nothing else is in the way.
  int64_t hiddenBytes = 0;
  /// Recomputation that frees as much, and its cost; the lowest peak if it frees less.
  int64_t recomputedBytes = 0;
  int64_t recomputeNs = 0;
};

/// Answers for one training step.
struct Advice {
  std::string function;
  std::string device;
  MemoryModelKind memoryModel = MemoryModelKind::Fused;
  BackwardRule boundaryRule = BackwardRule::Peak;
  int64_t peakBytes = 0;
  int64_t costNs = 0;
  StateBytes state;
  int64_t savedBytes = 0;
  std::vector<SavedBytes> kinds;
  std::vector<SavedBytes> layers;
  std::optional<SegmentAdvice> segments;
  std::vector<Choice> choices;
  std::optional<MemoryAdvice> memory;
  std::optional<BatchAdvice> batch;
  std::optional<ShardingAdvice> sharding;
  OffloadAdvice offload;

  double overheadPercent(const Choice &choice) const;
  /// At most 80 columns.
  void printText(llvm::raw_ostream &os) const;
  void printJson(llvm::raw_ostream &os) const;
};

/// Looks at the entry function of `module`. `other`, if given, is the same step at another batch
/// size; without it a dynamic dimension is taken at once and twice `dynamicDim`. Errors are
/// emitted.
FailureOr<Advice> advise(ModuleOp module, ModuleOp other, const AdviceOptions &options);

} // namespace mlir::remat

#endif // REMAT_ADVICE_ADVICE_H
