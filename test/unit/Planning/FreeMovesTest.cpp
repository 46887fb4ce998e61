//===- FreeMovesTest.cpp - Orders by hand, and never a higher peak --------===//
#include "../../../lib/Planning/FreeMoves.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "remat/Planning/Memory.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

int64_t peakOf(const Problem &problem, const Schedule &order) {
  return llvm::cantFail(judge(problem, order)).peakBytes;
}

// Two layers: each makes a gradient (10 bytes) from x; at the end each parameter (donated, 10
// bytes) is updated in place.
Problem updatesAtTheEnd() {
  Problem problem;
  const ValueId x = addValue(problem, 1), p = addValue(problem, 10), q = addValue(problem, 10),
                dp = addValue(problem, 10), dq = addValue(problem, 10), p2 = addValue(problem, 10),
                q2 = addValue(problem, 10);
  problem.inputs = {x, p, q};
  problem.donated = {p, q};
  addOp(problem, {x}, {dp}, 1);
  addOp(problem, {x}, {dq}, 1);
  addOp(problem, {p, dp}, {p2}, 1).reuses = {{0, 0}};
  addOp(problem, {q, dq}, {q2}, 1).reuses = {{0, 0}};
  problem.outputs = {p2, q2};
  return problem;
}

TEST(FreeMoves, UpdatesRunAsSoonAsTheirGradientIsThere) {
  Problem problem = updatesAtTheEnd();
  EXPECT_EQ(moveFirstRuns(problem), (Schedule{0, 2, 1, 3}));
  // x, p, q and both gradients; then one gradient only.
  EXPECT_EQ(peakOf(problem, programOrder(problem)), 41);
  EXPECT_EQ(peakOf(problem, moveFirstRuns(problem)), 31);
}

TEST(FreeMoves, MasksAreMadeJustBeforeTheirReader) {
  // A mask (10 bytes) is made first and read last; 10 more bytes come and go between.
  Problem problem;
  const ValueId mask = addValue(problem, 10), a = addValue(problem, 10), b = addValue(problem, 1),
                c = addValue(problem, 1);
  addOp(problem, {}, {mask}, 1).recomputable = false;
  addOp(problem, {}, {a}, 1);
  addOp(problem, {a}, {b}, 1);
  addOp(problem, {b, mask}, {c}, 1);
  problem.outputs = {c};
  EXPECT_EQ(runMakingOpsLate(problem, programOrder(problem)), (Schedule{1, 2, 0, 3}));
  EXPECT_EQ(peakOf(problem, programOrder(problem)), 21);
  EXPECT_EQ(peakOf(problem, moveFirstRuns(problem)), 12);
}

TEST(FreeMoves, WhatIsBestAlreadyStays) {
  Problem problem = thereAndBack();
  EXPECT_EQ(moveFirstRuns(problem), programOrder(problem));
  EXPECT_EQ(moveFirstRuns(Problem()), Schedule{});
}

TEST(FreeMoves, OrdersAreValidAndNeverHaveAHigherPeak) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    Problem problem = randomProblem(seed, 3 + seed % 30);
    const Schedule program = programOrder(problem);
    for (const Schedule &order :
         {runFreeingOpsEarly(problem, program), runMakingOpsLate(problem, program)}) {
      EXPECT_EQ(order.size(), problem.ops.size());
      EXPECT_FALSE(static_cast<bool>(checkSchedule(problem, order))) << "seed " << seed;
    }
    EXPECT_LE(peakOf(problem, moveFirstRuns(problem)), peakOf(problem, program)) << "seed " << seed;
  }
}

} // namespace
