//===- PlanInRounds.h - Plan and rewrite until model and result agree -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_PLANINROUNDS_H
#define REMAT_LIB_TRANSFORMS_PLANINROUNDS_H

#include "remat/Transforms/RematerializeFunction.h"

namespace mlir::remat {

/// planFunction, without a look at what well-known policies would do and without a limit to the
/// number of recomputations.
FailureOr<FunctionPlan> planInRounds(FunctionOpInterface function,
                                     const FunctionPlanOptions &options);

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PLANINROUNDS_H
