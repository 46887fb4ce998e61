//===- Problem.cpp - The rules of a rematerialization problem -------------===//
#include "remat/Planning/Problem.h"
#include "Names.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <numeric>

namespace rematplan {

namespace {

/// No plan runs an op more often than this (see Problem::check): costs of plans cannot overflow.
constexpr int64_t mostRunsOfAnOp = 1000;

/// Walks over a problem once, in program order, and stops at the first broken rule.
class Checker {
public:
  explicit Checker(const Problem &problem)
      : problem(problem), available(problem.values.size()), given(problem.values.size()),
        seenBy(problem.values.size(), noOp) {}

  llvm::Error check() {
    if (problem.values.size() >= noOp || problem.ops.size() >= noOp)
      return fail("problem", "more values or ops than 32 bits can number");
    if (llvm::Error error = checkSizes())
      return error;
    if (llvm::Error error = checkBoundary())
      return error;
    for (OpId op = 0; op < problem.ops.size(); ++op)
      if (llvm::Error error = checkOp(op))
        return error;
    if (llvm::Error error = checkMadeAndDrops())
      return error;
    return checkSums();
  }

private:
  static constexpr OpId noOp = ~OpId(0);

  static llvm::Error fail(const std::string &where, const llvm::Twine &what) {
    return llvm::createStringError(where + ": " + what);
  }
  llvm::Error failOp(OpId op, const llvm::Twine &what) const {
    return fail(describeOp(problem, op), what);
  }
  llvm::Error failValue(ValueId value, const llvm::Twine &what) const {
    return fail(describeValue(problem, value), what);
  }
  bool exists(ValueId value) const { return value < problem.values.size(); }

  llvm::Error checkSizes() const {
    for (ValueId value = 0; value < problem.values.size(); ++value)
      if (problem.values[value].bytes < 0)
        return failValue(value, "bytes is negative");
    return llvm::Error::success();
  }

  llvm::Error checkBoundary() {
    const std::pair<const char *, const std::vector<ValueId> *> lists[] = {
        {"inputs", &problem.inputs}, {"donated", &problem.donated}, {"outputs", &problem.outputs}};
    for (const auto &[list, members] : lists)
      for (ValueId value : *members)
        if (!exists(value))
          return fail(list, llvm::Twine(value) + " is not a value");
    for (ValueId value : problem.inputs) {
      if (given[value])
        return fail("inputs", describeValue(problem, value) + " is named twice");
      if (problem.values[value].aliasOf)
        return failValue(value, "an input of the program cannot be a view");
      given[value] = available[value] = true;
    }
    for (ValueId value : problem.donated)
      if (!given[value])
        return fail("donated", describeValue(problem, value) + " is not one of the inputs");
    return llvm::Error::success();
  }

  llvm::Error checkOp(OpId id) {
    const Op &op = problem.ops[id];
    if (op.cost < 0)
      return failOp(id, "cost is negative");
    if (op.repeatCost < 0)
      return failOp(id, "repeat_cost is negative");
    if (op.scratchBytes < 0)
      return failOp(id, "scratch_bytes is negative");
    for (ValueId value : op.inputs) {
      if (!exists(value))
        return failOp(id, "input " + llvm::Twine(value) + " is not a value");
      if (!available[value])
        return failOp(id, "reads " + describeValue(problem, value) +
                              ", which does not exist yet in program order");
      seenBy[value] = id;
    }
    for (ValueId value : op.outputs)
      if (llvm::Error error = checkResult(id, value))
        return error;
    for (auto [output, input] : op.reuses)
      if (output >= op.outputs.size() || input >= op.inputs.size())
        return failOp(id, "reuses [" + llvm::Twine(output) + ", " + llvm::Twine(input) +
                              "] is not [output position, input position]");
    return llvm::Error::success();
  }

