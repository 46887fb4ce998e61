//===- KeptBorders.cpp - Plans that keep what crosses some steps of forward ----===//
#include "KeptBorders.h"
#include "MendDrops.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>

using namespace rematplan;

KeptBorders::KeptBorders(const BaseProgram &base, StepId backward)
    : base(base), backward(backward), cut(base, {}, backward), waves(base) {}

int64_t KeptBorders::bytesMadeBy(StepId step) const {
  int64_t bytes = 0;
  for (TokenId token : base.makes[step])
    if (base.tokenStorage[token] != none && base.tokenBase[token] == none)
      bytes += base.bytes[base.tokenStorage[token]];
  return bytes;
}

Candidate KeptBorders::planFor(llvm::ArrayRef<StepId> borders) {
  std::vector<bool> again(backward, false);
  for (StepId step = 0; step < backward; ++step)
    again[step] = base.mayRepeat[step];
  for (StorageId storage = 0; storage < base.storageCount(); ++storage) {
    const StepId producer = base.producer[storage];
    if (producer == none || producer >= backward)
      continue;
    const auto border = llvm::upper_bound(borders, producer);
    // Crossed, if forward reads the storage at the border or behind it.
    if (border != borders.end() && llvm::any_of(base.uses[storage], [&](const StorageUse &use) {
          return use.step >= *border && use.step < backward;
        }))
      again[producer] = false;
  }
  std::vector<StepId> steps;
  for (StepId step = 0; step < backward; ++step)
    if (again[step])
      steps.push_back(step);
  Candidate plan;
  plan.copies = mendDrops(base, cut.planFor(steps));
  waves.assign(plan.copies);
  plan.peakBytes = waves.peakBytes();
  plan.extraCost = waves.extraCost();
  return plan;
}

bool rematplan::isBetterPlan(const Candidate &plan, const Candidate &other, int64_t budgetBytes) {
  auto rank = [&](const Candidate &candidate) {
    return std::pair(std::max(candidate.peakBytes, budgetBytes), candidate.extraCost);
  };
  return rank(plan) < rank(other);
}
