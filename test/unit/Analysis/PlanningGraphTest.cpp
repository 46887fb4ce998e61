//===- PlanningGraphTest.cpp - From a block to a planning problem ---------===//
#include "remat/Analysis/PlanningGraph.h"
#include "ParsedProgram.h"
#include "mlir/IR/Builders.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "remat/Planning/Memory.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
class PlanningGraphTest : public ParsedProgram {
protected:
  static constexpr const char *kDot =
      "<{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
      "rhs_contracting_dimensions = [0]>}> : (M, M) -> M";
};
using Ids = std::vector<uint32_t>;
using Pairs = std::vector<std::pair<uint32_t, uint32_t>>;
} // namespace

TEST_F(PlanningGraphTest, StoredByHand) {
  Block &block = parseBody(R"(
    %a = "stablehlo.exponential"(%x) : (M) -> M loc("a")
    %v = "stablehlo.reshape"(%a) : (M) -> tensor<256xf32> loc("v")
    %u = "stablehlo.reshape"(%v) : (tensor<256xf32>) -> M loc("u")
    %b = "stablehlo.add"(%u, %u) : (M, M) -> M loc("b"))",
                           "%b, %x");
  PlanningGraph made = graph(block, MemoryModelKind::Stored, {1});
  const rematplan::Problem &problem = made.problem;
  // Values: x w y z, then one for each result.
  ASSERT_EQ(problem.values.size(), 8u);
  EXPECT_EQ(problem.inputs, (Ids{0, 1, 2, 3}));
  EXPECT_EQ(problem.donated, (Ids{1}));
  EXPECT_EQ(problem.outputs, (Ids{7, 0}));
  EXPECT_EQ(problem.values[4].bytes, 1024);
  EXPECT_EQ(problem.values[5].bytes, 0);
  EXPECT_EQ(problem.values[5].aliasOf, 4u);
  EXPECT_EQ(problem.values[6].aliasOf, 5u) << "a view of a view names the view";
  EXPECT_EQ(problem.storageRoots()[6], 4u);
  ASSERT_EQ(problem.ops.size(), 4u);
  EXPECT_EQ(problem.ops[0].name, "stablehlo.exponential.0");
  EXPECT_EQ(problem.ops[3].inputs, (Ids{6})) << "each operand once";
  EXPECT_EQ(problem.ops[3].outputs, (Ids{7}));
  EXPECT_TRUE(problem.ops[3].recomputable);
  EXPECT_TRUE(problem.ops[3].reuses.empty()) << "nothing is written over in the stored model";
  // Reference device: 1000 ns, and 2 KiB at 1.5 TB/s are 1.4 ns. Views cost nothing.
  EXPECT_EQ(problem.ops[0].cost, 1001);
  EXPECT_EQ(problem.ops[1].cost, 0);
  EXPECT_EQ(problem.ops[0].repeatCost, 1001);
  EXPECT_EQ(made.blockOp, (Ids{0, 1, 2, 3}));
  EXPECT_EQ(made.blockValue, (Ids{0, 1, 2, 3, 4, 5, 6, 7}));
}

TEST_F(PlanningGraphTest, FusedByHand) {
  Block &block = parseBody(std::string(R"(
    %p = "stablehlo.dot_general"(%x, %w) )") +
                               kDot + R"( loc("p")
    %a = "stablehlo.exponential"(%p) : (M) -> M loc("a")
    %b = "stablehlo.negate"(%a) : (M) -> M loc("b"))",
                           "%b");
  PlanningGraph made = graph(block, MemoryModelKind::Fused);
  const rematplan::Problem &problem = made.problem;
  // The exponential is folded: it is no op, and its reader reads p.
  ASSERT_EQ(problem.ops.size(), 2u);
  EXPECT_EQ(made.blockOp, (Ids{0, 2}));
  EXPECT_EQ(made.problemOp, (std::vector<int64_t>{0, -1, 1}));
  EXPECT_EQ(problem.ops[1].inputs, (Ids{4}));
  EXPECT_EQ(problem.ops[1].reuses, (Pairs{{0, 0}})) << "b may be written over p";
  // 2 * 16^3 = 8192 flops at 100 TFLOP/s are nothing beside 3 KiB at 1.5 TB/s: 2 ns.
  EXPECT_EQ(problem.ops[0].cost, 1002);
  EXPECT_EQ(made.productFlops, (std::vector<int64_t>{8192, 0}));
  EXPECT_EQ(problem.outputs, (Ids{5}));
}

