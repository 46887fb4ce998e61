//===- WorkingSets.cpp - Bytes that an op needs in every schedule ---------===//
#include "WorkingSets.h"

namespace rematplan {

WorkingSets::WorkingSets(const Problem &problem)
    : problem(problem), roots(problem.storageRoots()), isKept(problem.values.size()),
      isFinal(problem.values.size()), mark(problem.values.size()) {
  for (ValueId value : problem.inputs)
    isKept[value] = true;
  for (ValueId value : problem.donated)
    isKept[value] = false;

  std::vector<bool> isInput(problem.values.size()), isOutput(problem.values.size());
  for (ValueId value : problem.inputs)
    isInput[value] = true;
  for (ValueId value : problem.outputs) {
    isOutput[roots[value]] = true;
    if (isInput[roots[value]])
      isKept[roots[value]] = true;
  }
  for (ValueId value = 0; value < problem.values.size(); ++value) {
    if (isKept[value])
      kept += problem.values[value].bytes;
    if (isKept[value] || isOutput[value])
      end += problem.values[value].bytes;
  }
  for (OpId op = 0; op < problem.ops.size(); ++op)
    if (!problem.mayRepeat(op))
      for (ValueId value : problem.ops[op].outputs)
        isFinal[value] = isOutput[value];
}

int64_t WorkingSets::bytes(OpId id) {
  const Op &op = problem.ops[id];
  const uint64_t counted = 2 * ++query, shared = counted + 1;
  int64_t sum = kept + op.scratchBytes;
  auto count = [&](ValueId value) {
    const ValueId root = roots[value];
    if (mark[root] < counted && !isKept[root])
      sum += problem.values[root].bytes;
    mark[root] = counted;
  };
  for (ValueId value : op.inputs)
    count(value);
  for (ValueId value : op.outputs)
    count(value);
  // Pairs that share although another schedule could not let them only make the sum smaller: it
  // stays a lower limit.
  for (auto [outputPosition, inputPosition] : op.reuses) {
    const ValueId output = op.outputs[outputPosition], storage = roots[op.inputs[inputPosition]];
    if (problem.values[output].aliasOf || isKept[storage] || isFinal[storage] ||
        mark[output] == shared || mark[storage] == shared ||
        problem.values[output].bytes > problem.values[storage].bytes)
      continue;
    mark[output] = mark[storage] = shared;
    sum -= problem.values[output].bytes;
  }
  return sum;
}

} // namespace rematplan
