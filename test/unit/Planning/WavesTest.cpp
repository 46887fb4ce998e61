//===- WavesTest.cpp - Waves agree with the judge -------------------------===//
#include "../../../lib/Planning/ExpandWaves.h"
#include "RandomProblem.h"
#include "remat/Planning/Memory.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

void expectAsJudged(const Waves &waves, const std::string &where) {
  const BaseProgram &base = waves.program();
  Schedule steps = expandWaves(base, waves.copies());
  llvm::Expected<Judgement> judgement = judge(base.problem, steps);
  if (!judgement) {
    std::string reason = llvm::toString(judgement.takeError());
    EXPECT_GT(waves.violations(), 0) << where << ": " << reason;
    return;
  }
  EXPECT_EQ(waves.violations(), 0) << where;
  EXPECT_EQ(waves.peakBytes(), judgement->peakBytes) << where;
  EXPECT_EQ(base.problem.baseCost() + waves.extraCost(), judgement->cost) << where;
}

/// Another topological order than the program's, by random choices among the ready ops.
Schedule randomOrder(const Problem &problem, Dice &dice) {
  std::vector<std::optional<OpId>> makers = problem.producers();
  std::vector<bool> done(problem.ops.size());
  Schedule order;
  while (order.size() < problem.ops.size()) {
    Schedule ready;
    for (OpId op = 0; op < problem.ops.size(); ++op) {
      bool isReady = !done[op];
      for (ValueId input : problem.ops[op].inputs)
        isReady &= !makers[input] || done[*makers[input]];
      if (isReady)
        ready.push_back(op);
    }
    order.push_back(ready[dice.below(ready.size())]);
    done[order.back()] = true;
  }
  return order;
}

std::vector<Copy> randomCopies(const BaseProgram &base, Dice &dice, size_t count) {
  std::vector<Copy> copies;
  for (size_t i = 0; i < count && base.stepCount > 0; ++i) {
    StepId step = dice.below(base.stepCount);
    Copy copy{step, step + 1 + dice.below(base.stepCount - step)};
    if (base.mayRepeat[step] && std::find(copies.begin(), copies.end(), copy) == copies.end())
      copies.push_back(copy);
  }
  return copies;
}

void walk(uint32_t seed, size_t opCount, bool withDrops, bool otherOrder) {
  Problem problem = randomProblem(seed, opCount, withDrops);
  ASSERT_FALSE(static_cast<bool>(problem.check()));
  Dice dice(seed + 77);
  BaseProgram base(problem, otherOrder ? randomOrder(problem, dice) : programOrder(problem));
  Waves waves(base);
  std::string where = "seed " + std::to_string(seed);
  expectAsJudged(waves, where);
  for (int round = 0; round < 12; ++round) {
    std::vector<Copy> before = waves.copies();
    int64_t peak = waves.peakBytes(), cost = waves.extraCost();
    waves.setBudget(peak / 2);
    int64_t excess = waves.excess();
    waves.toggle(randomCopies(base, dice, 1 + dice.below(4)));
    expectAsJudged(waves, where + " toggled in round " + std::to_string(round));
    std::vector<Copy> toggled = waves.copies();
    int64_t toggledExcess = waves.excess();
    if (dice.chance(40)) {
      waves.undo();
      EXPECT_EQ(waves.copies(), before) << where;
      EXPECT_EQ(waves.peakBytes(), peak) << where;
      EXPECT_EQ(waves.extraCost(), cost) << where;
      EXPECT_EQ(waves.excess(), excess) << where;
    } else {
      // What grew step by step is what is built at once.
      Waves fresh(base);
      fresh.assign(toggled);
      fresh.setBudget(peak / 2);
      EXPECT_EQ(fresh.excess(), toggledExcess) << where;
      EXPECT_EQ(fresh.peakBytes(), waves.peakBytes()) << where;
    }
  }
}

TEST(Waves, AgreeWithTheJudgeInProgramOrder) {
  for (uint32_t seed = 0; seed < 400; ++seed)
    walk(seed, 4 + seed % 9, false, false);
}

TEST(Waves, AgreeWithTheJudgeInOtherOrders) {
  for (uint32_t seed = 1000; seed < 1300; ++seed)
    walk(seed, 4 + seed % 9, false, true);
}

TEST(Waves, AgreeWithTheJudgeOnDrops) {
  for (uint32_t seed = 2000; seed < 2300; ++seed)
    walk(seed, 4 + seed % 9, true, seed % 2 == 0);
}

TEST(Waves, AgreeWithTheJudgeOnLongPrograms) {
  for (uint32_t seed = 3000; seed < 3020; ++seed)
    walk(seed, 400, seed % 2 == 0, false);
}

// a (8 bytes) is read by v, a free view, long after; running a again just before the reader needs a
// new view of the new a.
TEST(Waves, FreeViewsFollowTheNewCopy) {
  Problem problem;
  problem.values = {{"a", 8, {}, false, {}},
                    {"v", 0, 0u, false, {}},
                    {"b", 4, {}, false, {}},
                    {"c", 1, {}, false, {}}};
  problem.ops.resize(4);
  problem.ops[0] = {"a", {}, {0}, 5, 5, 0, true, {}};
  problem.ops[1] = {"v", {0}, {1}, 0, 0, 0, true, {}};
  problem.ops[2] = {"b", {}, {2}, 1, 1, 0, true, {}};
  problem.ops[3] = {"c", {1, 2}, {3}, 1, 1, 0, true, {}};
  problem.outputs = {3};
  BaseProgram base(problem, programOrder(problem));
  ASSERT_EQ(base.stepCount, 3u);
  Waves waves(base);
  waves.toggle({Copy{0, 2}});
  EXPECT_EQ(expandWaves(base, waves.copies()), (Schedule{0, 1, 2, 0, 1, 3}));
  expectAsJudged(waves, "view");
}

} // namespace
