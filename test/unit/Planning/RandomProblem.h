//===- RandomProblem.h - Seeded random problems that touch every rule -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_PLANNING_RANDOMPROBLEM_H
#define REMAT_TEST_UNIT_PLANNING_RANDOMPROBLEM_H

#include "remat/Planning/Problem.h"
#include <random>

namespace rematplan {

/// Random draws that are the same on every platform.
class Dice {
public:
  explicit Dice(uint32_t seed) : generator(seed) {}
  /// 0 … count - 1.
  uint32_t below(size_t count) { return static_cast<uint32_t>(generator() % count); }
  bool chance(unsigned percent) { return below(100) < percent; }

private:
  std::mt19937 generator;
};

/// A valid problem: about half of the seeds are training-like (a chain and its mirror), the others
/// free DAGs; with views, several outputs, donation, scratch, reuses, once-only ops, `save` and
/// repeat costs. Values carry a drop_at only if `withDrops`.
inline Problem randomProblem(uint32_t seed, size_t opCount, bool withDrops = false) {
  Dice dice(seed);
  Problem problem;
  problem.name = "random_" + std::to_string(seed);
  problem.costUnit = "none";
  auto newValue = [&](int64_t bytes, std::optional<ValueId> base = std::nullopt) {
    ValueId id = static_cast<ValueId>(problem.values.size());
    Value value;
    value.name = "v";
    value.name += std::to_string(id);
    value.bytes = base ? 0 : bytes;
    value.aliasOf = base;
    problem.values.push_back(value);
    return id;
  };
  const int64_t sizes[] = {0, 1, 2, 3, 4, 6, 8, 12};
  const int64_t costs[] = {0, 1, 1, 2, 3, 5, 9};
  auto size = [&] { return sizes[dice.below(8)]; };
  for (uint32_t i = dice.below(3); i > 0; --i) {
    problem.inputs.push_back(newValue(size()));
    if (dice.chance(50))
      problem.donated.push_back(problem.inputs.back());
  }
  const bool training = dice.chance(50);
  std::vector<ValueId> main;
  for (size_t i = 0; i < opCount; ++i) {
    Op op;
    op.name = "op";
    op.name += std::to_string(i);
    const size_t mirror = opCount - 1 - i;
    if (training && i > 0)
      op.inputs.push_back(main[i - 1]);
    if (training && mirror < i)
      op.inputs.push_back(main[mirror]);
    if (!training && !problem.values.empty())
      for (uint32_t reads = dice.below(4); reads > 0; --reads)
        op.inputs.push_back(dice.below(problem.values.size()));
    if (!problem.values.empty() && dice.chance(25))
      op.inputs.push_back(dice.below(problem.values.size()));
    op.cost = costs[dice.below(7)];
    op.repeatCost = dice.chance(15) ? costs[dice.below(7)] : op.cost;
    op.recomputable = !dice.chance(8);
    if (!op.inputs.empty() && dice.chance(25)) {
      op.outputs.push_back(newValue(0, op.inputs[dice.below(op.inputs.size())]));
      if (dice.chance(60))
        op.cost = op.repeatCost = 0;
    } else {
      op.outputs.push_back(newValue(size()));
      if (dice.chance(20))
        op.outputs.push_back(newValue(size()));
      if (dice.chance(8))
        op.outputs.push_back(newValue(0, op.outputs.front()));
      if (dice.chance(20))
        op.scratchBytes = size();
      if (!op.inputs.empty())
        for (uint32_t pairs = dice.below(4); pairs > 1; --pairs)
          op.reuses.push_back({dice.below(op.outputs.size()), dice.below(op.inputs.size())});
    }
    main.push_back(op.outputs.front());
    problem.ops.push_back(op);
  }
  std::vector<bool> read(problem.values.size());
  for (const Op &op : problem.ops)
    for (ValueId input : op.inputs)
      read[input] = true;
  for (ValueId value = 0; value < problem.values.size(); ++value)
    if ((!read[value] && dice.chance(50)) || dice.chance(3))
      problem.outputs.push_back(value);
  if (dice.chance(10))
    problem.values[dice.below(problem.values.size())].save = true;
  if (withDrops) {
    std::vector<std::optional<OpId>> makers = problem.producers();
    for (ValueId value = 0; value < problem.values.size(); ++value)
      if (makers[value] && !problem.values[value].aliasOf && dice.chance(20))
        problem.values[value].dropAt = *makers[value] + dice.below(opCount - *makers[value]);
  }
  return problem;
}

} // namespace rematplan

#endif // REMAT_TEST_UNIT_PLANNING_RANDOMPROBLEM_H
