//===- MemoryTest.cpp - The judge against numbers by hand and an oracle ---===//
#include "remat/Planning/Memory.h"
#include "NaiveJudge.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

std::string reason(const Problem &problem, const Schedule &steps) {
  llvm::Expected<Judgement> judgement = judge(problem, steps);
  const std::string byCheck = llvm::toString(checkSchedule(problem, steps));
  if (judgement) {
    EXPECT_EQ(byCheck, "");
    return "";
  }
  const std::string byJudge = llvm::toString(judgement.takeError());
  EXPECT_EQ(byCheck, byJudge);
  return byJudge;
}

TEST(Memory, ProgramOrder) {
  const Problem problem = thereAndBack();
  const Schedule order = programOrder(problem);
  EXPECT_EQ(liveBytesPerStep(problem, order), (std::vector<int64_t>{11, 21, 31, 33, 15}));
  const Judgement judgement = llvm::cantFail(judge(problem, order));
  EXPECT_EQ(judgement.peakBytes, 33);
  EXPECT_EQ(judgement.peakStep, 3u);
  EXPECT_EQ(judgement.cost, 23);
  EXPECT_EQ(judgement.recomputedOps, 0u);
  EXPECT_TRUE(judgement.firstOrderKept);
}

TEST(Memory, RecomputationEndsTheFirstCopy) {
  Problem problem = thereAndBack();
  problem.ops[0].repeatCost = 4;
  // a is made again before its late read: its first copy ends at step 1, the second lives from 4
  // to 5.
  const Schedule steps{0, 1, 2, 3, 0, 4};
  // 2: x+b+c = 21, 3: x+b+c+db = 23, 4: x+a+db = 13, 5: x+a+db+da = 15.
  EXPECT_EQ(liveBytesPerStep(problem, steps), (std::vector<int64_t>{11, 21, 21, 23, 13, 15}));
  const Judgement judgement = llvm::cantFail(judge(problem, steps));
  EXPECT_EQ(judgement.peakBytes, 23);
  EXPECT_EQ(judgement.cost, 23 + 4);
  EXPECT_EQ(judgement.recomputedOps, 1u);
  EXPECT_TRUE(judgement.firstOrderKept);
}

TEST(Memory, StorageCopiesInTheOrderInWhichTheyAreMade) {
  Problem problem = thereAndBack();
  const std::vector<StorageCopy> copies = storageCopies(problem, {0, 1, 2, 3, 0, 4});
  struct Expected {
    ValueId value;
    size_t begin, end;
  };
  // x stays: 6 steps + 1. The second a (value 1) is made at step 4 and read at step 5. da is the
  // output.
  const Expected expected[] = {{0, 0, 7}, {1, 0, 2}, {2, 1, 4}, {3, 2, 4},
                               {4, 3, 6}, {1, 4, 6}, {5, 5, 7}};
  ASSERT_EQ(copies.size(), std::size(expected));
  for (size_t i = 0; i < copies.size(); ++i) {
    EXPECT_EQ(copies[i].value, expected[i].value) << i;
    EXPECT_EQ(copies[i].begin, expected[i].begin) << i;
    EXPECT_EQ(copies[i].end, expected[i].end) << i;
  }
}

TEST(Memory, DonatedInputsEndAtTheirLastRead) {
  Problem problem = thereAndBack();
  problem.donated = {0};
  EXPECT_EQ(liveBytesPerStep(problem, programOrder(problem)),
            (std::vector<int64_t>{11, 20, 30, 32, 14}));
  // One that nobody reads takes no bytes; one that is an output stays.
  const ValueId unread = addValue(problem, 100);
  problem.inputs.push_back(unread);
  problem.donated.push_back(unread);
  EXPECT_EQ(liveBytesPerStep(problem, programOrder(problem))[0], 11);
  problem.outputs.push_back(unread);
  EXPECT_EQ(liveBytesPerStep(problem, programOrder(problem)),
            (std::vector<int64_t>{111, 120, 130, 132, 114}));
}

