//===- ProblemTest.cpp - The rules of a problem, one by one ---------------===//
#include "TestProblems.h"
#include "gtest/gtest.h"
#include <functional>
#include <limits>

using namespace rematplan;

namespace {

constexpr int64_t most = std::numeric_limits<int64_t>::max();

struct BrokenRule {
  const char *message;
  std::function<void(Problem &)> breakIt;
};

class BrokenProblem : public testing::TestWithParam<BrokenRule> {};

TEST_P(BrokenProblem, IsRefused) {
  Problem problem = thereAndBack();
  GetParam().breakIt(problem);
  llvm::Error error = problem.check();
  ASSERT_TRUE(static_cast<bool>(error));
  EXPECT_EQ(llvm::toString(std::move(error)), GetParam().message);
}

// Of thereAndBack: values x a b c db da are 0 ... 5.
const BrokenRule rules[] = {
    {"value 1 (\"v1\"): bytes is negative", [](Problem &p) { p.values[1].bytes = -1; }},
    {"inputs: 6 is not a value", [](Problem &p) { p.inputs.push_back(6); }},
    {"donated: 6 is not a value", [](Problem &p) { p.donated.push_back(6); }},
    {"outputs: 6 is not a value", [](Problem &p) { p.outputs.push_back(6); }},
    {"inputs: value 0 (\"v0\") is named twice", [](Problem &p) { p.inputs.push_back(0); }},
    {"value 0 (\"v0\"): an input of the program cannot be a view",
     [](Problem &p) { p.values[0].aliasOf = 1; }},
    {"donated: value 1 (\"v1\") is not one of the inputs",
     [](Problem &p) { p.donated.push_back(1); }},
    {"op 0 (\"op0\"): cost is negative", [](Problem &p) { p.ops[0].cost = -1; }},
    {"op 0 (\"op0\"): repeat_cost is negative", [](Problem &p) { p.ops[0].repeatCost = -1; }},
    {"op 0 (\"op0\"): scratch_bytes is negative", [](Problem &p) { p.ops[0].scratchBytes = -1; }},
    {"op 1 (\"op1\"): input 6 is not a value", [](Problem &p) { p.ops[1].inputs.push_back(6); }},
    {"op 1 (\"op1\"): reads value 3 (\"v3\"), which does not exist yet in program order",
     [](Problem &p) { p.ops[1].inputs.push_back(3); }},
    {"op 1 (\"op1\"): output 6 is not a value", [](Problem &p) { p.ops[1].outputs.push_back(6); }},
    {"op 1 (\"op1\"): value 1 (\"v1\") has a second producer",
     [](Problem &p) { p.ops[1].outputs.push_back(1); }},
    {"op 0 (\"op0\"): value 0 (\"v0\") has a second producer",
     [](Problem &p) { p.ops[0].outputs.push_back(0); }},
    {"value 2 (\"v2\"): a view owns no bytes", [](Problem &p) { p.values[2].aliasOf = 1; }},
    {"value 2 (\"v2\"): alias_of names neither an input nor an earlier output of its producer",
     [](Problem &p) {
       p.values[2].bytes = 0;
       p.values[2].aliasOf = 0; // x is no operand of op 1
     }},
    {"value 2 (\"v2\"): alias_of names neither an input nor an earlier output of its producer",
     [](Problem &p) {
       p.values[2].bytes = 0;
       p.values[2].aliasOf = 2;
     }},
    {"value 2 (\"v2\"): alias_of names neither an input nor an earlier output of its producer",
     [](Problem &p) {
       p.values[2].bytes = 0;
       p.values[2].aliasOf = 4000000000;
     }},
    {"op 1 (\"op1\"): reuses [1, 0] is not [output position, input position]",
     [](Problem &p) {
       p.ops[1].reuses.push_back({1, 0});
     }},
    {"op 1 (\"op1\"): reuses [0, 1] is not [output position, input position]",
     [](Problem &p) {
       p.ops[1].reuses.push_back({0, 1});
     }},
    {"value 6 (\"v6\"): neither an input nor made by an op", [](Problem &p) { addValue(p, 1); }},
    {"value 2 (\"v2\"): drop_at 5 is not an op", [](Problem &p) { p.values[2].dropAt = 5; }},
    {"value 0 (\"v0\"): drop_at on an input or a view", [](Problem &p) { p.values[0].dropAt = 3; }},
    {"value 2 (\"v2\"): drop_at on an input or a view",
     [](Problem &p) {
       p.values[2].bytes = 0;
       p.values[2].aliasOf = 1;
       p.values[2].dropAt = 3;
     }},
    {"problem: the sum of the bytes is over the limit of int64",
     [](Problem &p) { p.values[1].bytes = p.values[2].bytes = most / 2 + 1; }},
    {"problem: the sum of the bytes and scratch_bytes is over the limit of int64",
     [](Problem &p) { p.ops[2].scratchBytes = most - 30; }}, // the values have 35 bytes
    {"problem: the sum of the costs (each op run 1000 times) is over the limit of int64",
     [](Problem &p) { p.ops[2].repeatCost = most / 500; }},
    {"problem: the sum of the costs (each op run 1000 times) is over the limit of int64",
     [](Problem &p) { p.ops[2].cost = p.ops[3].cost = most / 2 + 1; }},
};

INSTANTIATE_TEST_SUITE_P(Rules, BrokenProblem, testing::ValuesIn(rules));

TEST(Problem, TakesWhatIsRight) {
  EXPECT_FALSE(static_cast<bool>(thereAndBack().check()));
  EXPECT_FALSE(static_cast<bool>(Problem().check()));
}

TEST(Problem, NamesAreEscapedAndCutInMessages) {
  Problem problem = thereAndBack();
  problem.values[1].bytes = -1;
  problem.values[1].name = "\n\"" + std::string(100, 'a');
  const std::string message = llvm::toString(problem.check());
  EXPECT_EQ(message, "value 1 (\"\\0A\\22" + std::string(78, 'a') + "...\"): bytes is negative");
}

// Views of a storage of 2^61 bytes whose producer may run again can keep as many old copies alive:
// 2^61 x (1 + 3 views).
TEST(Problem, OldCopiesUnderViewsCountInTheSum) {
  Problem problem;
  const ValueId a = addValue(problem, int64_t(1) << 61);
  addOp(problem, {}, {a}, 1);
  for (int i = 0; i < 3; ++i)
    addOp(problem, {a}, {addValue(problem, 0, a)}, 1);
  EXPECT_EQ(llvm::toString(problem.check()),
            "problem: the sum of the bytes is over the limit of int64");
  problem.ops[0].recomputable = false;
  EXPECT_FALSE(static_cast<bool>(problem.check()));
}

TEST(Problem, RootsFollowViewsOfViews) {
  Problem problem = thereAndBack();
  const ValueId view = addValue(problem, 0, 2), viewOfView = addValue(problem, 0, view);
  addOp(problem, {2}, {view}, 0);
  addOp(problem, {view}, {viewOfView}, 0);
  ASSERT_FALSE(static_cast<bool>(problem.check()));
  EXPECT_EQ(problem.storageRoots(), (std::vector<ValueId>{0, 1, 2, 3, 4, 5, 2, 2}));
  const std::vector<std::optional<OpId>> producers = problem.producers();
  EXPECT_EQ(producers[0], std::nullopt);
  EXPECT_EQ(producers[1], 0u);
  EXPECT_EQ(producers[viewOfView], 6u);
}

TEST(Problem, OnceOnlyOps) {
  Problem problem = thereAndBack();
  EXPECT_TRUE(problem.mayRepeat(1));
  problem.values[2].save = true;
  EXPECT_FALSE(problem.mayRepeat(1));
  problem.values[2].save = false;
  problem.ops[1].recomputable = false;
  EXPECT_FALSE(problem.mayRepeat(1));
}

TEST(Problem, BaseCostIsTheSumOfFirstRuns) {
  Problem problem = thereAndBack();
  problem.ops[0].repeatCost = 100;
  EXPECT_EQ(problem.baseCost(), 5 + 7 + 9 + 1 + 1);
  EXPECT_EQ(programOrder(problem), (Schedule{0, 1, 2, 3, 4}));
}

} // namespace
