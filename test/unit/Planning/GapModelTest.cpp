//===- GapModelTest.cpp - Rows, gaps and options by hand ------------------===//
#include "../../../lib/Planning/GapModel.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

constexpr int64_t scale = GapModel::costScale;

GapModel modelOf(const Problem &problem, int64_t budgetBytes) {
  EXPECT_FALSE(static_cast<bool>(problem.check()));
  return GapModelBuilder(problem, budgetBytes).build(false);
}

TEST(GapModel, RowsAndGaps) {
  // thereAndBack has 11 21 31 33 15 bytes; at 30, ops 2 and 3 are over by 1 and 3.
  const GapModel model = modelOf(thereAndBack(), 30);
  EXPECT_EQ(model.excessBytes, (std::vector<int64_t>{1, 3}));
  // a is read by ops 1 and 4: both rows lie between. b is read by ops 2 and 3: nothing lies
  // between.
  ASSERT_EQ(model.gaps.size(), 1u);
  EXPECT_EQ(model.gaps[0].beginRow, 0u);
  EXPECT_EQ(model.gaps[0].endRow, 2u);
  EXPECT_FALSE(model.gaps[0].forced);
  ASSERT_EQ(model.options.size(), 1u);
  EXPECT_EQ(model.options[0].bytes, 10);
  EXPECT_TRUE(model.options[0].scaledCost == 5 * scale);
}

TEST(GapModel, DeadOperandsAreKeptOrPaid) {
  // Between x and a comes h (4 bytes, cost 20), which only a's op reads. To make a again, h is kept
  // (10 - 4 bytes are gained) or made again (20 more).
  Problem problem = thereAndBack();
  const ValueId h = addValue(problem, 4);
  addOp(problem, {0}, {h}, 20);
  std::rotate(problem.ops.begin(), problem.ops.end() - 1, problem.ops.end());
  problem.ops[1].inputs = {h};
  const GapModel model = modelOf(problem, 30);
  ASSERT_EQ(model.gaps.size(), 1u);
  ASSERT_EQ(model.options.size(), 2u);
  EXPECT_EQ(model.options[0].bytes, 6);
  EXPECT_TRUE(model.options[0].scaledCost == 5 * scale);
  EXPECT_EQ(model.options[1].bytes, 10);
  EXPECT_TRUE(model.options[1].scaledCost == 25 * scale);
}

TEST(GapModel, ADeadOperandThatCannotReturnIsKept) {
  Problem problem = thereAndBack();
  problem.donated = {0}; // x is dead after op 0, and an input cannot be made again
  const GapModel model = modelOf(problem, 29);
  ASSERT_EQ(model.options.size(), 1u);
  EXPECT_EQ(model.options[0].bytes, 9);
  EXPECT_TRUE(model.options[0].scaledCost == 5 * scale);
}

TEST(GapModel, ReuseOfWhatIsMadeAgain) {
  // c may be written over b at op 2 if b is made again for op 3: 10 bytes less there, for one run
  // of op 1 and with a kept.
  Problem problem = thereAndBack();
  problem.ops[2].reuses = {{0, 0}};
  const GapModel model = modelOf(problem, 30);
  ASSERT_EQ(model.gaps.size(), 2u);
  EXPECT_EQ(model.gaps[0].reuseBytes, 10);
  EXPECT_EQ(model.gaps[0].reuseRow, 0u);
  EXPECT_EQ(model.gaps[0].beginRow, model.gaps[0].endRow);
  EXPECT_EQ(model.gaps[1].reuseBytes, 0);
}

TEST(GapModel, WhatOneRunBringsBackIsSharedByBytes) {
  Problem problem = thereAndBack();
  const ValueId e = addValue(problem, 30);
  problem.ops[0].outputs.push_back(e);
  problem.ops[4].inputs.push_back(e);
  const GapModel model = modelOf(problem, 50);
  ASSERT_EQ(model.options.size(), 2u);
  // Op 0 costs 5; a has 10 bytes of 40, e 30.
  for (const GapModel::Option &option : model.options)
    EXPECT_TRUE(option.scaledCost == 5 * scale * option.bytes / 40);
}

TEST(GapModel, TheBuilderLearnsWhoUsesWhatIsShared) {
  Problem problem = thereAndBack();
  const ValueId e = addValue(problem, 30);
  problem.ops[0].outputs.push_back(e);
  problem.ops[4].inputs.push_back(e);
  GapModelBuilder builder(problem, 50);
  const GapModel before = builder.build(false);
  builder.learn(before, {1, 0}); // only the first gap is open
  const GapModel after = builder.build(false);
  EXPECT_TRUE(after.options[0].scaledCost > before.options[0].scaledCost);
  EXPECT_TRUE(after.options[0].scaledCost + after.options[1].scaledCost <= 5 * scale);
}

TEST(GapModel, ForcedByDropAt) {
  Problem problem = thereAndBack();
  problem.values[1].dropAt = 2;
  const GapModel model = modelOf(problem, 1000);
  EXPECT_TRUE(model.excessBytes.empty());
  ASSERT_EQ(model.gaps.size(), 1u);
  EXPECT_TRUE(model.gaps[0].forced);
}

TEST(GapModel, OnceOnlyStoragesHaveNoGaps) {
  Problem problem = thereAndBack();
  problem.ops[0].recomputable = false;
  EXPECT_TRUE(modelOf(problem, 30).gaps.empty());
}

} // namespace
