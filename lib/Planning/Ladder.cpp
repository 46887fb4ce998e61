//===- Ladder.cpp - Plans that no other plan beats in both peak and cost --===//
#include "Ladder.h"
#include "llvm/ADT/STLExtras.h"

using namespace rematplan;

size_t Ladder::position(int64_t peakBytes) const {
  return llvm::partition_point(candidates,
                               [&](const Candidate &rung) { return rung.peakBytes < peakBytes; }) -
         candidates.begin();
}

bool Ladder::wants(int64_t peakBytes, int64_t extraCost) const {
  const Candidate *rival = cheapestWithin(peakBytes);
  return !rival || rival->extraCost > extraCost;
}

void Ladder::add(Candidate candidate) {
  if (!wants(candidate.peakBytes, candidate.extraCost))
    return;
  size_t begin = position(candidate.peakBytes), end = begin;
  while (end < candidates.size() && candidates[end].extraCost >= candidate.extraCost)
    ++end;
  candidates.erase(candidates.begin() + begin, candidates.begin() + end);
  candidates.insert(candidates.begin() + begin, std::move(candidate));
}

const Candidate *Ladder::cheapestWithin(int64_t budgetBytes) const {
  auto above = llvm::partition_point(
      candidates, [&](const Candidate &rung) { return rung.peakBytes <= budgetBytes; });
  return above == candidates.begin() ? nullptr : &*std::prev(above);
}
