//===- PassOptions.h - Options that several passes share -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_PASSOPTIONS_H
#define REMAT_TRANSFORMS_PASSOPTIONS_H

#include "mlir/IR/Location.h"
#include "remat/Transforms/RematerializeFunction.h"

namespace mlir::remat {

/// Reads the options `memory-model`, `device` and `dynamic-dim`; an error at `location` says what
/// was expected.
FailureOr<PlanningOptions> readPlanningOptions(Location location, StringRef memoryModel,
                                               StringRef device, int64_t dynamicDim);

/// Reads the option `backward` for a program (see findBackward); an error at `location` says what
/// was expected.
FailureOr<BackwardBoundary> readBackward(Location location, const PlanningGraph &graph,
                                         StringRef backward);

struct RematerializePassOptions;

/// Reads the options of remat-rematerialize; an error at `location` says what was expected.
FailureOr<FunctionPlanOptions> readPlanOptions(Location location,
                                               const RematerializePassOptions &options);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PASSOPTIONS_H
