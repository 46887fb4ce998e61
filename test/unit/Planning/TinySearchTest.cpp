//===- TinySearchTest.cpp - Exact optima against another search -----------===//
#include "../../../lib/Planning/TinySearch.h"
#include "ExhaustiveSearch.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

TinyAnswer search(const Problem &problem, int64_t budgetBytes, Order order) {
  TinyOptions options;
  options.budgetBytes = budgetBytes;
  options.order = order;
  options.extraCostLimit = 1'000'000;
  options.stateLimit = 200'000;
  return searchTiny(problem, options);
}

TEST(TinySearch, AgreesWithAnotherExactSearch) {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    Problem problem = randomProblem(seed, 3 + seed % 4);
    const int64_t peak = llvm::cantFail(judge(problem, programOrder(problem))).peakBytes;
    for (int64_t budget : {peak / 2, peak * 3 / 4, peak - 1}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + " budget " + std::to_string(budget));
      TinyAnswer fixed = search(problem, budget, Order::Fixed);
      ASSERT_TRUE(fixed.complete);
      std::optional<int64_t> least = ExhaustiveSearch(problem, budget).leastExtraCost();
      ASSERT_EQ(!fixed.steps.empty(), least.has_value());
      TinyAnswer free = search(problem, budget, Order::Free);
      ASSERT_TRUE(free.complete);
      if (!least)
        continue;
      EXPECT_EQ(fixed.extraCost, *least);
      Judgement judgement = llvm::cantFail(judge(problem, fixed.steps));
      EXPECT_LE(judgement.peakBytes, budget);
      EXPECT_EQ(judgement.cost - problem.baseCost(), *least);
      EXPECT_TRUE(judgement.firstOrderKept);
      ASSERT_FALSE(free.steps.empty());
      EXPECT_LE(free.extraCost, fixed.extraCost);
    }
  }
}

TEST(TinySearch, ObeysDrops) {
  int found = 0;
  for (uint32_t seed = 0; seed < 100; ++seed) {
    Problem problem = randomProblem(seed, 6, /*withDrops=*/true);
    TinyAnswer answer = search(problem, 1000, Order::Fixed);
    if (answer.steps.empty())
      continue;
    ++found;
    EXPECT_FALSE(static_cast<bool>(checkSchedule(problem, answer.steps))) << "seed " << seed;
  }
  EXPECT_GT(found, 50);
}

TEST(TinySearch, GivesUp) {
  Problem problem = thereAndBack();
  TinyOptions options;
  options.budgetBytes = 32;
  options.extraCostLimit = 100;
  options.stateLimit = 2;
  TinyAnswer answer = searchTiny(problem, options);
  EXPECT_FALSE(answer.complete);
  EXPECT_TRUE(answer.steps.empty());
  // The optimum costs 5, so that below 5 there is nothing.
  options.stateLimit = 100'000;
  options.extraCostLimit = 5;
  answer = searchTiny(problem, options);
  EXPECT_TRUE(answer.complete);
  EXPECT_TRUE(answer.steps.empty());
}

} // namespace
