//===- Waves.h - A plan as sets of recomputed steps, with exact incremental memory -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_WAVES_H
#define REMAT_LIB_PLANNING_WAVES_H

#include "BaseProgram.h"
#include "StepProfile.h"

namespace rematplan {

/// The step `step` runs again in the wave just before the base step `before` (> step; `stepCount`:
/// at the end of the program).
struct Copy {
  StepId step;
  StepId before;
  friend bool operator==(const Copy &, const Copy &) = default;
  friend auto operator<=>(const Copy &a, const Copy &b) {
    return a.before != b.before ? a.before <=> b.before : a.step <=> b.step;
  }
};

/// A copy of a storage: allocated from `begin` to `end`, both included.
struct Lifetime {
  Moment begin, end;
  friend bool operator==(const Lifetime &, const Lifetime &) = default;
};

/// A set of steps to run again in front of each base step. A wave runs in base order; **every**
/// such set is a schedule in which each step finds its inputs, since each read takes the newest
/// copy. Bytes agree exactly with the judge on the expanded schedule.
class Waves {
public:
  /// Starts without any wave. Keeps a reference to `base`.
  explicit Waves(const BaseProgram &base);

  const BaseProgram &program() const { return base; }

  /// Replaces the plan. `copies` are sorted and distinct. Linear in the plan, up to sorting.
  void assign(llvm::ArrayRef<Copy> copies);
  /// Adds the copies that are not in the plan and takes out those that are.
  void toggle(llvm::ArrayRef<Copy> copies);
  /// Takes the last `toggle` back (once).
  void undo();

  /// Sorted.
  std::vector<Copy> copies() const;
  bool contains(Copy copy) const;
  /// Steps run again before `before`, ascending.
  llvm::ArrayRef<StepId> wave(StepId before) const { return waves[before]; }
  /// The waves that run `step` again, ascending.
  llvm::ArrayRef<StepId> repeats(StepId step) const { return repeatedAt[step]; }
  /// The copies of a storage, by begin.
  llvm::ArrayRef<Lifetime> lifetimes(StorageId storage) const { return storageLifetimes[storage]; }

  int64_t extraCost() const { return cost; }
  size_t copyCount() const { return count; }
  int64_t peakBytes() const { return profile.maximum() + base.residentBytes; }
  StepId peakStep() const { return static_cast<StepId>(profile.maximumIndex()); }
  int64_t bytesAt(StepId step) const { return profile.at(step) + base.residentBytes; }
  /// The largest of the steps of [begin, end); far below zero if there are none.
  int64_t peakBytes(StepId begin, StepId end) const {
    return profile.maximum(begin, end) + base.residentBytes;
  }
  void setBudget(int64_t bytes) { profile.setLimit(bytes - base.residentBytes); }
  int64_t budgetBytes() const { return profile.limit() + base.residentBytes; }
  /// The sum over the base steps of the bytes over the budget (in larger units where that could
  /// overflow), and the part of one step.
  int64_t excess() const { return profile.excess(); }
  int64_t excessAt(StepId step) const { return profile.excessAt(step); }
  /// Copies that are used beyond the drop_at of their value.
  int64_t violations() const { return dropViolations; }
  /// Whether a storage copy is allocated just before `moment` and read at or after it.
  bool aliveAt(StorageId storage, Moment moment) const;
  /// When the storage is read or made, ascending.
  void listEvents(StorageId storage, std::vector<Moment> &moments);
  /// A count of the work done so far, for deterministic limits.
  uint64_t work() const { return workDone; }
  /// Counts work that was done on these waves elsewhere.
  void addWork(uint64_t amount) { workDone += amount; }

private:
  struct Event {
    Moment moment;
    uint32_t firstTouch, endTouch;
  };
  void flip(Copy copy);
  void collectEvents(StorageId storage);
  void simulate(StorageId storage, std::vector<Lifetime> &result);
  /// The copy that `token` reads at `moment`.
  size_t copyReadAt(StorageId storage, TokenId token, Moment moment);
  void addAcross(const Lifetime &lifetime, int64_t amount);
  int64_t violationsOf(StorageId storage, llvm::ArrayRef<Lifetime> lifetimes) const;
  int64_t spanPeak(StepId span);
  /// What the reuses of a run of `step` at `moment` let it share.
  int64_t sharedBytes(StepId step, Moment moment);
  void markSpan(StepId span);
  void updateStorage(StorageId storage);

  const BaseProgram &base;
  std::vector<std::vector<StepId>> waves, repeatedAt;
  std::vector<std::vector<Lifetime>> storageLifetimes;
  std::vector<int64_t> spanBytes;
  StepProfile profile;
  unsigned excessShift = 0;
  int64_t cost = 0, dropViolations = 0;
  size_t count = 0;
  uint64_t workDone = 0;

  // What `undo` needs.
  struct OldSpan {
    StepId span;
    int64_t bytes;
  };
  std::vector<Copy> lastToggled;
  std::vector<std::pair<StorageId, std::vector<Lifetime>>> lastLifetimes;
  size_t lastLifetimeCount = 0;
  std::vector<OldSpan> lastSpans;
  int64_t lastViolations = 0;

  // Scratch space, kept to spare allocations.
  std::vector<Event> events;
  std::vector<Lifetime> simulated;
  std::vector<uint32_t> currentCopy;
  std::vector<StorageId> changedStorages, spanStorages;
  std::vector<StepId> changedSpans;
  std::vector<uint32_t> storageStamp, spanStamp, placeIndex;
  uint32_t stamp = 0;
  std::vector<int64_t> change;
  struct SharedPair {
    StorageId target, source;
    size_t copy;
  };
  std::vector<SharedPair> shared;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_WAVES_H
