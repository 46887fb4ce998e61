//===- RematerializeReport.h - What the pass did, and why -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_REMATERIALIZEREPORT_H
#define REMAT_TRANSFORMS_REMATERIALIZEREPORT_H

#include "remat/Planning/Pareto.h"
#include "remat/Planning/Report.h"
#include "remat/Transforms/PlanMemory.h"
#include "remat/Transforms/RematerializeFunction.h"
#include "remat/Transforms/ReportTimeline.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// What becomes of a value.
enum class ValueFate {
  Argument,
  Output,
  /// Made in forward and kept for backward.
  Kept,
  /// Kept by the program as it came; now dropped and made again for its late readers.
  Dropped,
  /// Made again only because other repetitions read it.
  Recomputed,
  /// Read soon after it is made.
  Temporary,
};

/// `argument`, `output`, `kept`, `dropped`, `recomputed` or `temporary`.
StringRef valueFateName(ValueFate fate);

/// A value as a report shows it.
struct ReportedValue {
  /// Where the op that makes the value came from.
  Location where;
  std::string name;
  std::string location;
  std::string op;
  std::string type;
  int64_t bytes = 0;
  /// Recomputed values: how often it is made again, what all that costs, and why it was chosen.
  unsigned copies = 0;
  int64_t costNs = 0;
  std::string reason;
  /// In RematerializeReport::values: `reason` is then why this became of it.
  ValueFate fate = ValueFate::Temporary;
  ByteKind kind = ByteKind::Activation;
  /// Position in RematerializeReport::layers; -1: none.
  int32_t layer = -1;
  /// `model.py:12:3`; empty where the input has no such location.
  std::string source;

  bool isArgument() const { return kind == ByteKind::Parameter || kind == ByteKind::OtherArgument; }
};

/// What becomes of one of the layers that the program repeats.
struct LayerTotal {
  std::string name;
  /// Bytes of what the layer makes that are alive at the peak of the program as it came and that
  /// are not recomputed.
  int64_t keptBytes = 0;
  /// Bytes of what is recomputed, each value once, and the cost of all its copies.
  int64_t recomputedBytes = 0;
  int64_t recomputeCostNs = 0;
};

/// The memory plans of the program as it came and of the rewritten one.
struct MemoryPlanPair {
  MemoryPlan before;
  MemoryPlan after;
};

/// On an op that stands for several: bytes of scores that the program stored before.
inline constexpr StringLiteral kScoreBytesAttr = "remat.score_bytes";

/// What remat-fuse-attention had made of the program before it was planned.
struct FusedAttention {
  int64_t ops = 0;
  /// Of scores that are not stored, those of all ops together.
  int64_t scoreBytes = 0;
};

/// What one run gives a device to do; bodies of loops count once.
struct LaunchCounts {
  int64_t kernels = 0, products = 0, convolutions = 0, copies = 0;
  int64_t total() const { return kernels + products + convolutions + copies; }
};

/// What a run of the rewritten program does, for programs that the project runs itself.
struct RunWork {
  /// Kernels and library calls; on a device a launch may be several kernels.
  int64_t kernels = 0;
  /// Bytes of stored values that they read and write together; each reads its sources once.
  int64_t movedBytes = 0;
  /// Of a program that was compiled for a CUDA device.
  std::optional<LaunchCounts> launches;
};

/// How a report is printed as text.
struct TextStyle {
  /// Longer lines are shortened; 0: none is.
  unsigned columns = 0;
  /// Rows of a list; 0: all.
  unsigned rows = 0;
  bool isColored = false;

  /// 80 columns, or those of the terminal or of COLUMNS where that is less; ten rows; colours if
  /// stderr is a terminal and neither NO_COLOR nor TERM=dumb is set.
  static TextStyle terminal();
};

/// Everything that a run of `remat-rematerialize` has to say. Bytes are of peaks, arguments
/// included. (PlanReport: status, budget, peaks, limit, overhead and its bound, timing; costs in
/// ns.)
struct RematerializeReport : rematplan::PlanReport {
  std::string function;
  MemoryModelKind memoryModel = MemoryModelKind::Fused;
  std::string device;
  /// The same programs under the other memory model.
  int64_t otherPeakBeforeBytes = 0;
  int64_t otherPeakAfterBytes = 0;
  int64_t barriers = 0;
  int64_t foldedCopies = 0;
  /// Products and convolutions only.
  int64_t flopsBefore = 0;
  int64_t flopsAfter = 0;
  /// Which rule set the boundary between forward and backward; empty where none was needed.
  std::string backwardRule;
  unsigned rounds = 0;
  /// What came of the policy; nullopt where there is none.
  std::optional<PolicyOutcome> policy;
  std::vector<ReportedValue> recomputed;
  /// Totals by layer, in program order.
  std::vector<LayerTotal> layers;
  std::vector<ReportedValue> largestAtPeakBefore;
  std::vector<ReportedValue> largestAtPeakAfter;
  /// Every stored value of both programs: those of the program as it came first, in its order.
  std::vector<ReportedValue> values;
  /// Of the program as it came and of the rewritten one (the same where nothing was rewritten).
  Timeline before;
  Timeline after;
  bool isRewritten = false;
  /// For programs that the project runs itself; the budget bounds their total bytes.
  std::optional<MemoryPlanPair> memory;
  std::optional<RunWork> work;
  FusedAttention attention;
  /// Which rule set the boundary between forward and backward in both timelines.
  std::string boundaryRule;
  /// The trade-off of the planning problem; empty where it was not asked for.
  std::optional<rematplan::ParetoCurve> pareto;
  /// What a user should know, a sentence each.
  std::vector<std::string> warnings;
  /// How to make this report again; empty where a tool did not say.
  std::string command;
  /// The planning problem, for `export-problem`.
  rematplan::Problem planningProblem;
  /// The plan, for `export-plan`.
  SavedPlan savedPlan;

  MemoryModelKind otherMemoryModel() const {
    return memoryModel == MemoryModelKind::Fused ? MemoryModelKind::Stored : MemoryModelKind::Fused;
  }

  void printText(llvm::raw_ostream &os, const TextStyle &style = {}) const;
  void printJson(llvm::raw_ostream &os) const;
  /// One page of HTML that needs nothing else; docs/Report.md explains it.
  void printPage(llvm::raw_ostream &os) const;
};

/// What a report holds besides: parts that take time, and how it was asked for.
struct ReportOptions {
  /// Offsets by first-fit, for a program without a memory plan.
  bool withArena = false;
  /// Budgets of the trade-off; 0: none.
  unsigned paretoPoints = 0;
  /// As RematerializeReport::command.
  std::string command = {};
};

/// Collects the report of a plan.
FailureOr<RematerializeReport> makeReport(FunctionOpInterface original, FunctionPlan &plan,
                                          const FunctionPlanOptions &options,
                                          const ReportOptions &reportOptions = {});

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REMATERIALIZEREPORT_H
