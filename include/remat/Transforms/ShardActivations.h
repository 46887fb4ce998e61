//===- ShardActivations.h - Layer inputs kept in parts -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_SHARDACTIVATIONS_H
#define REMAT_TRANSFORMS_SHARDACTIVATIONS_H

#include "remat/Analysis/DeviceGroups.h"
#include "remat/Transforms/RematerializeFunction.h"

namespace mlir::remat {

/// A plan, and the function with cuts and collectives that `plan.before` points into.
struct ShardedPlan {
  OwningOpRef<Operation *> withShards;
  FunctionPlan plan;
};

/// planFunction under a policy that shares layer inputs among devices (see shardGroupsOf). Behind
/// each layer input, a device cuts its part out and a collective puts the parts together again; all
/// readers read what it makes. So that the whole need not be kept, the planner may run the
/// collective again, at its cost. Fails with an error if there is no such layer input.
FailureOr<ShardedPlan> planWithShards(FunctionOpInterface function, const DeviceLayout &devices,
                                      const FunctionPlanOptions &options);

/// Puts the whole values, which are there, in the place of the first runs of those collectives, and
/// takes out the parts that nothing reads then. Does nothing in functions without them.
void finishShards(Block &block, AppliedSchedule &applied);

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_SHARDACTIVATIONS_H
