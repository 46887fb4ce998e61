//===- SingleCut.cpp - The textbook pass: one cut -------------------------===//
#include "SingleCut.h"
#include "BorderCut.h"
#include "MendDrops.h"

using namespace rematplan;

Candidate rematplan::cutOnce(const BaseProgram &base, StepId border, int64_t budgetBytes) {
  Waves waves(base);
  BorderCut cut(base, {}, border);
  const std::vector<float> factors(base.storageCount(), 1);
  int64_t neededBytes = 1;
  for (StorageId storage : cut.needed())
    neededBytes += base.bytes[storage];
  const double unit =
      static_cast<double>(cut.candidateCost() + 1) / static_cast<double>(neededBytes);

  Candidate best;
  std::vector<StepId> previous;
  bool first = true;
  for (double price = 1e-3; price < 1e6; price *= 1.2) {
    std::vector<StepId> again = cut.solve(price * unit, factors);
    if (!first && again == previous)
      continue;
    Candidate candidate;
    candidate.copies = mendDrops(base, cut.planFor(again));
    waves.assign(candidate.copies);
    candidate.peakBytes = waves.peakBytes();
    candidate.extraCost = waves.extraCost();
    if (first || candidate.peakBytes < best.peakBytes)
      best = std::move(candidate);
    if (best.peakBytes <= budgetBytes)
      break;
    previous = std::move(again);
    first = false;
  }
  return best;
}
