//===- RematerializeTest.cpp - From a problem and a budget to a plan ------===//
#include "remat/Planning/Rematerialize.h"
#include "RandomProblem.h"
#include "SmallOptima.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

Plan planFor(const Problem &problem, int64_t budgetBytes, Order order = Order::Fixed,
             unsigned effort = 1) {
  PlanOptions options;
  options.budgetBytes = budgetBytes;
  options.order = order;
  options.effort = effort;
  return rematerialize(problem, options);
}

/// What must hold for every plan.
void expectSound(const Problem &problem, const Plan &plan, Order order) {
  Judgement judgement = llvm::cantFail(judge(problem, plan.steps));
  EXPECT_EQ(judgement.peakBytes, plan.after.peakBytes);
  EXPECT_EQ(judgement.cost, plan.after.cost);
  EXPECT_EQ(plan.status == Status::Infeasible, judgement.peakBytes > plan.budgetBytes);
  if (order == Order::Fixed) {
    EXPECT_TRUE(judgement.firstOrderKept);
  }
  if (plan.status == Status::Infeasible)
    return;
  EXPECT_LE(plan.overheadLowerBound, judgement.cost - problem.baseCost());
  if (plan.boundClass == BoundClass::FixedOrder) {
    EXPECT_TRUE(judgement.firstOrderKept);
  }
}

TEST(Rematerialize, ThreeAnswers) {
  Problem problem = thereAndBack(); // peak 33, the largest working set 23
  Plan fits = planFor(problem, 33);
  EXPECT_EQ(fits.status, Status::Fits);
  EXPECT_EQ(fits.steps, programOrder(problem));
  Plan met = planFor(problem, 32);
  EXPECT_EQ(met.status, Status::Met);
  EXPECT_EQ(met.steps, (Schedule{0, 1, 2, 3, 0, 4})); // a again, for 5
  EXPECT_EQ(met.after.cost - met.before.cost, 5);
  EXPECT_EQ(met.overheadLowerBound, 5);
  Plan infeasible = planFor(problem, 22);
  EXPECT_EQ(infeasible.status, Status::Infeasible);
  EXPECT_TRUE(infeasible.infeasibleProven);
  EXPECT_EQ(infeasible.budgetLowerLimitBytes, 23);
  EXPECT_EQ(infeasible.after.peakBytes, 23); // the lowest peak there is
}

TEST(Rematerialize, StoredOptimaAreReached) {
  for (const SmallOptimum &optimum : readSmallOptima()) {
    for (Order order : {Order::Fixed, Order::Free}) {
      const std::optional<int64_t> &cost =
          order == Order::Fixed ? optimum.cost : optimum.freeOrderCost;
      // Half of them, to save time.
      if (order == Order::Free && optimum.budgetBytes % 2)
        continue;
      Plan plan = planFor(optimum.problem, optimum.budgetBytes, order);
      ASSERT_EQ(plan.status != Status::Infeasible, cost.has_value()) << optimum.problem.name;
      if (!cost)
        continue;
      expectSound(optimum.problem, plan, order);
      EXPECT_EQ(plan.after.cost, *cost) << optimum.problem.name << " at " << optimum.budgetBytes;
    }
  }
}

TEST(Rematerialize, RandomProblemsArePlannedSoundly) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Problem problem = randomProblem(seed, 5 + seed, seed % 3 == 0);
    for (Order order : {Order::Fixed, Order::Free}) {
      PlanOptions options;
      options.order = order;
      options.effort = 0;
      Planner planner(problem, options);
      const int64_t peak = planner.plan(std::numeric_limits<int64_t>::max()).before.peakBytes;
      const int64_t limit = planner.plan(0).budgetLowerLimitBytes;
      for (int64_t budget : {limit, (limit + peak) / 2, peak - 1, peak}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " budget " + std::to_string(budget));
        Plan plan = planner.plan(budget);
        if (!checkSchedule(problem, plan.steps))
          expectSound(problem, plan, order);
        else
          EXPECT_EQ(plan.status, Status::Infeasible); // a drop_at that cannot be satisfied
      }
    }
  }
}

