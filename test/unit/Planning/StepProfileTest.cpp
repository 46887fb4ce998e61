//===- StepProfileTest.cpp - Range additions against a plain array --------===//
#include "../../../lib/Planning/StepProfile.h"
#include "RandomProblem.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace rematplan;

namespace {

// 300 numbers are three blocks, the last one of them not full.
TEST(StepProfile, AgreesWithAPlainArray) {
  Dice dice(3);
  std::vector<int64_t> plain(300);
  for (int64_t &number : plain)
    number = dice.below(50);
  StepProfile profile;
  profile.reset(plain);
  for (int round = 0; round < 500; ++round) {
    const size_t begin = dice.below(300), end = begin + dice.below(301 - begin);
    const int64_t amount = static_cast<int64_t>(dice.below(21)) - 10;
    profile.add(begin, end, amount);
    for (size_t index = begin; index < end; ++index)
      plain[index] += amount;
    const int64_t limit = 10 + dice.below(60);
    profile.setLimit(limit);
    int64_t excess = 0;
    for (int64_t number : plain)
      excess += std::max<int64_t>(0, number - limit);
    ASSERT_EQ(profile.excess(), excess);
    auto largest = std::max_element(plain.begin(), plain.end());
    ASSERT_EQ(profile.maximum(), *largest);
    ASSERT_EQ(profile.maximumIndex(), static_cast<size_t>(largest - plain.begin()));
    if (begin < end) {
      ASSERT_EQ(profile.maximum(begin, end),
                *std::max_element(plain.begin() + begin, plain.begin() + end));
    }
    ASSERT_EQ(profile.at(begin), plain[begin]);
  }
}

TEST(StepProfile, NothingHasNoMaximum) {
  StepProfile profile;
  profile.reset({});
  EXPECT_EQ(profile.maximum(), 0);
  EXPECT_EQ(profile.excess(), 0);
  EXPECT_EQ(profile.maximumIndex(), 0u);
}

} // namespace
