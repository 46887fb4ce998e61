//===- Search.cpp - The cheapest plan for one budget ----------------------===//
#include "Search.h"
#include "Prune.h"
#include "llvm/ADT/STLExtras.h"
#include <limits>

using namespace rematplan;

Candidate rematplan::searchPlan(const BaseProgram &base, const Ladder &ladder,
                                const SearchOptions &options) {
  Waves waves(base);
  Ladder found;
  unsigned starts = 0;
  for (const Candidate &rung : llvm::reverse(ladder.rungs())) {
    if (rung.peakBytes > options.budgetBytes)
      continue;
    if (++starts > 4)
      break;
    waves.assign(rung.copies);
    pruneCopies(waves, options.budgetBytes, waves.work() + 20'000'000);
    if (found.wants(0, waves.extraCost()))
      found.add({0, waves.extraCost(), waves.copies()});
  }
  if (found.rungs().empty())
    return ladder.rungs().front();
  Candidate best = found.rungs().front();
  waves.assign(best.copies);
  best.peakBytes = waves.peakBytes();
  return best;
}
