//===- GapDualTest.cpp - What prices and cases prove ----------------------===//
#include "../../../lib/Planning/GapBranching.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace rematplan;

namespace {

/// Adds a gap over the rows [begin, end), which are those of the ops with the same numbers, with
/// one option.
void addGap(GapModel &model, uint32_t begin, uint32_t end, int64_t bytes, int64_t cost) {
  GapModel::Gap gap{};
  gap.beginRow = begin;
  gap.endRow = end;
  gap.last = end;
  gap.place = static_cast<uint32_t>(model.gaps.size());
  gap.beginOption = static_cast<uint32_t>(model.options.size());
  gap.endOption = gap.beginOption + 1;
  model.options.push_back({bytes, __int128(cost) * GapModel::costScale, 1});
  model.gaps.push_back(gap);
  model.rowOps.resize(model.excessBytes.size());
  std::iota(model.rowOps.begin(), model.rowOps.end(), 0);
}

int64_t byPrices(const GapModel &model) { return boundByPrices(model, 100).bound; }

int64_t byCases(const GapModel &model, int64_t unit = 1) {
  return boundByBranching(model, boundByPrices(model, 100), unit, 100000);
}

TEST(GapDual, NothingToCover) {
  EXPECT_EQ(byPrices(GapModel()), 0);
  EXPECT_EQ(byCases(GapModel()), 0);
}

TEST(GapDual, OneGapFillsTheRow) {
  GapModel model;
  model.excessBytes = {3};
  addGap(model, 0, 1, 1000, 7); // counts no more than 3
  EXPECT_EQ(byPrices(model), 7);
}

TEST(GapDual, TwoRowsApartArePaidTwice) {
  GapModel model;
  model.excessBytes = {3, 3};
  addGap(model, 0, 1, 3, 7);
  addGap(model, 1, 2, 3, 4);
  EXPECT_EQ(byPrices(model), 11);
}

TEST(GapDual, OneGapOverTwoRowsIsPaidOnce) {
  GapModel model;
  model.excessBytes = {3, 2};
  addGap(model, 0, 2, 3, 7);
  EXPECT_EQ(byPrices(model), 7);
}

TEST(GapDual, TheCheapestMixIsTaken) {
  GapModel model;
  model.excessBytes = {4};
  addGap(model, 0, 1, 2, 10);
  addGap(model, 0, 1, 2, 3);
  addGap(model, 0, 1, 2, 5);
  EXPECT_EQ(byPrices(model), 8);
}

TEST(GapDual, ForcedGapsArePaidWithoutRows) {
  GapModel model;
  addGap(model, 0, 0, 5, 7);
  model.gaps[0].forced = true;
  EXPECT_EQ(byPrices(model), 7);
}

TEST(GapDual, ReuseCountsAtItsRow) {
  GapModel model;
  model.excessBytes = {4};
  addGap(model, 1, 1, 9, 6);
  model.gaps[0].reuseRow = 0;
  model.gaps[0].reuseBytes = 4;
  EXPECT_EQ(byPrices(model), 6);
}

TEST(GapDual, HugeAndTinyNumbers) {
  GapModel model;
  model.excessBytes = {int64_t(1) << 61};
  addGap(model, 0, 1, int64_t(1) << 61, 1);
  EXPECT_EQ(byPrices(model), 1);
  model.excessBytes = {1};
  model.options[0] = {1, __int128(INT64_MAX / 1000) * GapModel::costScale, 1};
  EXPECT_LE(byPrices(model), INT64_MAX / 1000);
  EXPECT_GT(byPrices(model), INT64_MAX / 1001);
}

TEST(GapDual, RowsThatNothingCoversProveAnything) {
  GapModel model;
  model.excessBytes = {10};
  addGap(model, 0, 1, 4, 1);
  EXPECT_GE(byPrices(model), 0);
  EXPECT_GE(byCases(model), 0);
}

// Half of the second gap would do for prices: 2 + 3 / 4 x 100 = 77. In truth both gaps must be
// open.
TEST(GapBranching, GapsAreOpenOrClosed) {
  GapModel model;
  model.excessBytes = {7};
  addGap(model, 0, 1, 4, 2);
  addGap(model, 0, 1, 4, 100);
  EXPECT_EQ(byPrices(model), 77);
  EXPECT_EQ(byCases(model), 102);
}

TEST(GapBranching, BetterOptionsAreUpgrades) {
  // 4 bytes for 2, or 8 bytes for 10: the row needs 6.
  GapModel model;
  model.excessBytes = {6};
  addGap(model, 0, 1, 4, 2);
  model.options.push_back({8, 10 * GapModel::costScale, 3});
  model.gaps[0].endOption = 2;
  addGap(model, 0, 1, 4, 9);
  // Either the better option (10), or the cheap one and the other gap (11).
  EXPECT_EQ(byCases(model), 10);
}

TEST(GapBranching, CostsAreMultiplesOfTheUnit) {
  EXPECT_EQ(roundUpTo(5, 0), 0);
  EXPECT_EQ(roundUpTo(5, 1), 5);
  EXPECT_EQ(roundUpTo(5, 5), 5);
  EXPECT_EQ(roundUpTo(5, 6), 10);
}

} // namespace