// A weight's update can be made in the weight's buffer only behind all of its readers: free order
// must not move it in front of the last one, where it would need a buffer of its own (32 layers of
// LLaMA needed 6.8 GB more than planned).
TEST_F(PlanningGraphTest, UpdatesInCallerBuffersComeBehindTheLastReader) {
  const std::string product = std::string(kDot) + "\n";
  const std::string forward = "%h = \"stablehlo.dot_general\"(%x, %w) " + product +
                              "%g = \"stablehlo.dot_general\"(%x, %h) " + product;
  const std::string backward = "%d = \"stablehlo.dot_general\"(%h, %w) " + product;
  const std::string update = "%u = \"stablehlo.subtract\"(%w, %g) : (M, M) -> M\n";
  auto graphOf = [&](const std::string &body, StringRef returned) {
    Block &block = parseBody(body, returned);
    auto function = cast<FunctionOpInterface>(block.getParentOp());
    function.setType(FunctionType::get(&context, function.getArgumentTypes(),
                                       block.getTerminator()->getOperandTypes()));
    function.setArgAttr(1, "tf.aliasing_output", Builder(&context).getI32IntegerAttr(0));
    return graph(block, MemoryModelKind::Fused, {}, /*callerBuffers=*/true);
  };
  PlanningGraph last = graphOf(forward + backward + update, "%u, %d");
  // Values: x w y z, then h g d u; d reads w last, and u, which takes nothing, reads a token of d.
  ASSERT_EQ(last.problem.ops.size(), 4u);
  EXPECT_EQ(last.problem.values[7].bytes, 0);
  ASSERT_EQ(last.problem.ops[2].outputs.size(), 2u);
  const uint32_t token = last.problem.ops[2].outputs[1];
  EXPECT_EQ(last.problem.values[token].bytes, 0);
  EXPECT_EQ(last.blockValue[token], PlanningGraph::kNone);
  EXPECT_EQ(last.problem.ops[3].inputs, (Ids{1, 5, token}));

  // h reads w last, and flows through g into u: that orders them already.
  PlanningGraph ordered = graphOf(forward + update, "%u");
  EXPECT_EQ(ordered.problem.values[6].bytes, 0);
  EXPECT_EQ(ordered.problem.ops[0].outputs, (Ids{4}));
  EXPECT_EQ(ordered.problem.ops[2].inputs, (Ids{1, 5}));

  // Written in front of a reader it needs a buffer, wherever it is then.
  PlanningGraph early = graphOf(forward + update + backward, "%u, %d");
  EXPECT_EQ(early.problem.values[6].bytes, 1024);
  EXPECT_EQ(early.problem.ops[2].inputs, (Ids{1, 5}));
}

TEST_F(PlanningGraphTest, OnlyEqualSizesAreWrittenOver) {
  Block &block = parseBody(R"(
    %k = "t.kernel"(%x) : (M) -> M loc("k")
    %h = "stablehlo.convert"(%k) : (M) -> tensor<16x16xf16> loc("h"))",
                           "%h : tensor<16x16xf16>");
  PlanningGraph made = graph(block, MemoryModelKind::Fused);
  EXPECT_TRUE(made.problem.ops.back().reuses.empty());
}

TEST_F(PlanningGraphTest, BarrierResultsAreViews) {
  Block &block = parseBody(std::string(R"(
    %p = "stablehlo.dot_general"(%x, %w) )") +
                               kDot + R"( loc("p")
    %t:2 = "stablehlo.optimization_barrier"(%p, %y) : (M, M) -> (M, M) loc("t")
    %b = "stablehlo.add"(%t#0, %t#1) : (M, M) -> M loc("b"))",
                           "%b");
  for (MemoryModelKind kind : {MemoryModelKind::Stored, MemoryModelKind::Fused}) {
    PlanningGraph made = graph(block, kind);
    const rematplan::Op &barrier = made.problem.ops[1];
    ASSERT_EQ(barrier.outputs.size(), 2u);
    EXPECT_EQ(made.problem.values[barrier.outputs[0]].aliasOf, 4u);
    EXPECT_EQ(made.problem.values[barrier.outputs[1]].aliasOf, 2u);
    EXPECT_EQ(barrier.cost, 0);
    EXPECT_FALSE(barrier.recomputable);
  }
}

TEST_F(PlanningGraphTest, TokensKeepTheOrderOfEffects) {
  Block &block = parseBody(R"(
    %a = "t.first"(%x) : (M) -> M loc("a")
    %b = "stablehlo.exponential"(%y) : (M) -> M loc("b")
    "t.second"() : () -> ()
    %c = "t.third"(%b) : (M) -> M loc("c"))",
                           "%a, %c");
  PlanningGraph made = graph(block, MemoryModelKind::Stored);
  const rematplan::Problem &problem = made.problem;
  uint32_t first = problem.ops[0].outputs.back(), second = problem.ops[2].outputs.back();
  EXPECT_EQ(made.blockValue[first], PlanningGraph::kNone);
  EXPECT_EQ(problem.values[first].bytes, 0);
  EXPECT_EQ(problem.ops[2].inputs, (Ids{first}));
  EXPECT_EQ(problem.ops[3].inputs.back(), second);
  EXPECT_EQ(problem.ops[1].outputs.size(), 1u) << "a pure op takes no token";
  for (uint32_t op : {0, 2, 3})
    EXPECT_FALSE(problem.ops[op].recomputable);
}

