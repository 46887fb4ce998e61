//===- MinCut.cpp - Which values to keep between forward and backward -----===//
#include "remat/Planning/MinCut.h"
#include "BorderCut.h"
#include "llvm/ADT/STLExtras.h"

using namespace rematplan;

std::vector<ValueId> rematplan::minCut(const Problem &problem, const CutOptions &options) {
  BaseProgram base(problem, programOrder(problem));
  // The first base step that is not forward.
  StepId border =
      static_cast<StepId>(llvm::lower_bound(base.opOf, options.backwardBegin) - base.opOf.begin());
  BorderCut cut(base, {}, border);
  std::vector<float> factors(base.storageCount(), 1);
  for (StorageId storage = 0; storage < base.storageCount(); ++storage)
    if (base.rootOf[storage] < options.freeToKeep.size() &&
        options.freeToKeep[base.rootOf[storage]])
      factors[storage] = 0;
  std::vector<ValueId> kept;
  for (StorageId storage : cut.kept(cut.solve(options.pricePerByte, factors)))
    kept.push_back(base.rootOf[storage]);
  llvm::sort(kept);
  return kept;
}
