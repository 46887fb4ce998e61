//===- GreedyDrops.cpp - Walking through the program, dropping what costs least ----===//
#include "MendDrops.h"
#include "TextbookStrategies.h"
#include "llvm/ADT/STLExtras.h"
#include <optional>

using namespace rematplan;

namespace {

/// A storage that is live at a step and read later again.
struct Drop {
  Copy copy;
  double score;
};

/// The best storage to drop at an over-full step: made again by its producer alone, from operands
/// that are kept, just before its next read.
std::optional<Drop> bestDrop(Waves &waves, StepId full) {
  const BaseProgram &base = waves.program();
  const int64_t excess = waves.excess();
  std::optional<Drop> best;
  std::vector<Moment> events;
  for (StorageId storage = 0; storage < base.storageCount(); ++storage) {
    const StepId producer = base.producer[storage];
    if (producer == none || producer >= full || !base.mayRepeat[producer])
      continue;
    // The uses around the step, by the same copy.
    const Moment begin = makeMoment(full, 0);
    const auto life = llvm::find_if(waves.lifetimes(storage), [&](const Lifetime &lifetime) {
      return spanOf(lifetime.begin) < full && spanOf(lifetime.end) > full;
    });
    if (life == waves.lifetimes(storage).end())
      continue;
    waves.listEvents(storage, events);
    const auto next = llvm::lower_bound(events, begin);
    const StepId before = spanOf(*next);
    if (before == full || before <= producer || waves.contains({producer, before}))
      continue;
    waves.toggle({Copy{producer, before}});
    const int64_t relief = excess - waves.excess();
    const bool isAllowed = waves.violations() == 0;
    waves.undo();
    if (relief <= 0 || !isAllowed)
      continue;
    const double score =
        static_cast<double>(base.repeatCost[producer] + 1) / static_cast<double>(relief);
    if (!best || score < best->score)
      best = Drop{{producer, before}, score};
  }
  return best;
}

} // namespace

Candidate rematplan::planGreedyDrops(const BaseProgram &base, int64_t budgetBytes) {
  Waves waves(base);
  waves.assign(mendDrops(base, {}));
  waves.setBudget(budgetBytes);
  for (StepId step = 0; step < base.stepCount; ++step)
    while (waves.bytesAt(step) > budgetBytes) {
      const std::optional<Drop> drop = bestDrop(waves, step);
      if (!drop)
        break;
      waves.toggle({drop->copy});
    }
  return {waves.peakBytes(), waves.extraCost(), waves.copies()};
}
