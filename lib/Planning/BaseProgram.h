//===- BaseProgram.h - A problem in one base order, flattened for planning -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_BASEPROGRAM_H
#define REMAT_LIB_PLANNING_BASEPROGRAM_H

#include "FlatLists.h"
#include "remat/Planning/Problem.h"

namespace rematplan {

/// Position of a base step. Free views are no steps; the end of the program is the step
/// `stepCount`.
using StepId = uint32_t;
/// Position of a storage that plans can change (kept inputs and empty storages are none).
using StorageId = uint32_t;
/// Position of a token: a value that a run of its op renews; the free views of a value share its
/// token.
using TokenId = uint32_t;

inline constexpr uint32_t none = ~0u;

/// When something happens in a plan: base step (plus one) in the upper half, place inside of its
/// span in the lower half. A span is what runs from just after one base step up to and with the
/// next one.
using Moment = uint64_t;
inline constexpr Moment makeMoment(StepId step, uint32_t place) {
  return (static_cast<Moment>(step) + 1) << 32 | place;
}
/// The span of a moment; `none` for the moment before everything.
inline constexpr StepId spanOf(Moment moment) { return static_cast<StepId>(moment >> 32) - 1; }

/// One read or remake of a token by one use.
struct Touch {
  TokenId token;
  bool makes;
};

/// What one step (or free view) does with one storage.
struct StorageUse {
  StepId step;
  /// The place of the first run inside of its span.
  uint32_t place;
  /// Place of repetitions; `none` for free views and for the end of the program, which never
  /// repeat.
  uint32_t repeatPlace;
  /// Range of `touches`, reads before makes.
  uint32_t firstTouch, endTouch;
};

/// A token read by a step, with its storage (`none`: always there).
struct TokenRead {
  TokenId token;
  StorageId storage;
};

/// `target` may be written over `source` as read through `sourceToken`.
struct StorageReuse {
  StorageId target;
  StorageId source;
  TokenId sourceToken;
};

/// The problem in one topological order of its ops. A view op is **free** if it reads one value
/// only, without cost or scratch: its reruns cost nothing and take no bytes, so plans leave them
/// out and `expandWaves` puts them back in front of each reader.
class BaseProgram {
public:
  /// `order` is a topological order of all ops. Keeps a reference to the problem. Linear, up to
  /// sorting.
  BaseProgram(const Problem &problem, llvm::ArrayRef<OpId> order);

  const Problem &problem;
  std::vector<OpId> order;
  /// Kept inputs, always allocated.
  int64_t residentBytes = 0;

  StepId stepCount = 0;
  /// Per step: the op, its place in `order`, its costs.
  std::vector<OpId> opOf;
  std::vector<uint32_t> placeOf;
  std::vector<int64_t> repeatCost;
  std::vector<int64_t> scratchBytes;
  std::vector<bool> mayRepeat;
  /// Per step, and for the end of the program: what is read, each token once.
  FlatLists<TokenRead> reads;
  /// Per step: the tokens that a run renews.
  FlatLists<TokenId> makes;
  /// Per step: the storages that its runs touch at all, each once.
  FlatLists<StorageId> touched;
  FlatLists<StorageReuse> reuses;
  /// Per span: first runs of the free views in it, as (place, storage), in order.
  FlatLists<std::pair<uint32_t, StorageId>> freeViews;

  /// Per storage.
  size_t storageCount() const { return bytes.size(); }
  std::vector<int64_t> bytes;
  /// The value of Problem whose storage this is.
  std::vector<ValueId> rootOf;
  /// The step that makes it; `none` for donated inputs.
  std::vector<StepId> producer;
  /// The first run that no earlier copy may outlive; 0: none.
  std::vector<Moment> dropMoment;
  /// By the step of the first run.
  FlatLists<StorageUse> uses;
  std::vector<Touch> touches;

  /// Per token: the token that it is a view of (`none`: it is the storage itself), its storage
  /// (`none`: always there), and its step (`none`: input).
  std::vector<TokenId> tokenBase;
  std::vector<StorageId> tokenStorage;
  std::vector<StepId> tokenStep;
  /// Per storage: its tokens; the first one is the storage itself.
  FlatLists<TokenId> tokensOf;

  /// Per value: its token, and per op: whether it is a free view.
  std::vector<TokenId> tokenOf;
  std::vector<bool> isFreeView;

private:
  void classifyOps();
  void numberTokens();
  void numberSteps();
  void collectUses();

  std::vector<ValueId> roots;
  std::vector<StorageId> storageOf;
  std::vector<std::optional<OpId>> makers;
  /// Per op: its step, or for free views the span of its first run.
  std::vector<StepId> stepOf;
  std::vector<uint32_t> orderPlace;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_BASEPROGRAM_H
