//===- PolicyPlanTest.cpp - Policies carried out on chains of layers ------===//
//
// Layers are chains of products of 16x16 f32 matrices (1 KiB each) with one weight; backward reads
// every value of forward. Tests that carry a number Fn check the fact of that number in the list of
// what published systems guarantee.
//
//===----------------------------------------------------------------------===//
#include "ParsedProgram.h"
#include "mlir/AsmParser/AsmParser.h"
#include "remat/Transforms/RematerializeFunction.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace mlir::remat;
using rematplan::Status;

namespace {

constexpr int64_t kMatrixBytes = 16 * 16 * 4;

class PolicyPlanTest : public ParsedProgram {
protected:
  static std::string product(StringRef result, StringRef a, StringRef b, StringRef location) {
    return llvm::formatv("%{0} = \"stablehlo.dot_general\"(%{1}, %{2}) <{{dot_dimension_numbers = "
                         "#stablehlo.dot<lhs_contracting_dimensions = [1], "
                         "rhs_contracting_dimensions = [0]>} > : (M, M) -> M loc(\"{3}\")\n",
                         result, a, b, location)
        .str();
  }

  /// Layers of `width` products each. Value j of layer i is `%a<i * width + j>`; the loss is the
  /// square of the last one, and backward multiplies each value of forward with the gradient, from
  /// the last one on.
  Block &chain(unsigned layers, unsigned width) {
    const unsigned count = layers * width;
    std::string body;
    auto numbered = [](char letter, unsigned value) {
      return std::string(1, letter).append(std::to_string(value));
    };
    auto name = [&](unsigned value) { return value == 0 ? "x" : numbered('a', value - 1); };
    for (unsigned value = 0; value < count; ++value)
      body += product(numbered('a', value), name(value), "w",
                      llvm::formatv("jvp(model)/layers/{0}/dot", value / width).str());
    body += product("loss", name(count), name(count), "jvp(model)/loss");
    body += product(numbered('g', count), name(count), "y", "transpose(jvp(model))/loss");
    body += product(numbered('d', count), name(count), "z", "transpose(jvp(model))/loss");
    for (unsigned value = count; value-- > 0;) {
      std::string location =
          llvm::formatv("transpose(jvp(model))/layers/{0}/dot", value / width).str();
      std::string above = std::to_string(value + 1), own = std::to_string(value);
      body += product("p" + own, name(value), "g" + above, location);
      body += "%d" + own + " = \"stablehlo.add\"(%d" + above + ", %p" + own +
              ") : (M, M) -> M loc(\"" + location + "\")\n";
      body += product("g" + own, "g" + above, "w", location);
    }
    return parseBody(body, "%loss, %d0, %g0");
  }

  FunctionPlan plan(Block &block, StringRef policy, StringRef budget = "") {
    FunctionPlanOptions options;
    options.planning.device = llvm::cantFail(findDevice("reference"));
    options.budget = budget.str();
    if (!policy.empty())
      options.policy = llvm::cantFail(UserPolicy::parse(policy));
    FailureOr<FunctionPlan> made =
        planFunction(cast<FunctionOpInterface>(block.getParentOp()), options);
    EXPECT_TRUE(succeeded(made)) << errors;
    return std::move(*made);
  }

