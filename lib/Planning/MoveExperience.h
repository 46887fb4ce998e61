//===- MoveExperience.h - What came of moves when they were tried -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_MOVEEXPERIENCE_H
#define REMAT_LIB_PLANNING_MOVEEXPERIENCE_H

#include "Waves.h"
#include "llvm/ADT/DenseMap.h"
#include <algorithm>

namespace rematplan {

/// Remembers, for copies that drop a storage over the gap in front of them, how many times the
/// lower bound the true score was. Most of that stays as it was while the plan changes elsewhere:
/// operands that had to be kept for the copy still have to.
class MoveExperience {
public:
  /// By how much to multiply the lower bound of the score; 1 if nothing is known.
  double factor(Copy copy) const {
    auto entry = factors.find(keyOf(copy));
    return entry == factors.end() ? 1 : entry->second;
  }
  void setFactor(Copy copy, double factor) {
    factors[keyOf(copy)] = std::clamp(factor, 1.0, worstFactor);
  }
  /// Because of its factor it was not tried. So that it comes to its turn again some time, it is
  /// believed to be a little better each time.
  void passOver(Copy copy) {
    constexpr double hope = 0.98;
    if (auto entry = factors.find(keyOf(copy)); entry != factors.end())
      entry->second = std::max(1.0, entry->second * hope);
  }

private:
  static constexpr double worstFactor = 16;
  static std::pair<StepId, StepId> keyOf(Copy copy) { return {copy.step, copy.before}; }
  llvm::DenseMap<std::pair<StepId, StepId>, double> factors;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_MOVEEXPERIENCE_H