  llvm::Error checkResult(OpId op, ValueId id) {
    if (!exists(id))
      return failOp(op, "output " + llvm::Twine(id) + " is not a value");
    if (available[id])
      return failOp(op, describeValue(problem, id) + " has a second producer");
    const Value &value = problem.values[id];
    if (value.aliasOf) {
      if (value.bytes != 0)
        return failValue(id, "a view owns no bytes");
      if (!exists(*value.aliasOf) || seenBy[*value.aliasOf] != op)
        return failValue(id,
                         "alias_of names neither an input nor an earlier output of its producer");
    }
    available[id] = true;
    seenBy[id] = op;
    return llvm::Error::success();
  }

  llvm::Error checkMadeAndDrops() const {
    for (ValueId id = 0; id < problem.values.size(); ++id) {
      if (!available[id])
        return failValue(id, "neither an input nor made by an op");
      const Value &value = problem.values[id];
      if (!value.dropAt)
        continue;
      if (*value.dropAt >= problem.ops.size())
        return failValue(id, "drop_at " + llvm::Twine(*value.dropAt) + " is not an op");
      if (value.aliasOf || given[id])
        return failValue(id, "drop_at on an input or a view");
    }
    return llvm::Error::success();
  }

  /// The live bytes of every schedule, and the cost of every schedule that runs no op more than
  /// `mostRunsOfAnOp` times, fit into int64. A storage that may be made again can be alive once per
  /// value that it holds: an older copy lives on in each view of it.
  llvm::Error checkSums() const {
    const std::vector<ValueId> roots = problem.storageRoots();
    std::vector<bool> once = given;
    for (OpId op = 0; op < problem.ops.size(); ++op)
      if (!problem.mayRepeat(op))
        for (ValueId value : problem.ops[op].outputs)
          once[value] = true;
    int64_t bytes = 0, mostScratchBytes = 0, cost = 0;
    for (ValueId value = 0; value < problem.values.size(); ++value)
      if (roots[value] == value || !once[roots[value]])
        if (__builtin_add_overflow(bytes, problem.values[roots[value]].bytes, &bytes))
          return fail("problem", "the sum of the bytes is over the limit of int64");
    for (const Op &op : problem.ops) {
      int64_t repeats;
      if (__builtin_mul_overflow(mostRunsOfAnOp - 1, op.repeatCost, &repeats) ||
          __builtin_add_overflow(cost, repeats, &cost) ||
          __builtin_add_overflow(cost, op.cost, &cost))
        return fail("problem", "the sum of the costs (each op run " + llvm::Twine(mostRunsOfAnOp) +
                                   " times) is over the limit of int64");
      mostScratchBytes = std::max(mostScratchBytes, op.scratchBytes);
    }
    if (__builtin_add_overflow(bytes, mostScratchBytes, &bytes))
      return fail("problem", "the sum of the bytes and scratch_bytes is over the limit of int64");
    return llvm::Error::success();
  }

  const Problem &problem;
  std::vector<bool> available;
  std::vector<bool> given;
  /// The last op that named the value as an operand or result.
  std::vector<OpId> seenBy;
};

} // namespace

llvm::Error Problem::check() const { return Checker(*this).check(); }

std::vector<ValueId> Problem::storageRoots() const {
  std::vector<ValueId> roots(values.size());
  std::iota(roots.begin(), roots.end(), 0);
  // In program order the base of a view comes before the view.
  for (const Op &op : ops)
    for (ValueId value : op.outputs)
      if (values[value].aliasOf)
        roots[value] = roots[*values[value].aliasOf];
  return roots;
}

std::vector<std::optional<OpId>> Problem::producers() const {
  std::vector<std::optional<OpId>> producers(values.size());
  for (OpId op = 0; op < ops.size(); ++op)
    for (ValueId value : ops[op].outputs)
      producers[value] = op;
  return producers;
}

int64_t Problem::baseCost() const {
  int64_t sum = 0;
  for (const Op &op : ops)
    sum += op.cost;
  return sum;
}

bool Problem::mayRepeat(OpId op) const {
  return ops[op].recomputable &&
         llvm::none_of(ops[op].outputs, [&](ValueId value) { return values[value].save; });
}

Schedule programOrder(const Problem &problem) {
  Schedule steps(problem.ops.size());
  std::iota(steps.begin(), steps.end(), 0);
  return steps;
}

} // namespace rematplan
