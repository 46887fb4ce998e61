//===- SearchTest.cpp - The parts of the search, by hand and at random ----===//
#include "../../../lib/Planning/Search.h"
#include "../../../lib/Planning/MergeWaves.h"
#include "../../../lib/Planning/Prune.h"
#include "../../../lib/Planning/Refill.h"
#include "RandomProblem.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

constexpr uint64_t plenty = 100'000'000;
using Copies = std::vector<Copy>;

TEST(Prune, TakesOutWhatTheBudgetAllowsTheDearestFirst) {
  // a (cost 5) and b (cost 7) are both run again. 33 bytes have room for both, 32 for b but not for
  // a.
  Problem problem = thereAndBack();
  BaseProgram base(problem, programOrder(problem));
  RandomDraws draws(1);
  for (auto [budget, left] : {std::pair<int64_t, Copies>{33, {}}, {32, {{0, 4}}}}) {
    for (bool thorough : {false, true}) {
      Waves waves(base);
      waves.setBudget(budget);
      waves.assign({{0, 3}, {1, 3}, {0, 4}});
      PruneStyle style;
      style.thorough = thorough;
      pruneCopies(waves, style, draws, plenty);
      EXPECT_EQ(waves.copies(), left);
    }
  }
}

TEST(Refill, AddsWhatTheBudgetNeeds) {
  Problem problem = thereAndBack();
  BaseProgram base(problem, programOrder(problem));
  RandomDraws draws(1);
  Waves waves(base);
  waves.setBudget(32);
  Refill refill(waves);
  EXPECT_TRUE(refill.run({}, draws, plenty));
  EXPECT_EQ(waves.copies(), (Copies{{0, 4}}));
  // The largest working set is 23.
  waves.assign({});
  waves.setBudget(22);
  EXPECT_FALSE(refill.run({}, draws, plenty));
}

TEST(Refill, MeetsTheBudgetWheneverItSaysSo) {
  for (uint32_t seed = 0; seed < 60; ++seed) {
    Problem problem = randomProblem(seed, 20 + seed);
    BaseProgram base(problem, programOrder(problem));
    RandomDraws draws(seed);
    Waves waves(base);
    const int64_t budget = waves.peakBytes() * 8 / 10;
    waves.setBudget(budget);
    RefillStyle style;
    style.noise = 0.5;
    style.avoided = 0.2;
    Refill refill(waves);
    if (!refill.run(style, draws, plenty))
      continue;
    EXPECT_LE(waves.peakBytes(), budget) << "seed " << seed;
    const int64_t cost = waves.extraCost();
    pruneCopies(waves, {}, draws, plenty);
    EXPECT_LE(waves.peakBytes(), budget) << "seed " << seed;
    EXPECT_LE(waves.extraCost(), cost) << "seed " << seed;
  }
}

/// Each op reads some of the last 80 values, so that dropping one storage for a while means to keep
/// others for longer.
Problem layeredProblem(uint32_t seed) {
  Problem problem;
  RandomDraws draws(seed);
  for (unsigned op = 0; op < 400; ++op) {
    std::vector<ValueId> reads;
    for (unsigned count = op > 0 ? 1 + draws.below(5) : 0; count > 0; --count)
      reads.push_back(op - 1 - static_cast<ValueId>(draws.below(std::min(op, 80u))));
    llvm::sort(reads);
    reads.erase(std::unique(reads.begin(), reads.end()), reads.end());
    const ValueId made = addValue(problem, 1 + draws.below(100));
    addOp(problem, reads, {made}, 1 + draws.below(100));
  }
  return problem;
}

