//===- Prune.cpp - Taking useless copies out of a plan --------------------===//
#include "Prune.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rematplan;

namespace {

/// Whether the copy can hardly go: earlier copies would have to stay until it, over steps that have
/// no room for them.
bool hasNoRoom(const Waves &waves, Copy copy) {
  const BaseProgram &base = waves.program();
  const Moment made = makeMoment(copy.before, base.placeOf[copy.step]);
  for (TokenId token : base.makes[copy.step]) {
    StorageId storage = base.tokenStorage[token];
    if (storage == none || base.tokenBase[token] != none)
      continue;
    llvm::ArrayRef<Lifetime> lives = waves.lifetimes(storage);
    auto life = llvm::partition_point(lives, [&](const Lifetime &l) { return l.begin < made; });
    if (life == lives.begin() || life == lives.end() || life->begin == life->end)
      continue;
    StepId from = spanOf(std::prev(life)->end) + 1;
    if (from < copy.before &&
        waves.peakBytes(from, copy.before) + base.bytes[storage] > waves.budgetBytes())
      return true;
  }
  return false;
}

double urgency(const BaseProgram &base, StepId step, const PruneStyle &style) {
  double cost = static_cast<double>(base.repeatCost[step]);
  if (!style.byDensity)
    return cost;
  double bytes = 1;
  for (TokenId token : base.makes[step])
    if (base.tokenStorage[token] != none && base.tokenBase[token] == none)
      bytes += static_cast<double>(base.bytes[base.tokenStorage[token]]);
  return cost / bytes;
}

} // namespace

void rematplan::pruneCopies(Waves &waves, const PruneStyle &style, RandomDraws &draws,
                            uint64_t workLimit) {
  const BaseProgram &base = waves.program();
  std::vector<std::pair<double, Copy>> ranked;
  for (int pass = 0; pass < 3; ++pass) {
    ranked.clear();
    for (Copy copy : waves.copies())
      if (!llvm::binary_search(style.settled, copy))
        ranked.push_back(
            {urgency(base, copy.step, style) * (style.noise > 0 ? draws.factor(style.noise) : 1.0),
             copy});
    llvm::stable_sort(ranked, [](const auto &a, const auto &b) { return a.first > b.first; });
    waves.addWork(ranked.size());
    bool changed = false;
    for (const auto &[rank, copy] : ranked) {
      if (waves.work() > workLimit)
        return;
      if (!style.thorough && hasNoRoom(waves, copy))
        continue;
      waves.toggle({copy});
      if (waves.peakBytes() > waves.budgetBytes() || waves.violations())
        waves.undo();
      else
        changed = true;
    }
    if (!changed)
      break;
  }
}