TEST(Rematerialize, LaterCallsDoNotDependOnEarlierOnes) {
  Problem problem = randomProblem(11, 30);
  PlanOptions options;
  Planner planner(problem, options);
  const int64_t peak = planner.plan(0).before.peakBytes;
  Plan first = planner.plan(peak * 8 / 10);
  planner.plan(peak * 6 / 10);
  planner.planLowestPeak();
  EXPECT_EQ(planner.plan(peak * 8 / 10).steps, first.steps);
  EXPECT_EQ(planFor(problem, peak * 8 / 10, Order::Free).steps, first.steps);
}

TEST(Rematerialize, DegenerateProblems) {
  Problem empty;
  EXPECT_EQ(planFor(empty, 0).status, Status::Fits);
  EXPECT_EQ(planFor(empty, 0).overhead(), 0);

  Problem onlyInputs;
  onlyInputs.inputs = {addValue(onlyInputs, 5)};
  onlyInputs.outputs = onlyInputs.inputs;
  EXPECT_EQ(planFor(onlyInputs, 0).status, Status::Fits); // no step, no peak

  Problem costless;
  const ValueId x = addValue(costless, 4), view = addValue(costless, 0, 0u);
  costless.inputs = {x};
  costless.outputs = {view};
  addOp(costless, {x}, {view}, 0);
  addOp(costless, {view}, {}, 0); // no result
  EXPECT_EQ(planFor(costless, 4).status, Status::Fits);
  EXPECT_EQ(planFor(costless, 3).status, Status::Infeasible);
  EXPECT_EQ(planFor(costless, 3).overhead(), 0);
}

/// Parts that each make a value (bytes, cost) in forward, which backward reads again. All of them
/// cross the loss, which takes 1000 bytes of scratch, so that the peak there is 1000 + what is kept
/// + the largest gradient; the results that the loss reads are empty.
Problem sideBySide(const std::vector<std::pair<int64_t, int64_t>> &parts) {
  Problem problem;
  std::vector<ValueId> made, ends;
  for (auto [bytes, cost] : parts) {
    made.push_back(addValue(problem, bytes));
    addOp(problem, {}, {made.back()}, cost);
    ends.push_back(addValue(problem, 0));
    addOp(problem, {made.back()}, {ends.back()}, 0);
  }
  const ValueId loss = addValue(problem, 0);
  addOp(problem, ends, {loss}, 0).scratchBytes = 1000;
  for (ValueId value : made) {
    problem.outputs.push_back(addValue(problem, 0));
    addOp(problem, {loss, value}, {problem.outputs.back()}, 0);
  }
  return problem;
}

int64_t extraCostAt(const Problem &problem, int64_t keptBytes) {
  Plan plan = planFor(problem, 1000 + keptBytes);
  EXPECT_EQ(plan.status, Status::Met);
  return plan.after.cost - plan.before.cost;
}

TEST(Rematerialize, KnapsacksWithEqualCostPerByteAreFilledExactly) {
  Problem few = sideBySide({{11, 11}, {3, 3}, {4, 4}, {2, 2}});
  for (int64_t limit : {18, 17, 16, 15, 14, 13, 11, 7, 6, 5})
    EXPECT_EQ(extraCostAt(few, limit), 20 - limit);
  Problem more = sideBySide({{3, 3}, {5, 5}, {11, 11}, {17, 17}, {14, 14}});
  for (int64_t limit : {42, 30, 19, 8, 3})
    EXPECT_EQ(extraCostAt(more, limit), 50 - limit);
}

