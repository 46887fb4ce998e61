//===- StrategiesTest.cpp - All ways to plan, judged alike ----------------===//
#include "RandomProblem.h"
#include "SmallOptima.h"
#include "TestProblems.h"
#include "remat/Planning/LowerBound.h"
#include "remat/Planning/Rematerialize.h"
#include "gtest/gtest.h"
#include <cmath>

using namespace rematplan;

namespace {

/// A chain of layers of 8 bytes there and back, in which every run costs 1.
Problem uniformChain(uint32_t layers) {
  Problem problem;
  std::vector<ValueId> made = {addValue(problem, 8)};
  problem.inputs = made;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    made.push_back(addValue(problem, 8));
    addOp(problem, {made[layer]}, {made[layer + 1]}, 1);
  }
  ValueId gradient = made.back();
  for (uint32_t layer = layers; layer-- > 0;) {
    const ValueId next = addValue(problem, 8);
    addOp(problem, {gradient, made[layer]}, {next}, 1);
    gradient = next;
  }
  problem.outputs = {gradient};
  return problem;
}

Plan planBy(const Problem &problem, Strategy strategy, int64_t budgetBytes) {
  PlanOptions options;
  options.strategy = strategy;
  options.order = Order::Fixed;
  options.budgetBytes = budgetBytes;
  return rematerialize(problem, options);
}

TEST(Strategies, EveryAnswerIsAScheduleAndNoneBeatsItsBound) {
  for (uint32_t seed = 0; seed < 24; ++seed) {
    Problem problem = randomProblem(seed, 25 + seed, seed % 3 == 0);
    const int64_t peak = planBy(problem, Strategy::Sqrt, 0).before.peakBytes;
    for (Strategy strategy :
         {Strategy::MinCut, Strategy::Sqrt, Strategy::ChenGreedy, Strategy::Greedy}) {
      SCOPED_TRACE("seed " + std::to_string(seed));
      const Plan plan = planBy(problem, strategy, peak * 7 / 10);
      if (plan.status == Status::Infeasible)
        continue;
      llvm::Expected<Judgement> judgement = judge(problem, plan.steps);
      ASSERT_TRUE(static_cast<bool>(judgement)) << llvm::toString(judgement.takeError());
      EXPECT_LE(judgement->peakBytes, peak * 7 / 10);
      EXPECT_TRUE(judgement->firstOrderKept);
      EXPECT_LE(plan.overheadLowerBound, judgement->cost - plan.before.cost);
    }
  }
}

TEST(Strategies, SqrtSegmentsTakeMemoryLikeTheSquareRootOfTheLength) {
  for (uint32_t layers : {25u, 100u, 400u}) {
    const Problem problem = uniformChain(layers);
    // Checkpoints, one segment, and what a step works on.
    const int64_t values = 2 * static_cast<int64_t>(std::sqrt(layers)) + 6;
    const Plan plan = planBy(problem, Strategy::Sqrt, 8 * values);
    EXPECT_EQ(plan.status, Status::Met) << layers;
    EXPECT_LE(plan.after.cost - plan.before.cost, layers);
  }
}

TEST(Strategies, AutoIsNoDearerThanTheTextbook) {
  const Problem problem = uniformChain(60);
  for (int64_t values : {24, 32, 45}) {
    const Plan best = planBy(problem, Strategy::Auto, 8 * values);
    ASSERT_EQ(best.status, Status::Met);
    for (Strategy strategy :
         {Strategy::MinCut, Strategy::Sqrt, Strategy::ChenGreedy, Strategy::Greedy})
      if (const Plan plan = planBy(problem, strategy, 8 * values); plan.status == Status::Met) {
        EXPECT_LE(best.after.cost, plan.after.cost);
      }
  }
}

TEST(Strategies, ExactIsNoDearerAndProvesNoLess) {
  const Problem problem = uniformChain(24);
  const Plan quick = planBy(problem, Strategy::Auto, 8 * 16);
  const Plan exact = planBy(problem, Strategy::Exact, 8 * 16);
  ASSERT_EQ(exact.status, Status::Met);
  EXPECT_LE(exact.after.cost, quick.after.cost);
  EXPECT_GE(exact.overheadLowerBound, quick.overheadLowerBound);
}

TEST(OverheadLowerBoundAnyOrder, IsBelowTheOptimumOfAllOrders) {
  size_t useful = 0;
  for (const SmallOptimum &optimum : readSmallOptima()) {
    if (!optimum.freeOrderCost)
      continue;
    const int64_t bound = overheadLowerBoundAnyOrder(optimum.problem, optimum.budgetBytes);
    EXPECT_LE(bound, *optimum.freeOrderCost - optimum.problem.baseCost()) << optimum.problem.name;
    useful += bound > 0;
  }
  EXPECT_GT(useful, 10u);
}

TEST(OverheadLowerBoundAnyOrder, SeesWhatEveryOrderMustHold) {
  const Problem problem = uniformChain(20);
  // At the last op of forward all of it is there; 6 values must be made again.
  const int64_t peak = planBy(problem, Strategy::Sqrt, 0).before.peakBytes;
  EXPECT_EQ(overheadLowerBoundAnyOrder(problem, peak), 0);
  EXPECT_EQ(overheadLowerBoundAnyOrder(problem, peak - 8 * 6), 6);
}

} // namespace
