//===- BudgetTest.cpp - Budgets as text -----------------------------------===//
#include "remat/Planning/Rematerialize.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

constexpr int64_t peakBytes = 1001;

TEST(Budget, Bytes) {
  const std::pair<const char *, int64_t> table[] = {
      {"123456", 123456},
      {"1B", 1},
      {"2kB", 2000},
      {"2KB", 2000},
      {"800MB", 800'000'000},
      {"1.5GB", 1'500'000'000},
      {"3TB", 3'000'000'000'000},
      {"0.5KiB", 512},
      {"800MiB", 838'860'800},
      {"1.25GiB", 1'342'177'280},
      {"1TiB", 1'099'511'627'776},
      {"0.1kB", 100},
      {"1.0005kB", 1000}, // 1000.5, rounded down
      {"007", 7},
      {"1.50", -1},
      {"9000000000000000000B", -1}, // 19 digits
      {"9000000TiB", -1},
      {"100%", 1001},
      {"60%", 600}, // 600.6
      {"120%", 1201},
      {"33.333333%", 333},
      {"0.00001%", 0}, // more than nothing, less than a byte
      {"50.0%", 500},
  };
  for (auto [text, bytes] : table) {
    llvm::Expected<Budget> budget = parseBudget(text, peakBytes);
    if (bytes < 0) {
      EXPECT_FALSE(static_cast<bool>(budget)) << text;
      llvm::consumeError(budget.takeError());
      continue;
    }
    ASSERT_TRUE(static_cast<bool>(budget)) << text << ": " << llvm::toString(budget.takeError());
    EXPECT_EQ(budget->bytes, bytes) << text;
    EXPECT_FALSE(budget->minimize);
  }
}

TEST(Budget, LowestPeak) { EXPECT_TRUE(llvm::cantFail(parseBudget("min", peakBytes)).minimize); }

// Doubles would give 900719925474099200 for 9.007199254740993e15 x 100.
TEST(Budget, DecimalsAreExact) {
  EXPECT_EQ(llvm::cantFail(parseBudget("9007199254740.993kB", 1)).bytes, 9007199254740993);
  EXPECT_EQ(llvm::cantFail(parseBudget("100%", 9007199254740993)).bytes, 9007199254740993);
  EXPECT_EQ(llvm::cantFail(parseBudget("100%", INT64_MAX)).bytes, INT64_MAX);
}

TEST(Budget, Errors) {
  const std::pair<const char *, const char *> table[] = {
      {"abc", "expected a percentage"},
      {"", "expected a percentage"},
      {"-1", "expected a percentage"},
      {"+1", "expected a percentage"},
      {" 1", "expected a percentage"},
      {"1 GB", "expected a percentage"},
      {"%", "expected a percentage"},
      {".5GB", "expected a percentage"},
      {"5.GB", "expected a percentage"},
      {"1.2.3", "expected a percentage"},
      {"1e400", "expected a percentage"},
      {"1e3", "expected a percentage"},
      {"inf", "expected a percentage"},
      {"nan%", "expected a percentage"},
      {"60%%", "expected a percentage"},
      {"-60%", "expected a percentage"},
      {"10mb", "expected a percentage"},
      {"10GiBs", "expected a percentage"},
      {"MIN", "expected a percentage"},
      {"0", "must be greater than zero"},
      {"0.00GB", "must be greater than zero"},
      {"0%", "must be greater than zero"},
      {"0.5B", "less than one byte"},
      {"1.5", "without a unit is in bytes and must be whole"},
      {"99999999999999999999", "too large"},
      {"9999999999TB", "over the limit of int64"},
  };
  for (auto [text, message] : table) {
    llvm::Expected<Budget> budget = parseBudget(text, peakBytes);
    ASSERT_FALSE(static_cast<bool>(budget)) << text;
    const std::string error = llvm::toString(budget.takeError());
    EXPECT_NE(error.find(message), std::string::npos) << error;
    EXPECT_EQ(error.find("budget '" + std::string(text) + "': "), 0u) << error;
    EXPECT_EQ(error.find('\n'), std::string::npos) << error;
  }
}

TEST(Budget, PercentsOverTheLimit) {
  llvm::Expected<Budget> budget = parseBudget("101%", INT64_MAX);
  ASSERT_FALSE(static_cast<bool>(budget));
  EXPECT_EQ(llvm::toString(budget.takeError()), "budget '101%': over the limit of int64");
}

} // namespace