TEST(Rematerialize, KnapsacksKeepWhatIsDear) {
  // (rows, columns): bytes rows · columns, cost rows² · columns.
  EXPECT_EQ(extraCostAt(sideBySide({{4, 4}, {4, 8}}), 4), 4);
  Problem three = sideBySide({{16, 64}, {12, 72}, {12, 24}});
  EXPECT_EQ(extraCostAt(three, 28), 24);
  // Keeping 16 bytes at cost 64 would fit better, but 12 bytes at cost 72 are worth more.
  EXPECT_EQ(extraCostAt(three, 16), 24 + 64);
}

TEST(Rematerialize, ABroadcastIsMadeAgainJustBeforeItsLateReader) {
  // scalar -> b (4096) -> n = -b -> c = n n (8192) -> s (4); d = b s (4100); result (4).
  Problem problem;
  const ValueId scalar = addValue(problem, 4), b = addValue(problem, 4096),
                n = addValue(problem, 4096), c = addValue(problem, 8192), s = addValue(problem, 4),
                d = addValue(problem, 4100), result = addValue(problem, 4);
  problem.inputs = {scalar};
  addOp(problem, {scalar}, {b}, 1);
  addOp(problem, {b}, {n}, 1);
  addOp(problem, {n}, {c}, 1);
  addOp(problem, {c}, {s}, 1);
  addOp(problem, {b, s}, {d}, 1);
  addOp(problem, {d}, {result}, 1);
  problem.outputs = {result};
  Plan plan = planFor(problem, 14 * 1024);
  EXPECT_EQ(plan.before.peakBytes, 16 * 1024 + 4);
  EXPECT_EQ(plan.steps, (Schedule{0, 1, 2, 3, 0, 4, 5}));
  EXPECT_EQ(planFor(problem, 20 * 1024).steps, programOrder(problem));
  // What must run once is never run again, although the budget cannot be met otherwise.
  problem.ops[0].recomputable = false;
  EXPECT_EQ(planFor(problem, 14 * 1024).status, Status::Infeasible);
}

TEST(Rematerialize, EveryLateReaderGetsItsCopy) {
  // b (4) is read early and by three late ops; before each of these, 20 bytes come and go.
  Problem problem;
  const ValueId b = addValue(problem, 4), early = addValue(problem, 1);
  addOp(problem, {}, {b}, 1);
  addOp(problem, {b}, {early}, 1);
  ValueId last = early;
  for (int i = 0; i < 3; ++i) {
    const ValueId large = addValue(problem, 19), small = addValue(problem, 1),
                  sum = addValue(problem, 1);
    addOp(problem, {last}, {large}, 50);
    addOp(problem, {large}, {small}, 50);
    addOp(problem, {small, b}, {sum}, 1);
    last = sum;
  }
  problem.outputs = {last};
  Plan plan = planFor(problem, 22);
  EXPECT_EQ(plan.before.peakBytes, 24);
  EXPECT_EQ(plan.steps, (Schedule{0, 1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 10}));
}

TEST(Rematerialize, NothingIsRunAgainBehindThePeak) {
  // The peak (43 bytes) is where c is made: a and b, which op 3 reads, are there too. Behind it
  // there is room, so that exactly one of them is run again, the one that costs less per byte.
  Problem problem;
  const ValueId a = addValue(problem, 20), b = addValue(problem, 10), c = addValue(problem, 13),
                d = addValue(problem, 1), e = addValue(problem, 1);
  addOp(problem, {}, {a}, 3);
  addOp(problem, {}, {b}, 3);
  addOp(problem, {}, {c}, 9);
  addOp(problem, {c}, {d}, 1);
  addOp(problem, {d, a, b}, {e}, 1);
  problem.outputs = {e};
  Plan plan = planFor(problem, 33);
  EXPECT_EQ(plan.before.peakBytes, 44);
  EXPECT_EQ(plan.steps, (Schedule{0, 1, 2, 3, 0, 4}));
}

