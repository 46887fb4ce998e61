//===- Sharding.cpp - States shared by devices ----------------------------===//
#include "Sharding.h"
#include "remat/Planning/Memory.h"

using namespace mlir;
using namespace mlir::remat;
using Role = StepState::Role;

/// The stage from which values of a role are shared; 4: none.
static unsigned firstStage(Role role) {
  switch (role) {
  case Role::Optimizer:
    return 1;
  case Role::Gradient:
    return 2;
  case Role::Parameter:
    return 3;
  case Role::Other:
    return 4;
  }
  llvm_unreachable("unknown role");
}

static int64_t shard(int64_t bytes, int64_t devices) {
  return bytes / devices + (bytes % devices != 0);
}

/// The step of one device. Where forward or backward reads a parameter of which the device has a
/// shard, the whole one is there while that op runs.
static rematplan::Problem shardStates(const PlanningGraph &graph, const StepState &state,
                                      unsigned stage, int64_t devices) {
  rematplan::Problem problem = graph.problem;
  auto isShared = [&](rematplan::ValueId value) { return firstStage(state.roles[value]) <= stage; };
  for (rematplan::ValueId value = 0; value < problem.values.size(); ++value)
    if (isShared(value))
      problem.values[value].bytes = shard(graph.problem.values[value].bytes, devices);
  for (rematplan::Op &op : problem.ops) {
    // The update works on shards.
    if (llvm::any_of(op.outputs, [&](rematplan::ValueId output) {
          return state.roles[output] == Role::Optimizer || state.roles[output] == Role::Parameter;
        }))
      continue;
    for (rematplan::ValueId input : op.inputs)
      if (state.roles[input] == Role::Parameter && isShared(input))
        op.scratchBytes += graph.problem.values[input].bytes - problem.values[input].bytes;
  }
  return problem;
}

ShardingAdvice mlir::remat::adviseSharding(const PlanningGraph &graph, const StepState &state,
                                           ArrayRef<const Choice *> rows, const Device &device,
                                           int64_t devices) {
  ShardingAdvice advice;
  advice.devices = devices;
  for (const Choice *row : rows)
    advice.choices.push_back(row->name);
  for (unsigned stage = 0; stage <= 3; ++stage) {
    StageAdvice made;
    made.stage = stage;
    made.state = state.bytes;
    auto share = [&](Role role, int64_t &bytes) {
      if (firstStage(role) <= stage)
        bytes = shard(bytes, devices);
    };
    share(Role::Optimizer, made.state.optimizerBytes);
    share(Role::Gradient, made.state.gradientBytes);
    share(Role::Parameter, made.state.parameterBytes);
    rematplan::Problem problem = shardStates(graph, state, stage, devices);
    for (const Choice *row : rows)
      made.peakBytes.push_back(llvm::cantFail(rematplan::judge(problem, row->steps)).peakBytes);
    // Gradients are summed and scattered, parameters gathered: once up to stage 2, and for forward
    // and for backward in stage 3.
    int64_t gathered = state.bytes.parameterBytes * (stage == 3 ? 2 : 1);
    int64_t whole = state.bytes.gradientBytes + gathered;
    made.communicationNs = devices > 1 ? sendNs(device, whole - shard(whole, devices)) : 0;
    advice.stages.push_back(std::move(made));
  }
  return advice;
}

void mlir::remat::addPartitionedInputs(ShardingAdvice &advice, ArrayRef<SavedBytes> layers,
                                       const Device &device) {
  for (const SavedBytes &layer : layers) {
    if (layer.inputBytes == 0)
      continue;
    int64_t part = shard(layer.inputBytes, advice.devices);
    advice.layerInputBytes += layer.inputBytes;
    advice.layerInputShardBytes += part;
    // One gather per layer; each device sends its shard to all others.
    advice.gatherNs += sendNs(device, layer.inputBytes - part);
  }
}
