//===- TestProblems.h - Small problems that tests share -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_PLANNING_TESTPROBLEMS_H
#define REMAT_TEST_UNIT_PLANNING_TESTPROBLEMS_H

#include "remat/Planning/Problem.h"
#include "llvm/ADT/Twine.h"

namespace rematplan {

inline ValueId addValue(Problem &problem, int64_t bytes,
                        std::optional<ValueId> aliasOf = std::nullopt) {
  Value value;
  value.name = llvm::Twine("v").concat(llvm::Twine(problem.values.size())).str();
  value.bytes = bytes;
  value.aliasOf = aliasOf;
  problem.values.push_back(value);
  return static_cast<ValueId>(problem.values.size() - 1);
}

/// The op stays valid until the next one is added.
inline Op &addOp(Problem &problem, std::vector<ValueId> inputs, std::vector<ValueId> outputs,
                 int64_t cost) {
  Op op;
  op.name = llvm::Twine("op").concat(llvm::Twine(problem.ops.size())).str();
  op.inputs = std::move(inputs);
  op.outputs = std::move(outputs);
  op.cost = op.repeatCost = cost;
  problem.ops.push_back(op);
  return problem.ops.back();
}

/// A chain there and back: x -> a -> b -> c, then c -> db (reads b) -> da (reads a), the output.
///
///   value  x    a    b    c   db   da
///   bytes  1   10   10   10    2    2
///   op     -    0    1    2    3    4
///   cost   -    5    7    9    1    1
///
/// The input x stays. Program order, bytes per step: 0: x+a = 11, 1: x+a+b = 21, 2: x+a+b+c = 31,
/// 3: x+a+b+c+db = 33, 4: x+a+db+da = 15.
inline Problem thereAndBack() {
  Problem problem;
  problem.name = "there_and_back";
  problem.costUnit = "none";
  const ValueId x = addValue(problem, 1), a = addValue(problem, 10), b = addValue(problem, 10),
                c = addValue(problem, 10), db = addValue(problem, 2), da = addValue(problem, 2);
  addOp(problem, {x}, {a}, 5);
  addOp(problem, {a}, {b}, 7);
  addOp(problem, {b}, {c}, 9);
  addOp(problem, {c, b}, {db}, 1);
  addOp(problem, {db, a}, {da}, 1);
  problem.inputs = {x};
  problem.outputs = {da};
  return problem;
}

/// Layers there and back: x -> a0 -> a1 -> ... -> an, then from the last one back, each step reads
/// its own activation and what the step behind it made: d(n) reads an; d(i) reads ai and d(i+1).
/// The last is the output. By layer: the bytes and the cost of its activation. What goes back has
/// `backBytes` and costs 1.
inline Problem layersThereAndBack(const std::vector<std::pair<int64_t, int64_t>> &layers,
                                  int64_t backBytes) {
  Problem problem;
  problem.name = "layers";
  problem.costUnit = "none";
  std::vector<ValueId> made{addValue(problem, 1)};
  problem.inputs = made;
  for (auto [bytes, cost] : layers) {
    const ValueId next = addValue(problem, bytes);
    addOp(problem, {made.back()}, {next}, cost);
    made.push_back(next);
  }
  std::vector<ValueId> back;
  for (size_t layer = layers.size(); layer > 0; --layer) {
    std::vector<ValueId> read = back;
    read.push_back(made[layer]);
    back = {addValue(problem, backBytes)};
    addOp(problem, read, back, 1);
  }
  problem.outputs = back;
  return problem;
}

} // namespace rematplan

#endif // REMAT_TEST_UNIT_PLANNING_TESTPROBLEMS_H
