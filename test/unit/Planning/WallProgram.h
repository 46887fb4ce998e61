//===- WallProgram.h - Programs whose budget bounds what is saved -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_PLANNING_WALLPROGRAM_H
#define REMAT_TEST_UNIT_PLANNING_WALLPROGRAM_H

#include "TestProblems.h"
#include "remat/Planning/Rematerialize.h"
#include <set>

namespace rematplan {

/// Published systems bound the bytes that are saved between forward and backward, while budgets
/// here bound the peak. Both are the same where an op between the two, the wall, needs much more
/// memory than anything else: a budget of the wall and `limit` bytes leaves `limit` bytes for what
/// is saved, and what backward takes does not matter.
class WallProgram {
public:
  ValueId input(int64_t bytes) {
    const ValueId value = addValue(problem, bytes);
    problem.inputs.push_back(value);
    inputBytes += bytes;
    return value;
  }

  ValueId op(std::vector<ValueId> inputs, int64_t bytes, int64_t cost) {
    const ValueId result = addValue(problem, bytes);
    addOp(problem, std::move(inputs), {result}, cost);
    return result;
  }

  /// Ends forward, whose loss reads `inputs`.
  void wall(std::vector<ValueId> inputs) {
    const ValueId loss = op(std::move(inputs), 0, 0);
    gate = op({loss}, 0, 0);
    problem.ops.back().recomputable = false;
    problem.ops.back().scratchBytes = kWallBytes;
  }

  /// A gradient of no bytes that reads `values`. Gradients follow one another.
  void gradient(std::vector<ValueId> values) {
    values.push_back(gate);
    gate = op(std::move(values), 0, 0);
    problem.ops.back().recomputable = false;
  }

  struct Result {
    bool isMet = false;
    int64_t savedBytes = 0;
    int64_t extraCost = 0;
    /// Ops that run again.
    std::set<OpId> again;
  };

  /// What is saved within a limit, and what the rest costs.
  Result save(int64_t limitBytes) {
    problem.outputs = {gate};
    PlanOptions options;
    options.budgetBytes = kWallBytes + inputBytes + limitBytes;
    // Values that only backward reads would move behind the wall for nothing.
    options.order = Order::Fixed;
    const Plan plan = rematerialize(problem, options);
    Result result;
    result.isMet = plan.status != Status::Infeasible;
    result.savedBytes = plan.after.peakBytes - kWallBytes - inputBytes;
    result.extraCost = plan.after.cost - plan.before.cost;
    std::set<OpId> ran;
    for (OpId op : plan.steps)
      if (!ran.insert(op).second)
        result.again.insert(op);
    return result;
  }

  Problem problem;

private:
  static constexpr int64_t kWallBytes = 1'000'000;
  int64_t inputBytes = 0;
  ValueId gate = 0;
};

} // namespace rematplan

#endif // REMAT_TEST_UNIT_PLANNING_WALLPROGRAM_H