TEST(Memory, AViewKeepsItsStorageAlive) {
  Problem problem;
  const ValueId a = addValue(problem, 10), view = addValue(problem, 0, a), b = addValue(problem, 4),
                c = addValue(problem, 1);
  addOp(problem, {}, {a}, 1);
  addOp(problem, {a}, {view}, 0);
  addOp(problem, {}, {b}, 1);
  addOp(problem, {view}, {c}, 1);
  // a lives on in its view to step 3; b is never read and lives in its own step.
  EXPECT_EQ(liveBytesPerStep(problem, programOrder(problem)),
            (std::vector<int64_t>{10, 10, 14, 11}));
  // Made again at step 2, a has a second copy; the view still holds the first one.
  EXPECT_EQ(liveBytesPerStep(problem, {0, 1, 0, 2, 3}), (std::vector<int64_t>{10, 10, 20, 14, 11}));
}

TEST(Memory, ReuseSharesWithADyingInput) {
  Problem problem;
  const ValueId a = addValue(problem, 10), b = addValue(problem, 8), c = addValue(problem, 8);
  addOp(problem, {}, {a}, 1);
  addOp(problem, {a}, {b, c}, 1).reuses = {{0, 0}, {1, 0}, {0, 0}};
  problem.outputs = {b, c};
  // Step 1: a + b + c - 8: only one output can take the place of a.
  EXPECT_EQ(liveBytesPerStep(problem, {0, 1}), (std::vector<int64_t>{10, 18}));
  problem.outputs.push_back(a); // a does not die
  EXPECT_EQ(liveBytesPerStep(problem, {0, 1}), (std::vector<int64_t>{10, 26}));
  problem.outputs.pop_back();
  problem.values[b].bytes = 11; // too large: c takes the place
  EXPECT_EQ(liveBytesPerStep(problem, {0, 1}), (std::vector<int64_t>{10, 21}));
}

TEST(Memory, ACopyIsWrittenOverOneStorageAndOverwrittenLater) {
  Problem problem;
  const ValueId a = addValue(problem, 4), b = addValue(problem, 4), c = addValue(problem, 4);
  addOp(problem, {}, {a}, 1);
  addOp(problem, {a}, {b}, 1).reuses = {{0, 0}};
  addOp(problem, {b}, {c}, 1).reuses = {{0, 0}};
  EXPECT_EQ(liveBytesPerStep(problem, {0, 1, 2}), (std::vector<int64_t>{4, 4, 4}));
}

TEST(Memory, ScratchCountsInItsStepAlone) {
  Problem problem = thereAndBack();
  problem.ops[4].scratchBytes = 100;
  EXPECT_EQ(liveBytesPerStep(problem, programOrder(problem)).back(), 115);
}

TEST(Memory, EmptyProgram) {
  const Judgement judgement = llvm::cantFail(judge(Problem(), {}));
  EXPECT_EQ(judgement.peakBytes, 0);
  EXPECT_EQ(judgement.peakStep, 0u);
  EXPECT_EQ(judgement.cost, 0);
  EXPECT_TRUE(judgement.firstOrderKept);
}

TEST(Memory, OrderOfFirstRuns) {
  Problem problem = thereAndBack();
  const ValueId extra = addValue(problem, 1);
  addOp(problem, {0}, {extra}, 1);
  EXPECT_TRUE(llvm::cantFail(judge(problem, {0, 1, 0, 2, 3, 4, 5})).firstOrderKept);
  EXPECT_FALSE(llvm::cantFail(judge(problem, {0, 5, 1, 2, 3, 4})).firstOrderKept);
}

TEST(Memory, WhatIsWrongWithASchedule) {
  Problem problem = thereAndBack();
  EXPECT_EQ(reason(problem, {0, 5, 1}), "step 1: 5 is not an op");
  EXPECT_EQ(reason(problem, {1}),
            "step 0: op 1 (\"op1\") reads value 1 (\"v1\"), which was not made yet");
  EXPECT_EQ(reason(problem, {0, 1, 2, 3}), "op 4 (\"op4\") never runs");
  EXPECT_EQ(reason(problem, {}), "op 0 (\"op0\") never runs");
  problem.ops[0].recomputable = false;
  EXPECT_EQ(reason(problem, {0, 1, 2, 0, 3, 4}), "step 3: op 0 (\"op0\") must not be repeated");
  problem.ops[0].recomputable = true;
  problem.values[1].save = true;
  EXPECT_EQ(reason(problem, {0, 1, 2, 0, 3, 4}), "step 3: op 0 (\"op0\") must not be repeated");
}

