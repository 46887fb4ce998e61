//===- ShardPolicy.h - Policies that share activations among devices -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_SHARDPOLICY_H
#define REMAT_ANALYSIS_SHARDPOLICY_H

#include "remat/Analysis/Policy.h"

namespace mlir::remat {

/// The devices that a policy `partition_activations:…` or `distribute_saved_activations:…` names,
/// as DeviceGroups::parse reads them; empty for all other policies.
StringRef shardGroupsOf(const UserPolicy &policy);

/// Marks, while a function is planned, the op that cuts a device's part out of a layer input, and
/// the collective that puts the parts together again. The latter's first run is none: the whole
/// value is still there, and takes its place in the end.
inline constexpr llvm::StringLiteral kShardAttribute = "remat.shard";
inline constexpr llvm::StringLiteral kGatheredAttribute = "remat.gathered";

/// Whether an op is one of the two. They are of the layer that makes their first operand.
inline bool isForShards(Operation *op) {
  return op->hasAttr(kShardAttribute) || op->hasAttr(kGatheredAttribute);
}

/// Lets later runs of such collectives cost what the cut costs as well, and first runs of both
/// nothing: a part that nothing gathers is not cut.
void payForPartsWhereGathered(PlanningGraph &graph);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_SHARDPOLICY_H
