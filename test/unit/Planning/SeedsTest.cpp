//===- SeedsTest.cpp - The ladder of plans is judged and monotone ---------===//
#include "../../../lib/Planning/Seeds.h"
#include "../../../lib/Planning/ExpandWaves.h"
#include "../../../lib/Planning/MendDrops.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "remat/Planning/Memory.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

Candidate rung(int64_t peakBytes, int64_t extraCost) { return {peakBytes, extraCost, {}}; }

TEST(Ladder, KeepsWhatNothingElseBeats) {
  Ladder ladder;
  ladder.add(rung(10, 5));
  ladder.add(rung(8, 7));
  ladder.add(rung(9, 8)); // worse than (8, 7) in both
  ladder.add(rung(10, 5));
  ASSERT_EQ(ladder.rungs().size(), 2u);
  ladder.add(rung(8, 4)); // better than both
  ASSERT_EQ(ladder.rungs().size(), 1u);
  EXPECT_EQ(ladder.cheapestWithin(7), nullptr);
  ASSERT_NE(ladder.cheapestWithin(8), nullptr);
  EXPECT_EQ(ladder.cheapestWithin(100)->extraCost, 4);
}

/// A chain of `layers` values of 4 bytes there and back; each way back reads what its way there
/// read.
Problem longChain(uint32_t layers) {
  Problem problem;
  std::vector<ValueId> made = {addValue(problem, 4)};
  problem.inputs = made;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    made.push_back(addValue(problem, 4));
    addOp(problem, {made[layer]}, {made[layer + 1]}, 10);
  }
  ValueId gradient = made.back();
  for (uint32_t layer = layers; layer-- > 0;) {
    const ValueId next = addValue(problem, 4);
    addOp(problem, {gradient, made[layer]}, {next}, 20);
    gradient = next;
  }
  problem.outputs = {gradient};
  return problem;
}

TEST(Seeds, AllRungsAreAsJudged) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Problem problem = seed == 0 ? longChain(40) : randomProblem(seed, 10 + seed, seed % 3 == 0);
    BaseProgram base(problem, programOrder(problem));
    Seeds seeds = makeSeeds(base, {});
    for (const Ladder *ladder : {&seeds.cuts, &seeds.pruned}) {
      int64_t lastPeak = -1, lastCost = std::numeric_limits<int64_t>::max();
      for (const Candidate &rung : ladder->rungs()) {
        llvm::Expected<Judgement> judgement = judge(problem, expandWaves(base, rung.copies));
        ASSERT_TRUE(static_cast<bool>(judgement)) << llvm::toString(judgement.takeError());
        EXPECT_EQ(judgement->peakBytes, rung.peakBytes) << "seed " << seed;
        EXPECT_EQ(judgement->cost - problem.baseCost(), rung.extraCost) << "seed " << seed;
        EXPECT_GT(rung.peakBytes, lastPeak);
        EXPECT_LT(rung.extraCost, lastCost);
        lastPeak = rung.peakBytes;
        lastCost = rung.extraCost;
      }
    }
  }
}

TEST(Seeds, NestedCutsReachSmallPeaks) {
  // 64 layers: keeping all takes 66 values at once, one cut with eight segments some 16. Cuts of
  // cuts reach less, at less than three runs of the whole way there (cost 640 of 1920).
  Problem problem = longChain(64);
  Seeds seeds = makeSeeds(BaseProgram(problem, programOrder(problem)), {});
  const Candidate *small = seeds.pruned.cheapestWithin(4 * 12);
  ASSERT_NE(small, nullptr);
  EXPECT_LE(small->extraCost, 2 * 640);
}

TEST(MendDrops, RunsAgainWhatWouldBeUsedTooLate) {
  // a is read by op 4, but no copy of it may outlive op 2.
  Problem problem = thereAndBack();
  problem.values[1].dropAt = 2;
  BaseProgram base(problem, programOrder(problem));
  EXPECT_EQ(mendDrops(base, {}), (std::vector<Copy>{{0, 4}}));
  // If b must go as well, op 3 runs op 1 again, which needs a again, which then serves op 4.
  problem.values[2].dropAt = 2;
  BaseProgram both(problem, programOrder(problem));
  EXPECT_EQ(mendDrops(both, {}), (std::vector<Copy>{{0, 3}, {1, 3}}));
}

} // namespace