TEST(Memory, DropAtForbidsOldCopies) {
  Problem problem = thereAndBack();
  problem.values[1].dropAt = 3; // a must be made again after op 3 has run
  EXPECT_EQ(reason(problem, {0, 1, 2, 3, 4}),
            "value 1 (\"v1\"): a copy made at step 0 is used at step 4, beyond the first run of op "
            "3 (\"op3\") at step 3, where drop_at forbids it");
  EXPECT_EQ(reason(problem, {0, 1, 2, 3, 0, 4}), "");
  EXPECT_NE(reason(problem, {0, 1, 2, 0, 3, 4}), ""); // too early
  problem.values[1].dropAt = 4;                       // its own last read is not beyond it
  EXPECT_EQ(reason(problem, {0, 1, 2, 3, 4}), "");
  problem.outputs.push_back(1);
  EXPECT_EQ(reason(problem, {0, 1, 2, 3, 4}),
            "value 1 (\"v1\"): a copy made at step 0 is used at the end of the program, beyond the "
            "first run of op 4 (\"op4\") at step 4, where drop_at forbids it");
}

TEST(Memory, CostOfManyRunsOverTheLimit) {
  Problem problem;
  addOp(problem, {}, {addValue(problem, 1)}, 1).repeatCost = INT64_MAX / 1000;
  ASSERT_FALSE(static_cast<bool>(problem.check()));
  EXPECT_EQ(reason(problem, Schedule(1001, 0)), "");
  llvm::Expected<Judgement> judgement = judge(problem, Schedule(1003, 0));
  ASSERT_FALSE(static_cast<bool>(judgement));
  EXPECT_EQ(llvm::toString(judgement.takeError()),
            "the cost of the schedule is over the limit of int64");
}

TEST(Memory, WorkingSets) {
  Problem problem = thereAndBack();
  EXPECT_EQ(workingSetBytes(problem, 2), 1 + 10 + 10); // x stays, b, c
  problem.ops[2].scratchBytes = 3;
  EXPECT_EQ(workingSetBytes(problem, 2), 24);
  problem.ops[2].reuses = {{0, 0}}; // c over b
  EXPECT_EQ(workingSetBytes(problem, 2), 14);
  problem.outputs.push_back(2); // b can be made again after op 2: it may still be written over
  EXPECT_EQ(workingSetBytes(problem, 2), 14);
  problem.ops[1].recomputable = false; // now it cannot
  EXPECT_EQ(workingSetBytes(problem, 2), 24);
  problem.donated = {0};
  EXPECT_EQ(workingSetBytes(problem, 2), 23);
}

/// Program order with random repetitions in between; sometimes with a broken step.
Schedule randomSteps(const Problem &problem, Dice &dice) {
  Schedule steps;
  for (OpId op = 0; op < problem.ops.size(); ++op) {
    while (op > 0 && dice.chance(30))
      if (const OpId again = dice.below(op); problem.mayRepeat(again))
        steps.push_back(again);
    steps.push_back(op);
  }
  return steps;
}

TEST(Memory, AgreesWithTheDefinition) {
  for (uint32_t seed = 0; seed < 400; ++seed) {
    const Problem problem = randomProblem(seed, 4 + seed % 12);
    ASSERT_FALSE(static_cast<bool>(problem.check())) << seed;
    Dice dice(seed);
    for (int round = 0; round < 4; ++round) {
      const Schedule steps = randomSteps(problem, dice);
      ASSERT_EQ(reason(problem, steps), "") << seed;
      const std::vector<int64_t> bytes = liveBytesPerStep(problem, steps);
      ASSERT_EQ(bytes, NaiveJudge(problem, steps).bytesPerStep()) << seed;
      const Judgement judgement = llvm::cantFail(judge(problem, steps));
      EXPECT_EQ(judgement.peakBytes, *std::max_element(bytes.begin(), bytes.end()));
      for (size_t step = 0; step < steps.size(); ++step)
        EXPECT_LE(workingSetBytes(problem, steps[step]), bytes[step]) << seed;
    }
  }
}

} // namespace