/// `layers` layers of a wide (8 bytes) and a narrow (2 bytes) value, there and back.
Problem equalLayers(uint32_t layers) {
  Problem problem;
  std::vector<ValueId> narrow = {addValue(problem, 2)}, wide;
  problem.inputs = narrow;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    wide.push_back(addValue(problem, 8));
    addOp(problem, {narrow[layer]}, {wide[layer]}, 10);
    narrow.push_back(addValue(problem, 2));
    addOp(problem, {wide[layer]}, {narrow[layer + 1]}, 10);
  }
  ValueId gradient = narrow.back();
  for (uint32_t layer = layers; layer-- > 0;) {
    const ValueId next = addValue(problem, 2);
    addOp(problem, {gradient, wide[layer], narrow[layer]}, {next}, 40);
    gradient = next;
  }
  problem.outputs = {gradient};
  return problem;
}

TEST(Rematerialize, TighterBudgetsHaveLowerPeaksAndNeverCostLess) {
  Problem problem = equalLayers(32);
  PlanOptions options;
  options.order = Order::Fixed;
  options.effort = 0;
  Planner planner(problem, options);
  const int64_t peak = planner.plan(0).before.peakBytes;
  int64_t lastCost = std::numeric_limits<int64_t>::max();
  for (int64_t percent = 10; percent <= 100; percent += 5) {
    Plan plan = planner.plan(peak * percent / 100);
    if (plan.status == Status::Infeasible)
      continue;
    EXPECT_LE(plan.after.peakBytes, peak * percent / 100);
    EXPECT_LE(plan.after.cost, lastCost);
    lastCost = plan.after.cost;
  }
  // All wide values go: 32 more runs at 10 of 32 · 60.
  Plan narrowOnly = planner.plan(peak * 30 / 100);
  EXPECT_EQ(narrowOnly.status, Status::Met);
  EXPECT_LE(narrowOnly.overhead(), 320.0 / 1920);
}

TEST(Rematerialize, LowestPeak) {
  Problem problem = equalLayers(32);
  PlanOptions options;
  options.minimizePeak = true;
  Plan plan = rematerialize(problem, options);
  EXPECT_EQ(plan.status, Status::Met);
  EXPECT_EQ(plan.budgetBytes, plan.after.peakBytes);
  EXPECT_LE(plan.after.peakBytes,
            40); // all 328 bytes; one segment of six layers and five borders: 60
  EXPECT_LE(plan.overhead(), 1.0);
  EXPECT_LE(plan.steps.size(), 3 * problem.ops.size());
}

TEST(Rematerialize, TheTextbookPassCutsOnce) {
  Problem problem = equalLayers(8);
  PlanOptions options;
  options.strategy = Strategy::MinCut;
  options.budgetBytes = 40;
  Plan plan = rematerialize(problem, options);
  EXPECT_EQ(plan.status, Status::Met);
  // One price for all: every wide value but the last, which the first step of backward reads.
  EXPECT_LE(plan.overhead(), 8 * 10.0 / (8 * 60));
  options.budgetBytes = 20; // below what one cut reaches
  EXPECT_EQ(rematerialize(problem, options).status, Status::Infeasible);
}

TEST(Rematerialize, WhatTheLowestPeakReachesABudgetReaches) {
  // Small searches that aim at a budget can come down less far than those that aim below it.
  size_t recomputed = 0;
  for (uint32_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Problem problem = randomProblem(seed, 30 + seed % 60);
    PlanOptions options;
    options.order = seed % 2 ? Order::Fixed : Order::Free;
    options.effort = 0;
    Planner planner(problem, options);
    const Plan lowest = planner.planLowestPeak();
    if (lowest.status == Status::Infeasible)
      continue;
    recomputed += lowest.steps.size() > problem.ops.size();
    EXPECT_NE(planner.plan(lowest.after.peakBytes).status, Status::Infeasible);
    const Plan below = planner.plan(lowest.after.peakBytes - 1);
    EXPECT_LE(below.after.peakBytes, lowest.after.peakBytes);
  }
  EXPECT_GT(recomputed, 20u);
}

} // namespace
