//===- StorageUses.cpp - When program order needs which storage -----------===//
#include "StorageUses.h"

namespace rematplan {

StorageUses::StorageUses(const Problem &problem)
    : problem(problem), roots(problem.storageRoots()), producers(problem.producers()),
      lastUse(roots.size(), none), isKept(roots.size()), canReturn(roots.size()) {
  for (ValueId value : problem.inputs)
    isKept[value] = true;
  for (ValueId value : problem.donated)
    isKept[value] = false;
  for (OpId op = 0; op < problem.ops.size(); ++op) {
    for (ValueId value : problem.ops[op].inputs)
      lastUse[roots[value]] = op;
    for (ValueId value : problem.ops[op].outputs) {
      lastUse[roots[value]] = op;
      canReturn[value] = problem.mayRepeat(op);
    }
  }
  for (ValueId value : problem.outputs)
    lastUse[roots[value]] = static_cast<uint32_t>(problem.ops.size());
}

bool StorageUses::mayReuse(const Op &op, uint32_t output, uint32_t input) const {
  const Value &target = problem.values[op.outputs[output]];
  const ValueId source = roots[op.inputs[input]];
  return !target.aliasOf && !isKept[source] && target.bytes <= problem.values[source].bytes;
}

std::vector<bool> StorageUses::sharingOutputs(OpId id) const {
  const Op &op = problem.ops[id];
  std::vector<bool> shares(op.reuses.empty() ? 0 : op.outputs.size());
  for (auto [output, input] : op.reuses)
    if (mayReuse(op, output, input) && lastUse[roots[op.inputs[input]]] == id)
      shares[output] = true;
  return shares;
}

std::vector<int64_t> StorageUses::bytesPerOp() const {
  const size_t opCount = problem.ops.size();
  std::vector<int64_t> bytes(opCount + 2);
  for (ValueId value = 0; value < roots.size(); ++value) {
    if (roots[value] != value || (lastUse[value] == none && !isKept[value]))
      continue;
    const size_t end = isKept[value] ? opCount : lastUse[value];
    bytes[producers[value].value_or(0)] += problem.values[value].bytes;
    bytes[end + 1] -= problem.values[value].bytes;
  }
  int64_t live = 0;
  for (OpId op = 0; op < opCount; ++op) {
    live += bytes[op];
    bytes[op] = live + problem.ops[op].scratchBytes;
  }
  bytes.resize(opCount);
  return bytes;
}

} // namespace rematplan