TEST(Refill, ExperienceSparesMostTries) {
  uint64_t freshWork = 0, experiencedWork = 0;
  int64_t freshCost = 0, experiencedCost = 0;
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    Problem problem = layeredProblem(seed);
    BaseProgram base(problem, programOrder(problem));
    RandomDraws draws(1);
    Waves waves(base);
    waves.setBudget(waves.peakBytes() * 9 / 10);
    Refill refill(waves);
    RefillStyle style;
    uint64_t begin = waves.work();
    ASSERT_TRUE(refill.run(style, draws, plenty)) << "seed " << seed;
    freshWork += waves.work() - begin;
    freshCost += waves.extraCost();
    style.byExperience = true;
    waves.assign({});
    begin = waves.work();
    ASSERT_TRUE(refill.run(style, draws, plenty)) << "seed " << seed;
    experiencedWork += waves.work() - begin;
    experiencedCost += waves.extraCost();
  }
  // 1.8 instead of 9.9 million units: 64 gaps are tried for every move without, some 8 with it.
  EXPECT_LT(4 * experiencedWork, freshWork);
  // The moves are as good: 5227 instead of 5957 together, by chance even better.
  EXPECT_LT(experiencedCost, freshCost * 11 / 10);
}

TEST(MoveExperience, WorseGapsComeToTheirTurnAgain) {
  MoveExperience experience;
  const Copy tried{3, 7}, other{3, 8};
  experience.setFactor(tried, 2);
  EXPECT_EQ(experience.factor(tried), 2);
  EXPECT_EQ(experience.factor(other), 1);
  // What is unknown stays unknown; a factor below 1 is none.
  experience.passOver(other);
  EXPECT_EQ(experience.factor(other), 1);
  experience.setFactor(other, 0.5);
  EXPECT_EQ(experience.factor(other), 1);
  // No move at all is bad, but not for ever.
  experience.setFactor(tried, std::numeric_limits<double>::infinity());
  const double useless = experience.factor(tried);
  EXPECT_GT(useless, 2);
  for (unsigned times = 0; times < 1000 && experience.factor(tried) > 1; ++times)
    experience.passOver(tried);
  EXPECT_EQ(experience.factor(tried), 1);
}

TEST(MergeWaves, OnlyWhereTheStepsNeedTheMemoryAnyway) {
  // Two values (10 bytes each) are run again for two readers in a row. Merged, the second one waits
  // for its reader: d, a, b and e are there at once (22 bytes), where apart e, b and f take 12.
  // That is done only if the second reader takes as much itself, with its scratch.
  for (auto [scratchBytes, merged] :
       {std::pair<int64_t, Copies>{0, {{0, 4}, {1, 5}}}, {10, {{0, 4}, {1, 4}}}}) {
    Problem problem;
    const ValueId a = addValue(problem, 10), b = addValue(problem, 10), c = addValue(problem, 15),
                  d = addValue(problem, 1), e = addValue(problem, 1), f = addValue(problem, 1);
    addOp(problem, {}, {a}, 1);
    addOp(problem, {}, {b}, 1);
    addOp(problem, {}, {c}, 1);
    addOp(problem, {c}, {d}, 1);
    addOp(problem, {d, a}, {e}, 1);
    addOp(problem, {e, b}, {f}, 1).scratchBytes = scratchBytes;
    problem.outputs = {f};
    BaseProgram base(problem, programOrder(problem));
    Waves waves(base);
    waves.assign({{0, 4}, {1, 5}});
    mergeWaves(waves, plenty);
    EXPECT_EQ(waves.copies(), merged);
  }
}

TEST(PlanSearch, LongerSearchesNeverEndHigher) {
  for (uint32_t seed = 0; seed < 8; ++seed) {
    Problem problem = randomProblem(seed, 40);
    BaseProgram base(problem, programOrder(problem));
    Seeds seeds = makeSeeds(base, {});
    SearchOptions options;
    options.budgetBytes = Waves(base).peakBytes() * 7 / 10;
    FixedOrderBound bound;
    if (seed % 2)
      bound = boundFixedOrder(problem, options.budgetBytes, 1);
    PlanSearch search(base, seeds, options);
    search.start();
    const Candidate started = search.best();
    search.improve(bound);
    search.merge();
    EXPECT_LE(std::max(search.best().peakBytes, options.budgetBytes),
              std::max(started.peakBytes, options.budgetBytes));
    if (started.peakBytes <= options.budgetBytes) {
      EXPECT_LE(search.best().extraCost, started.extraCost);
    }
    Waves waves(base);
    waves.assign(search.best().copies);
    EXPECT_EQ(waves.peakBytes(), search.best().peakBytes);
    EXPECT_EQ(waves.extraCost(), search.best().extraCost);
  }
}

} // namespace