  static int64_t extraNs(const FunctionPlan &plan) { return plan.costAfterNs - plan.costBeforeNs; }
};

/// 64 layers of one value: 8 groups of 8. The last values of the groups are kept, 8 in all. Of a
/// group the other 7 are made again while it runs backward; beside them at most arguments (4),
/// gradient and sum, old and new, and one product are alive.
TEST_F(PolicyPlanTest, SqrtKeepsEightAndEight) {
  Block &block = chain(64, 1);
  FunctionPlan made = plan(block, "sqrt");
  ASSERT_EQ(made.status, Status::Met);
  ASSERT_TRUE(made.policy);
  EXPECT_EQ(made.policy->regions, 8u);
  EXPECT_EQ(made.policy->kept.size(), 8u);
  EXPECT_EQ(made.policy->keptBytes(), 8 * kMatrixBytes);
  EXPECT_EQ(made.applied.recomputed.size(), 8u * 7);
  EXPECT_GE(made.peakAfterBytes, (8 + 7) * kMatrixBytes);
  EXPECT_LE(made.peakAfterBytes, (4 + 8 + 7 + 5) * kMatrixBytes);
  // As it came, all 64 are alive.
  EXPECT_GE(made.peakBeforeBytes, (4 + 64) * kMatrixBytes);
}

/// F32: ten blocks of twelve values, each made again from its input. As they came 120 values are
/// alive; then ten inputs and the eleven others of one block. The published ratio is 3.8.
TEST_F(PolicyPlanTest, F32TenBlocksFromTheirInputs) {
  Block &block = chain(10, 12);
  FunctionPlan made = plan(block, "full");
  ASSERT_EQ(made.status, Status::Met);
  EXPECT_EQ(made.policy->kept.size(), 10u);
  EXPECT_GE(10 * made.peakBeforeBytes, 38 * made.peakAfterBytes);
}

/// F27: what the first steps of backward read is there still. Of the last layer only what comes
/// before is made again, and nothing twice.
TEST_F(PolicyPlanTest, F27TheEndIsNotRecomputed) {
  Block &block = chain(4, 1);
  FunctionPlan made = plan(block, "nothing_saveable");
  // Each layer is its last value, which is the input of the next one.
  EXPECT_EQ(made.applied.recomputed.size(), 0u);
  EXPECT_EQ(made.status, Status::Fits);
  EXPECT_EQ(extraNs(made), 0);
}

/// F7: what the user's regions keep stays kept, whatever the budget, and no budget is met below
/// that.
TEST_F(PolicyPlanTest, F7RegionsWinOverBudgets) {
  Block &block = chain(6, 4);
  FunctionPlan alone = plan(block, "full");
  FunctionPlan lowest = plan(block, "full", "min");
  ASSERT_EQ(lowest.status, Status::Met);
  EXPECT_EQ(lowest.policy->layerInputBytes(), alone.policy->layerInputBytes());
  // The plan may run things more than once to get lower, but never the inputs of layers.
  EXPECT_LE(lowest.peakAfterBytes, alone.peakAfterBytes);
  for (const auto &[clone, op] : lowest.applied.recomputed)
    EXPECT_NE(op % 4, 3u) << "the last value of a layer is the input of the next one";
  FunctionPlan impossible = plan(block, "full", "8KiB");
  EXPECT_EQ(impossible.status, Status::Infeasible);
}

/// F16: a budget that the program fits changes nothing; one below the least is an explicit answer.
TEST_F(PolicyPlanTest, F16NotBindingAndInfeasible) {
  Block &block = chain(4, 6);
  FunctionPlan loose = plan(block, "full", "120%");
  EXPECT_EQ(loose.status, Status::Fits);
  EXPECT_FALSE(loose.rewritten);
  EXPECT_EQ(extraNs(loose), 0);
  EXPECT_EQ(plan(block, "full", "1KiB").status, Status::Infeasible);
}

/// With a budget a policy costs no more than alone, if the budget is what it takes alone.
TEST_F(PolicyPlanTest, BudgetsSpareRecomputation) {
  Block &block = chain(8, 4);
  FunctionPlan alone = plan(block, "full");
  std::string half = std::to_string((alone.peakAfterBytes + alone.peakBeforeBytes) / 2);
  FunctionPlan within = plan(block, "full", half);
  ASSERT_EQ(within.status, Status::Met);
  EXPECT_LT(extraNs(within), extraNs(alone));
  EXPECT_GT(extraNs(within), 0);
}

/// At the peak of each policy the planner is no dearer, on its own and within the policy.
TEST_F(PolicyPlanTest, NoPolicyBeatsThePlanner) {
  Block &block = chain(9, 4);
  for (StringRef policy : {"full", "uniform:2", "uniform:3", "sqrt", "every:2", "block:4",
                           "nothing_saveable", "ops:dot_general=recompute"}) {
    FunctionPlan followed = plan(block, policy);
    ASSERT_EQ(followed.status, Status::Met) << policy.str();
    ASSERT_GT(extraNs(followed), 0) << policy.str();
    FunctionPlan free = plan(block, "", std::to_string(followed.peakAfterBytes));
    ASSERT_NE(free.status, Status::Infeasible) << policy.str();
    EXPECT_LE(extraNs(free), extraNs(followed)) << policy.str();
    FunctionPlan within = plan(block, policy, std::to_string(followed.peakAfterBytes));
    ASSERT_NE(within.status, Status::Infeasible) << policy.str();
    EXPECT_LE(extraNs(within), extraNs(followed)) << policy.str();
    EXPECT_TRUE(within.policy) << policy.str();
  }
}

/// F28: peaks under `full` never rise as the budget falls, and costs never fall.
TEST_F(PolicyPlanTest, F28PeaksFollowTheBudget) {
  Block &block = chain(32, 3);
  int64_t lastPeakBytes = std::numeric_limits<int64_t>::max(), lastExtraNs = 0;
  for (int percent : {90, 80, 70, 60, 50, 45}) {
    FunctionPlan made = plan(block, "full", std::to_string(percent) + "%");
    ASSERT_EQ(made.status, Status::Met) << percent;
    EXPECT_LE(made.peakAfterBytes, lastPeakBytes) << percent;
    EXPECT_GE(extraNs(made), lastExtraNs) << percent;
    lastPeakBytes = made.peakAfterBytes;
    lastExtraNs = extraNs(made);
  }
}

/// Explicit rules hold within every budget, loose ones too: the four values of the first layer but
/// its last are read by backward, and run again.
TEST_F(PolicyPlanTest, ExplicitRulesAlwaysHold) {
  Block &block = chain(4, 4);
  FunctionPlan made = plan(block, "recompute_names:layers/1", "200%");
  ASSERT_EQ(made.status, Status::Met);
  llvm::DenseSet<uint32_t> again;
  for (const auto &[clone, op] : made.applied.recomputed)
    again.insert(op);
  EXPECT_EQ(again, (llvm::DenseSet<uint32_t>{4, 5, 6, 7}));
}

/// `remat.policy` on ops needs no flag; two values of eight are kept.
TEST_F(PolicyPlanTest, AttributesOfOps) {
  Block &block = chain(2, 4);
  auto op = std::next(block.begin(), 2);
  op->setAttr("remat.policy", parseAttribute("#remat.policy<recompute>", &context));
  FunctionPlan made = plan(block, "none", "");
  ASSERT_EQ(made.status, Status::Met);
  ASSERT_EQ(made.applied.recomputed.size(), 1u);
  EXPECT_EQ(made.applied.recomputed.front().second, 2u);
}

} // namespace
