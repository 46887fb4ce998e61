//===- BackwardBoundary.h - Where backward begins -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_BACKWARDBOUNDARY_H
#define REMAT_ANALYSIS_BACKWARDBOUNDARY_H

#include "remat/Analysis/PlanningGraph.h"

namespace mlir::remat {

/// Which rule found the boundary between forward and backward.
enum class BackwardRule {
  /// The user said it.
  Option,
  /// The first op whose location carries JAX's mark of transposed code, `transpose(jvp`.
  Location,
  /// The step of the program order's peak: the more of forward has run, the more is alive.
  Peak,
};

/// The word for a rule in reports: `option`, `location` or `peak`.
StringRef backwardRuleName(BackwardRule rule);

struct BackwardBoundary {
  /// The first op of the problem that belongs to backward; the number of ops if none does.
  rematplan::OpId begin = 0;
  BackwardRule rule = BackwardRule::Peak;
};

/// Finds where backward begins. `option` is empty, a step of the problem's program order (as
/// remat-print-liveness numbers them), or a part of a location's name: then backward begins at the
/// first op whose name holds it. Fails if the option matches nothing.
llvm::Expected<BackwardBoundary> findBackward(const PlanningGraph &graph, StringRef option = "");

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_BACKWARDBOUNDARY_H
