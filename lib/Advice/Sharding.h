//===- Sharding.h - States shared by devices -*- C++ -*-===//
#ifndef REMAT_LIB_ADVICE_SHARDING_H
#define REMAT_LIB_ADVICE_SHARDING_H

#include "StepState.h"

namespace mlir::remat {

/// Adds the estimate of keeping the inputs of layers as shards.
void addPartitionedInputs(ShardingAdvice &advice, ArrayRef<SavedBytes> layers,
                          const Device &device);

/// What each device holds with ZeRO stages 0 to 3 (3 is FSDP), and what that does to the peaks of
/// the choices named `rows`: their schedules are judged again on the step with sharded states.
ShardingAdvice adviseSharding(const PlanningGraph &graph, const StepState &state,
                              ArrayRef<const Choice *> rows, const Device &device, int64_t devices);

} // namespace mlir::remat

#endif // REMAT_LIB_ADVICE_SHARDING_H
