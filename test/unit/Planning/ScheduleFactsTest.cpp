//===- ScheduleFactsTest.cpp - What planners of schedules guarantee -------===//
//
// Tests are named after the facts of docs/Testing.md. Sizes are in KiB.
//
//===----------------------------------------------------------------------===//
#include "TestProblems.h"
#include "remat/Planning/Memory.h"
#include "remat/Planning/Rematerialize.h"
#include "llvm/ADT/STLExtras.h"
#include <gtest/gtest.h>

using namespace rematplan;

static Plan planWithin(const Problem &problem, int64_t budget, Order order = Order::Fixed) {
  PlanOptions options;
  options.budgetBytes = budget;
  options.order = order;
  return rematerialize(problem, options);
}

static size_t runs(const Plan &plan, OpId op) { return llvm::count(plan.steps, op); }

/// b is a broadcast of 4, c puts two of its negatives together (8), s is an element of that, d puts
/// b and s together. As it came: b + n + c = 16.
static Problem broadcastTwice() {
  Problem problem;
  const ValueId x = addValue(problem, 0), b = addValue(problem, 4), n = addValue(problem, 4),
                c = addValue(problem, 8), s = addValue(problem, 0), d = addValue(problem, 4),
                e = addValue(problem, 0);
  addOp(problem, {x}, {b}, 1);
  addOp(problem, {b}, {n}, 1);
  addOp(problem, {n}, {c}, 1);
  addOp(problem, {c}, {s}, 1);
  addOp(problem, {b, s}, {d}, 1);
  addOp(problem, {d}, {e}, 1);
  problem.inputs = {x};
  problem.outputs = {e};
  return problem;
}

TEST(ScheduleFacts, F18CopyInFrontOfItsUser) {
  const Problem problem = broadcastTwice();
  const Plan plan = planWithin(problem, 14);
  ASSERT_EQ(plan.status, Status::Met);
  EXPECT_EQ(plan.before.peakBytes, 16);
  EXPECT_EQ(plan.after.peakBytes, 12);
  EXPECT_EQ(plan.steps, (Schedule{0, 1, 2, 3, 0, 4, 5}));
  const Plan loose = planWithin(problem, 20);
  EXPECT_EQ(loose.status, Status::Fits);
  EXPECT_EQ(loose.steps, programOrder(problem));
}

/// A value of 4, used at once and then by three additions with 20 of something else before each:
/// 24 as it came; three copies make it 20.
TEST(ScheduleFacts, F19OneCopyPerDistantUser) {
  Problem problem;
  const ValueId x = addValue(problem, 0), b = addValue(problem, 4);
  addOp(problem, {x}, {b}, 1);
  ValueId last = addValue(problem, 0);
  addOp(problem, {b}, {last}, 1);
  for (int use = 0; use < 3; ++use) {
    const ValueId large = addValue(problem, 20), sum = addValue(problem, 0);
    addOp(problem, {last}, {large}, 1);
    const ValueId element = addValue(problem, 0);
    addOp(problem, {large}, {element}, 1);
    addOp(problem, {element, b}, {sum}, 1);
    last = sum;
  }
  problem.inputs = {x};
  problem.outputs = {last};
  const Plan plan = planWithin(problem, 22);
  ASSERT_EQ(plan.status, Status::Met);
  EXPECT_EQ(plan.before.peakBytes, 24);
  EXPECT_EQ(plan.after.peakBytes, 20);
  EXPECT_EQ(runs(plan, 0), 4u);
  EXPECT_EQ(plan.steps.size(), problem.ops.size() + 3);
}

/// What no schedule reaches is an answer with a valid schedule, and not an endless search.
TEST(ScheduleFacts, F22UnreachableLimits) {
  const Problem problem = broadcastTwice();
  for (int64_t budget : {1, 4, 11}) {
    const Plan plan = planWithin(problem, budget);
    EXPECT_EQ(plan.status, Status::Infeasible) << budget;
    EXPECT_EQ(plan.after.peakBytes, 12) << budget;
    EXPECT_FALSE(llvm::errorToBool(checkSchedule(problem, plan.steps))) << budget;
    // c alone, beside what it is made of, takes 12.
    EXPECT_TRUE(plan.infeasibleProven) << budget;
  }
}

