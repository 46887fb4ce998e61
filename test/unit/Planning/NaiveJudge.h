//===- NaiveJudge.h - The definition of live bytes, word by word -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_PLANNING_NAIVEJUDGE_H
#define REMAT_TEST_UNIT_PLANNING_NAIVEJUDGE_H

#include "remat/Planning/Problem.h"
#include <algorithm>
#include <map>
#include <set>

namespace rematplan {

/// Computes the bytes of each step by looking back for the copy that every read means: quadratic,
/// and written from the text of the format. The oracle for the linear judge.
class NaiveJudge {
public:
  NaiveJudge(const Problem &problem, const Schedule &steps) : problem(problem), steps(steps) {
    for (ValueId value : problem.inputs)
      lastUse[{value, beforeTheProgram}] = isDonated(value) ? beforeTheProgram : end();
    for (int step = 0; step < end(); ++step) {
      const Op &op = problem.ops[steps[step]];
      for (ValueId value : op.inputs)
        use(storageOf(value, newestCopy(value, step - 1)), step);
      for (ValueId value : op.outputs)
        use(storageOf(value, step), step);
    }
    for (ValueId value : problem.outputs)
      use(storageOf(value, newestCopy(value, end() - 1)), end());
  }

  std::vector<int64_t> bytesPerStep() const {
    std::vector<int64_t> result;
    for (int step = 0; step < end(); ++step)
      result.push_back(bytesAt(step));
    return result;
  }

private:
  /// A storage copy: the value that owns it, and the step that made it.
  using Storage = std::pair<ValueId, int>;
  static constexpr int beforeTheProgram = -1;

  int end() const { return static_cast<int>(steps.size()); }
  bool isDonated(ValueId value) const {
    return std::count(problem.donated.begin(), problem.donated.end(), value) > 0;
  }
  bool makes(OpId op, ValueId value) const {
    const std::vector<ValueId> &outputs = problem.ops[op].outputs;
    return std::count(outputs.begin(), outputs.end(), value) > 0;
  }

  /// The last step up to `step` that made the value.
  int newestCopy(ValueId value, int step) const {
    while (step >= 0 && !makes(steps[step], value))
      --step;
    return step;
  }

  Storage storageOf(ValueId value, int made) const {
    const std::optional<ValueId> base = problem.values[value].aliasOf;
    if (!base)
      return {value, made};
    return storageOf(*base, newestCopy(*base, made));
  }

  void use(Storage storage, int step) {
    auto [entry, isNew] = lastUse.insert({storage, step});
    entry->second = std::max(entry->second, step);
  }

  int64_t bytesAt(int step) const {
    const Op &op = problem.ops[steps[step]];
    int64_t sum = op.scratchBytes;
    for (const auto &[storage, last] : lastUse)
      if (storage.second <= step && step <= last)
        sum += problem.values[storage.first].bytes;
    std::set<ValueId> shared;
    std::set<Storage> overwritten;
    for (auto [output, input] : op.reuses) {
      const ValueId target = op.outputs[output], read = op.inputs[input];
      const Storage source = storageOf(read, newestCopy(read, step - 1));
      const int64_t bytes = problem.values[target].bytes;
      if (problem.values[target].aliasOf || lastUse.at(source) != step || shared.count(target) ||
          overwritten.count(source) || bytes > problem.values[source.first].bytes)
        continue;
      shared.insert(target);
      overwritten.insert(source);
      sum -= bytes;
    }
    return sum;
  }

  const Problem &problem;
  const Schedule &steps;
  std::map<Storage, int> lastUse;
};

} // namespace rematplan

#endif // REMAT_TEST_UNIT_PLANNING_NAIVEJUDGE_H
