//===- ParetoTest.cpp - Plans of many budgets -----------------------------===//
#include "remat/Planning/Pareto.h"
#include "RandomProblem.h"
#include "gtest/gtest.h"

using namespace rematplan;

namespace {

TEST(Monotone, LooserBudgetsNeverCostMoreAndAreMetToo) {
  for (uint32_t seed = 0; seed < 40; ++seed) {
    Problem problem = randomProblem(seed, 8 + seed, seed % 3 == 0);
    for (Order order : {Order::Fixed, Order::Free}) {
      PlanOptions options;
      options.order = order;
      options.effort = seed % 10 == 0 ? 1 : 0;
      Planner planner(problem, options);
      const int64_t peak = planner.plan(std::numeric_limits<int64_t>::max()).before.peakBytes;
      std::optional<int64_t> tighterCost;
      for (int64_t percent : {40, 60, 75, 90}) {
        SCOPED_TRACE("seed " + std::to_string(seed) + " at " + std::to_string(percent) + " %");
        const Plan plan = planner.plan(peak * percent / 100);
        if (plan.status == Status::Infeasible) {
          EXPECT_FALSE(tighterCost);
          continue;
        }
        EXPECT_LE(plan.after.peakBytes, peak * percent / 100);
        if (tighterCost) {
          EXPECT_LE(plan.after.cost, *tighterCost);
        }
        tighterCost = plan.after.cost;
      }
    }
  }
}

TEST(Pareto, PeaksRiseAndCostsFall) {
  for (uint32_t seed = 0; seed < 20; ++seed) {
    Problem problem = randomProblem(seed, 30);
    PlanOptions options;
    const ParetoCurve curve = findPareto(problem, options, 8);
    ASSERT_FALSE(curve.points.empty());
    EXPECT_LE(curve.points.size(), 8u);
    EXPECT_LE(curve.points.back().peakBytes, curve.before.peakBytes);
    EXPECT_EQ(curve.points.back().extraCost, 0);
    size_t knees = 0;
    for (size_t index = 0; index < curve.points.size(); ++index) {
      const ParetoPoint &point = curve.points[index];
      knees += point.isKnee;
      llvm::Expected<Judgement> judgement = judge(problem, point.steps);
      ASSERT_TRUE(static_cast<bool>(judgement)) << llvm::toString(judgement.takeError());
      EXPECT_EQ(judgement->peakBytes, point.peakBytes);
      EXPECT_EQ(judgement->cost - curve.before.cost, point.extraCost);
      EXPECT_LE(point.extraCostLowerBound, point.extraCost);
      if (index > 0) {
        EXPECT_GT(point.peakBytes, curve.points[index - 1].peakBytes);
        EXPECT_LT(point.extraCost, curve.points[index - 1].extraCost);
      }
    }
    EXPECT_EQ(knees, 1u);
  }
}

TEST(Pareto, CsvHasALinePerPoint) {
  ParetoCurve curve;
  curve.before.peakBytes = 200;
  curve.before.cost = 1000;
  curve.points = {{100, 50, 20, BoundClass::FixedOrder, true, {}},
                  {200, 0, 0, BoundClass::AnyOrder, false, {}}};
  std::string text;
  llvm::raw_string_ostream os(text);
  writeParetoCsv(os, curve);
  EXPECT_EQ(text, "peak_bytes,peak_percent,overhead_percent,bound_percent,bound_class,knee\n"
                  "100,50.000,5.000000,2.000000,fixed-order,1\n"
                  "200,100.000,0.000000,0.000000,any-order,0\n");
}

} // namespace
