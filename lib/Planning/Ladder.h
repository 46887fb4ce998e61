//===- Ladder.h - Plans that no other plan beats in both peak and cost -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_LADDER_H
#define REMAT_LIB_PLANNING_LADDER_H

#include "Waves.h"

namespace rematplan {

/// A plan and what it takes.
struct Candidate {
  int64_t peakBytes = 0;
  int64_t extraCost = 0;
  std::vector<Copy> copies;
};

/// Plans by rising peak and falling cost.
class Ladder {
public:
  /// Whether a plan with these figures would enter.
  bool wants(int64_t peakBytes, int64_t extraCost) const;
  /// Enters a plan unless one at least as good in both is there; drops the plans that it beats.
  void add(Candidate candidate);
  /// By rising peak.
  const std::vector<Candidate> &rungs() const { return candidates; }
  /// The cheapest plan within the budget; nullptr if there is none.
  const Candidate *cheapestWithin(int64_t budgetBytes) const;

private:
  /// The first rung with at least this peak.
  size_t position(int64_t peakBytes) const;
  std::vector<Candidate> candidates;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_LADDER_H
