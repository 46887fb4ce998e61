//===- StorageUsesTest.cpp - Lifetimes in program order -------------------===//
#include "../../../lib/Planning/StorageUses.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "remat/Planning/Memory.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

TEST(StorageUses, ThereAndBack) {
  const Problem problem = thereAndBack();
  const StorageUses uses(problem);
  // x a b c db da: last reads by ops 0, 4, 3, 3, 4; da is an output.
  EXPECT_EQ(uses.lastUse, (std::vector<uint32_t>{0, 4, 3, 3, 4, 5}));
  EXPECT_TRUE(uses.isKept[0]);
  EXPECT_EQ(uses.canReturn, (std::vector<bool>{false, true, true, true, true, true}));
  EXPECT_EQ(uses.bytesPerOp(), (std::vector<int64_t>{11, 21, 31, 33, 15}));
}

TEST(StorageUses, SharingNeedsADyingInput) {
  Problem problem = thereAndBack();
  problem.ops[3].reuses = {{0, 0}, {0, 1}}; // db over c or b: both die
  problem.ops[1].reuses = {{0, 0}};         // b over a, which is read later
  const StorageUses uses(problem);
  EXPECT_EQ(uses.sharingOutputs(3), std::vector<bool>{true});
  EXPECT_EQ(uses.sharingOutputs(1), std::vector<bool>{false});
  EXPECT_TRUE(uses.sharingOutputs(0).empty());
}

/// The bytes are those of the judge and what sharing could save at most.
TEST(StorageUses, BytesAreTheJudgesWithoutSharing) {
  for (uint32_t seed = 0; seed < 300; ++seed) {
    const Problem problem = randomProblem(seed, 4 + seed % 12);
    const StorageUses uses(problem);
    const std::vector<int64_t> judged = liveBytesPerStep(problem, programOrder(problem));
    const std::vector<int64_t> bytes = uses.bytesPerOp();
    for (OpId op = 0; op < problem.ops.size(); ++op) {
      int64_t mostShared = 0;
      const std::vector<bool> shares = uses.sharingOutputs(op);
      for (size_t output = 0; output < shares.size(); ++output)
        if (shares[output])
          mostShared += problem.values[problem.ops[op].outputs[output]].bytes;
      EXPECT_LE(judged[op], bytes[op]) << seed;
      EXPECT_LE(bytes[op] - mostShared, judged[op]) << seed;
      if (problem.ops[op].reuses.empty()) {
        EXPECT_EQ(judged[op], bytes[op]) << seed;
      }
    }
  }
}

} // namespace
