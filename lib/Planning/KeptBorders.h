//===- KeptBorders.h - Plans that keep what crosses some steps of forward -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_KEPTBORDERS_H
#define REMAT_LIB_PLANNING_KEPTBORDERS_H

#include "BorderCut.h"
#include "Ladder.h"

namespace rematplan {

/// Checkpointing by segments: of what forward makes and backward needs, only the storages that
/// cross a border between two segments stay. A segment runs again, all of it, when backward needs
/// something of it.
class KeptBorders {
public:
  /// Forward is what comes before the step `backward`.
  KeptBorders(const BaseProgram &base, StepId backward);

  /// Steps of forward.
  StepId forwardSteps() const { return backward; }
  /// Bytes that the storages made by a step of forward take.
  int64_t bytesMadeBy(StepId step) const;
  /// The plan for these borders (a border lies before its step), judged.
  Candidate planFor(llvm::ArrayRef<StepId> borders);

private:
  const BaseProgram &base;
  StepId backward;
  BorderCut cut;
  Waves waves;
};

/// Within the budget the cheaper of two plans, otherwise the one of the lower peak.
bool isBetterPlan(const Candidate &plan, const Candidate &other, int64_t budgetBytes);

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_KEPTBORDERS_H
