//===- Prune.cpp - Taking useless copies out of a plan --------------------===//
#include "Prune.h"
#include "llvm/ADT/STLExtras.h"

using namespace rematplan;

bool rematplan::pruneCopies(Waves &waves, int64_t budgetBytes, uint64_t workLimit) {
  const BaseProgram &base = waves.program();
  bool changedAtAll = false;
  for (int pass = 0; pass < 3; ++pass) {
    std::vector<Copy> candidates = waves.copies();
    llvm::stable_sort(candidates, [&](Copy a, Copy b) {
      return base.repeatCost[a.step] > base.repeatCost[b.step];
    });
    bool changed = false;
    for (Copy copy : candidates) {
      if (waves.work() > workLimit)
        return changedAtAll | changed;
      waves.toggle({copy});
      if (waves.peakBytes() > budgetBytes || waves.violations())
        waves.undo();
      else
        changed = true;
    }
    changedAtAll |= changed;
    if (!changed)
      break;
  }
  return changedAtAll;
}