TEST_F(PlanningGraphTest, BodiesTakeScratch) {
  // A loop of 5 rounds; in the body, beside its arguments, the exponential (1 KiB) and the new
  // counter (4 bytes) are alive at once, and the constant of the counter (4 bytes).
  Block &block = parse(R"(
    func.func @f(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %zero = "stablehlo.constant"() <{value = dense<0> : tensor<i32>}> : () -> tensor<i32>
      %r:2 = "stablehlo.while"(%zero, %x) ({
      ^bb0(%i: tensor<i32>, %v: tensor<16x16xf32>):
        %five = "stablehlo.constant"() <{value = dense<5> : tensor<i32>}> : () -> tensor<i32>
        %more = "stablehlo.compare"(%i, %five) <{comparison_direction = #stablehlo<comparison_direction LT>}> : (tensor<i32>, tensor<i32>) -> tensor<i1>
        "stablehlo.return"(%more) : (tensor<i1>) -> ()
      }, {
      ^bb0(%i: tensor<i32>, %v: tensor<16x16xf32>):
        %one = "stablehlo.constant"() <{value = dense<1> : tensor<i32>}> : () -> tensor<i32>
        %j = "stablehlo.add"(%i, %one) : (tensor<i32>, tensor<i32>) -> tensor<i32>
        %e = "stablehlo.exponential"(%v) : (tensor<16x16xf32>) -> tensor<16x16xf32>
        "stablehlo.return"(%j, %e) : (tensor<i32>, tensor<16x16xf32>) -> ()
      }) : (tensor<i32>, tensor<16x16xf32>) -> (tensor<i32>, tensor<16x16xf32>)
      return %r#1 : tensor<16x16xf32>
    })");
  PlanningGraph made = graph(block, MemoryModelKind::Stored);
  ASSERT_EQ(made.problem.ops.size(), 2u);
  const rematplan::Op &loop = made.problem.ops[1];
  EXPECT_EQ(loop.scratchBytes, 1024 + 4);
  EXPECT_TRUE(loop.recomputable);
  EXPECT_EQ(loop.inputs, (Ids{0, 1})) << "operands in the order of values";
  // Condition 1000 (compare) and body 2 * 1000 + bytes, five times, and one launch.
  EXPECT_GE(loop.cost, 1000 + 5 * 3000);
  EXPECT_LE(loop.cost, 1000 + 5 * 3010);
}

TEST_F(PlanningGraphTest, CapturedValuesAreRead) {
  Block &block = parse(R"(
    func.func @f(%c: tensor<i1>, %x: tensor<16x16xf32>, %y: tensor<16x16xf32>) -> tensor<16x16xf32> {
      %r = "stablehlo.if"(%c) ({
        %a = "stablehlo.exponential"(%x) : (tensor<16x16xf32>) -> tensor<16x16xf32>
        "stablehlo.return"(%a) : (tensor<16x16xf32>) -> ()
      }, {
        "stablehlo.return"(%y) : (tensor<16x16xf32>) -> ()
      }) : (tensor<i1>) -> tensor<16x16xf32>
      return %r : tensor<16x16xf32>
    })");
  PlanningGraph made = graph(block, MemoryModelKind::Fused);
  EXPECT_EQ(made.problem.ops[0].inputs, (Ids{0, 1, 2}));
}

TEST_F(PlanningGraphTest, MeasuredTimesReplaceTheRoofline) {
  Block &block = parseBody(R"(%a = "stablehlo.exponential"(%x) : (M) -> M loc("a"))", "%a");
  PlanningOptions options;
  options.memoryModel = MemoryModelKind::Stored;
  options.device = llvm::cantFail(findDevice("reference"));
  std::string key = measurementKey(&block.front());
  EXPECT_EQ(key, "stablehlo.exponential(tensor<16x16xf32>) -> (tensor<16x16xf32>)");
  options.device.measuredNs[key] = 77;
  FailureOr<PlanningGraph> made = PlanningGraph::create(block, {}, options);
  ASSERT_TRUE(succeeded(made));
  EXPECT_EQ(made->problem.ops[0].cost, 77);
}

TEST_F(PlanningGraphTest, SizesThatAreNotKnown) {
  Block &block = parse("func.func @f(%x: tensor<?xf32>) { return }");
  EXPECT_TRUE(failed(PlanningGraph::create(block, {}, PlanningOptions())));
  EXPECT_NE(errors.find("has a dynamic dimension"), std::string::npos) << errors;
}
