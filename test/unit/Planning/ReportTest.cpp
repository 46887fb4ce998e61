//===- ReportTest.cpp - The keys and lines of a report --------------------===//
#include "remat/Planning/Report.h"
#include "TestProblems.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

/// thereAndBack at 32 bytes, with op 0 run again: 5 of 23 more, 23 bytes at most.
Plan planOfThereAndBack(const Problem &problem) {
  Plan plan;
  plan.status = Status::Met;
  plan.steps = {0, 1, 2, 3, 0, 4};
  plan.before = llvm::cantFail(judge(problem, programOrder(problem)));
  plan.after = llvm::cantFail(judge(problem, plan.steps));
  plan.budgetBytes = 32;
  plan.budgetLowerLimitBytes = 23;
  plan.overheadLowerBound = 5;
  plan.boundClass = BoundClass::FixedOrder;
  plan.timing = {{"judge", 0.25}, {"search", 1}, {"judge", 0.5}};
  return plan;
}

TEST(Report, Json) {
  const Problem problem = thereAndBack();
  const PlanReport report = makeReport(problem, planOfThereAndBack(problem), false);
  const llvm::json::Object json = report.toJson();
  const llvm::json::Object expected{
      {"problem", "there_and_back"},
      {"status", "met"},
      {"infeasible_proven", false},
      {"memory_model", nullptr},
      {"budget_bytes", 32},
      {"peak_before_bytes", 33},
      {"peak_after_bytes", 23},
      {"lowest_peak_bytes", nullptr},
      {"budget_lower_limit_bytes", 23},
      {"budget_lower_limit_op", "op 3 (\"op3\")"},
      {"cost_unit", "none"},
      {"cost_before", 23},
      {"cost_after", 28},
      {"overhead_percent", 21.73913},             // 500 / 23 = 21.7391304...
      {"overhead_lower_bound_percent", 21.73913}, // rounded down
      {"bound_class", "fixed-order"},
      {"recomputed_ops", 1},
      {"time_limit_hit", false},
      {"timing", llvm::json::Object{{"judge", 0.75}, {"search", 1.0}}},
  };
  for (const auto &[key, value] : expected) {
    ASSERT_TRUE(json.get(key)) << key.str();
    EXPECT_EQ(*json.get(key), value) << key.str();
  }
  EXPECT_EQ(json.size(), expected.size());
}

TEST(Report, LowestPeakWhereItMatters) {
  const Problem problem = thereAndBack();
  Plan plan = planOfThereAndBack(problem);
  EXPECT_EQ(makeReport(problem, plan, true).lowestPeakBytes, 23);
  plan.status = Status::Infeasible;
  EXPECT_EQ(makeReport(problem, plan, false).lowestPeakBytes, 23);
}

TEST(Report, InfeasibleNamesTheForce) {
  const Problem problem = thereAndBack();
  Plan plan = planOfThereAndBack(problem);
  plan.status = Status::Infeasible;
  plan.infeasibleProven = true;
  plan.budgetBytes = 22;
  EXPECT_EQ(explainInfeasible(makeReport(problem, plan, false)),
            "the budget of 22 bytes cannot be met (proven): the lowest peak found is 23 bytes; no "
            "schedule needs less than 23 bytes, forced by op 3 (\"op3\")");
}

TEST(Report, Text) {
  const Problem problem = thereAndBack();
  std::string text;
  llvm::raw_string_ostream os(text);
  makeReport(problem, planOfThereAndBack(problem), false).printText(os);
  EXPECT_EQ(text, "status       met\n"
                  "budget       32 bytes, 97.0 % of the peak before\n"
                  "peak before  33 bytes\n"
                  "peak after   23 bytes\n"
                  "lower limit  23 bytes, forced by op 3 (\"op3\")\n"
                  "overhead     21.739130 %, at least 21.739130 % (fixed-order)\n"
                  "recomputed   1 op\n"
                  "cost         23 -> 28\n"
                  // A phase that ran twice is given as a sum.
                  "time         judge 0.750 s search 1.000 s\n");
}

TEST(Report, TextNamesLowestPeakAndUnit) {
  PlanReport report;
  report.lowestPeakBytes = 23;
  report.costUnit = "ns";
  report.costBefore = report.costAfter = 7;
  std::string text;
  llvm::raw_string_ostream os(text);
  report.printText(os);
  EXPECT_NE(text.find("\nlowest peak  23 bytes, of all that were found\n"), std::string::npos)
      << text;
  EXPECT_NE(text.find("\ncost         7 -> 7 ns\n"), std::string::npos) << text;
}

TEST(Report, ProgramsWithoutCost) {
  PlanReport report;
  EXPECT_EQ(report.overheadPercent(), 0);
  EXPECT_EQ(report.overheadLowerBoundPercent(), 0);
}

} // namespace