/// One op makes two values, read early, and again late by neighbours, one of them through a view:
/// one copy serves both, and the view is taken of the copy.
TEST(ScheduleFacts, F23OneCopyOfManyResults) {
  Problem problem;
  const ValueId x = addValue(problem, 0), a = addValue(problem, 4), b = addValue(problem, 4),
                view = addValue(problem, 0, b), early = addValue(problem, 0),
                large = addValue(problem, 20), element = addValue(problem, 0),
                late = addValue(problem, 0), end = addValue(problem, 0);
  addOp(problem, {x}, {a, b}, 1);
  addOp(problem, {b}, {view}, 0);
  addOp(problem, {a, view}, {early}, 1);
  addOp(problem, {early}, {large}, 1);
  addOp(problem, {large}, {element}, 1);
  addOp(problem, {element, a}, {late}, 1);
  addOp(problem, {late, view}, {end}, 1);
  problem.inputs = {x};
  problem.outputs = {end};
  // As it came 28: both values beside the large one.
  const Plan plan = planWithin(problem, 22);
  ASSERT_EQ(plan.status, Status::Met);
  EXPECT_EQ(plan.after.peakBytes, 20);
  EXPECT_EQ(runs(plan, 0), 2u);
  EXPECT_EQ(runs(plan, 1), 2u);
  EXPECT_EQ(plan.steps.size(), problem.ops.size() + 2);
}

/// Over the peak live a value of 8 that nobody reads before and one of 4 that somebody does. The
/// first one moves behind the peak; a copy of the second one is made in front of its late reader;
/// behind the peak nothing runs again.
TEST(ScheduleFacts, F24WhatLivesOverThePeak) {
  Problem problem;
  const ValueId x = addValue(problem, 0), unread = addValue(problem, 8),
                read = addValue(problem, 4), early = addValue(problem, 0),
                large = addValue(problem, 20), element = addValue(problem, 0),
                first = addValue(problem, 6), second = addValue(problem, 6),
                end = addValue(problem, 0);
  addOp(problem, {x}, {unread}, 3);
  addOp(problem, {x}, {read}, 1);
  addOp(problem, {read}, {early}, 1);
  addOp(problem, {early}, {large}, 1);
  addOp(problem, {large}, {element}, 1);
  addOp(problem, {element, unread}, {first}, 1);
  addOp(problem, {first, read}, {second}, 1);
  addOp(problem, {second}, {end}, 1);
  problem.inputs = {x};
  problem.outputs = {end};
  const Plan plan = planWithin(problem, 20, Order::Free);
  ASSERT_EQ(plan.status, Status::Met);
  EXPECT_EQ(plan.before.peakBytes, 32);
  EXPECT_EQ(plan.after.peakBytes, 20);
  EXPECT_EQ(runs(plan, 0), 1u);
  EXPECT_EQ(runs(plan, 1), 2u);
  EXPECT_EQ(plan.after.cost - plan.before.cost, 1);
  const auto late = llvm::find(plan.steps, OpId(6));
  ASSERT_NE(late, plan.steps.begin());
  EXPECT_EQ(*std::prev(late), 1u);
}

/// A view keeps the whole storage alive, whether or not its base is read any more.
TEST(ScheduleFacts, F30ViewsKeepTheirStorage) {
  Problem problem;
  const ValueId x = addValue(problem, 0), base = addValue(problem, 100),
                view = addValue(problem, 0, base), loss = addValue(problem, 0),
                gradient = addValue(problem, 0);
  addOp(problem, {x}, {base}, 1);
  addOp(problem, {base}, {view}, 0);
  addOp(problem, {base}, {loss}, 1);
  addOp(problem, {loss}, {gradient}, 1);
  const ValueId end = addValue(problem, 0);
  addOp(problem, {gradient, view}, {end}, 1);
  problem.inputs = {x};
  problem.outputs = {end};
  EXPECT_EQ(liveBytesPerStep(problem, programOrder(problem)),
            (std::vector<int64_t>{100, 100, 100, 100, 100}));
}
