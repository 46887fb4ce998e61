//===- Seeds.h - The ladder of plans that depends on the problem alone -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_SEEDS_H
#define REMAT_LIB_PLANNING_SEEDS_H

#include "Ladder.h"
#include "TimeLimit.h"
#include "remat/Planning/Rematerialize.h"
#include <functional>
#include <optional>

namespace rematplan {

struct SeedOptions {
  /// The first step of backward; nullopt: the step of the peak.
  std::optional<StepId> border;
  /// How often a plan is cut again at its own peak, at most.
  unsigned recuts = 64;
  /// Entered beside the cuts.
  std::vector<SeedPlan> plans;
  std::function<void(double fraction)> progress;
  TimeLimit *timeLimit = nullptr;
};

/// The plan in this base order that follows from a decision.
std::vector<Copy> planSeed(const BaseProgram &base, const SeedPlan &seed);

/// Plans that do not depend on any budget.
struct Seeds {
  /// As cut.
  Ladder cuts;
  /// The same without the copies that each plan does not need for its own peak: what this ladder
  /// offers is monotone in the budget.
  Ladder pruned;
};

/// Plans of many peaks: for growing numbers of segments, whose borders are free to keep, and rising
/// prices per byte, one minimum cut at the peak of the program order; then, for smaller budgets,
/// cuts at the peaks of the plans found, again and again. The number of cuts falls with the size of
/// the program.
Seeds makeSeeds(const BaseProgram &base, const SeedOptions &options);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_SEEDS_H
