//===- RepetitionsTest.cpp - Maximal repetitions in a sequence ------------===//
#include "remat/Analysis/Repetitions.h"
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <string>
#include <tuple>

using namespace mlir::remat;

namespace {
using Found = std::vector<std::tuple<size_t, size_t, size_t>>;

Found find(const std::vector<uint32_t> &sequence) {
  Found found;
  for (const Repetition &repetition : findRepetitions(sequence))
    found.emplace_back(repetition.begin, repetition.end, repetition.period);
  return found;
}

std::vector<uint32_t> letters(const std::string &text) { return {text.begin(), text.end()}; }

/// By the definition: for every period, the longest ranges of it; of equal ranges the smallest
/// period.
Found byDefinition(const std::vector<uint32_t> &sequence) {
  std::map<std::pair<size_t, size_t>, size_t> periodOf;
  for (size_t period = 1; period < sequence.size(); ++period)
    for (size_t begin = 0; begin + period < sequence.size(); ++begin) {
      if (begin > 0 && sequence[begin - 1] == sequence[begin - 1 + period])
        continue;
      size_t end = begin;
      while (end + period < sequence.size() && sequence[end] == sequence[end + period])
        ++end;
      if (end - begin >= period)
        periodOf.try_emplace({begin, end + period}, period);
    }
  Found found;
  for (const auto &[range, period] : periodOf)
    found.emplace_back(range.first, range.second, period);
  return found;
}
} // namespace

TEST(Repetitions, ByHand) {
  EXPECT_EQ(find({}), Found{});
  EXPECT_EQ(find(letters("a")), Found{});
  EXPECT_EQ(find(letters("abc")), Found{});
  EXPECT_EQ(find(letters("aa")), (Found{{0, 2, 1}}));
  EXPECT_EQ(find(letters("abab")), (Found{{0, 4, 2}}));
  EXPECT_EQ(find(letters("ababa")), (Found{{0, 5, 2}})) << "two and a half periods";
  EXPECT_EQ(find(letters("aaaa")), (Found{{0, 4, 1}})) << "not also with period 2";
  EXPECT_EQ(find(letters("xabcabcabcy")), (Found{{1, 10, 3}}));
  EXPECT_EQ(find(letters("aabaab")), (Found{{0, 2, 1}, {0, 6, 3}, {3, 5, 1}}));
}

TEST(Repetitions, RandomSequencesAgreeWithTheDefinition) {
  std::mt19937 dice(7);
  for (unsigned round = 0; round < 3000; ++round) {
    std::vector<uint32_t> sequence(dice() % 40);
    uint32_t letterCount = 1 + dice() % 4;
    for (uint32_t &letter : sequence)
      letter = dice() % letterCount;
    // Half of them with a repetition put in.
    if (round % 2 && sequence.size() > 8) {
      size_t period = 1 + dice() % 8;
      for (size_t i = sequence.size() / 4 + period; i < sequence.size(); ++i)
        sequence[i] = sequence[i - period];
    }
    ASSERT_EQ(find(sequence), byDefinition(sequence)) << "round " << round;
  }
}

TEST(Repetitions, FewerThanElements) {
  std::mt19937 dice(11);
  std::vector<uint32_t> sequence(20000);
  for (uint32_t &letter : sequence)
    letter = dice() % 2;
  EXPECT_LT(findRepetitions(sequence).size(), sequence.size());
}
