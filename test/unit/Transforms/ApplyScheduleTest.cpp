//===- ApplyScheduleTest.cpp - From a schedule back to the program --------===//
#include "remat/Transforms/ApplySchedule.h"
#include "ParsedProgram.h"
#include "mlir/IR/Verifier.h"
#include "remat/Analysis/ValueName.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace mlir;
using namespace mlir::remat;

namespace {
/// Programs are shown as one line per op: `result = op(operands)`. Results are called by the name
/// of their location; those of barriers `b0.0`, `b0.1`, …; a second value of the same name gets an
/// apostrophe.
class ApplyScheduleTest : public ParsedProgram {
protected:
  /// Applies `steps` to the function in `text` and shows the result.
  std::vector<std::string> apply(StringRef text, MemoryModelKind kind,
                                 const rematplan::Schedule &steps, bool annotate = false) {
    Block &block = parse(text);
    made = graph(block, kind);
    applied = applySchedule(made, steps, barrierFor(block), annotate);
    EXPECT_TRUE(succeeded(verify(block.getParentOp()))) << errors;
    return show(block);
  }

  std::vector<std::string> show(Block &block) {
    llvm::DenseMap<Value, std::string> names;
    std::map<std::string, unsigned> used;
    auto name = [&](Value value, std::string wanted) {
      names[value] = wanted + std::string(used[wanted]++, '\'');
    };
    for (BlockArgument argument : block.getArguments())
      name(argument, valueName(argument));
    unsigned numBarriers = 0;
    std::vector<std::string> lines;
    for (Operation &op : block) {
      std::string line;
      bool isBarrier = op.getName().getStringRef().contains("barrier");
      for (OpResult result : op.getResults()) {
        std::string wanted = valueName(result);
        if (isBarrier)
          wanted = llvm::formatv("b{0}.{1}", numBarriers, result.getResultNumber()).str();
        StringRef plain = wanted;
        plain.consume_back(".remat");
        name(result, plain.str());
        line += (line.empty() ? "" : ", ") + names[result];
      }
      numBarriers += isBarrier;
      line += (line.empty() ? "" : " = ") + op.getName().stripDialect().str() + "(";
      llvm::raw_string_ostream os(line);
      llvm::interleaveComma(op.getOperands(), os, [&](Value value) { os << names[value]; });
      os << ")";
      lines.push_back(line);
    }
    return lines;
  }

  PlanningGraph made;
  AppliedSchedule applied;
};
using Lines = std::vector<std::string>;
} // namespace

static constexpr const char *kChain = R"(
  func.func @f(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
    %a = "stablehlo.exponential"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("a")
    %b = "stablehlo.sine"(%a) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
    %c = "stablehlo.cosine"(%b) : (tensor<4xf32>) -> tensor<4xf32> loc("c")
    %d = "stablehlo.multiply"(%c, %a) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("d")
    %e = "stablehlo.multiply"(%d, %b) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("e")
    return %e : tensor<4xf32>
  })";

TEST_F(ApplyScheduleTest, ProgramOrderChangesNothing) {
  EXPECT_EQ(apply(kChain, MemoryModelKind::Stored, {0, 1, 2, 3, 4}),
            (Lines{"a = exponential(x)", "b = sine(a)", "c = cosine(b)", "d = multiply(c, a)",
                   "e = multiply(d, b)", "return(e)"}));
  EXPECT_TRUE(applied.recomputed.empty());
  EXPECT_TRUE(applied.barriers.empty());
}

TEST_F(ApplyScheduleTest, OneCopy) {
  // The copy of a waits for c, the newest value that is alive, and d reads c through the barrier
  // too.
  EXPECT_EQ(apply(kChain, MemoryModelKind::Stored, {0, 1, 2, 0, 3, 4}),
            (Lines{"a = exponential(x)", "b = sine(a)", "c = cosine(b)",
                   "b0.0, b0.1 = "
                   "optimization_barrier(x, c)",
                   "a' = exponential(b0.0)", "d = multiply(b0.1, a')", "e = multiply(d, b)",
                   "return(e)"}));
  ASSERT_EQ(applied.recomputed.size(), 1u);
  Operation *copy = applied.recomputed[0].first;
  EXPECT_EQ(applied.recomputed[0].second, 0u);
  EXPECT_EQ(locationName(copy->getLoc()), "a.remat");
  EXPECT_EQ(applied.origin.lookup(copy->getResult(0)), named(made.program, "a"));
  EXPECT_EQ(applied.origin.lookup(applied.barriers[0]->getResult(0)), named(made.program, "x"));
  EXPECT_FALSE(copy->hasAttr("remat.copy_of"));
}

TEST_F(ApplyScheduleTest, AWaveHasOneBarrier) {
  // a and b again before e: the copy of b reads the copy of a, which is inside of the wave, and
  // nothing but x and the trigger goes through the barrier.
  EXPECT_EQ(apply(kChain, MemoryModelKind::Stored, {0, 1, 2, 3, 0, 1, 4}),
            (Lines{"a = exponential(x)", "b = sine(a)", "c = cosine(b)", "d = multiply(c, a)",
                   "b0.0, b0.1 = optimization_barrier(x, d)", "a' = exponential(b0.0)",
                   "b' = sine(a')", "e = multiply(b0.1, b')", "return(e)"}));
  EXPECT_EQ(applied.barriers.size(), 1u);
}

TEST_F(ApplyScheduleTest, TwoWavesHaveTwoBarriers) {
  EXPECT_EQ(
      apply(kChain, MemoryModelKind::Stored, {0, 1, 2, 0, 3, 0, 1, 4}),
      (Lines{"a = exponential(x)", "b = sine(a)", "c = cosine(b)",
             "b0.0, b0.1 = optimization_barrier(x, c)", "a' = exponential(b0.0)",
             "d = multiply(b0.1, a')", "b1.0, b1.1 = optimization_barrier(b0.0, d)",
             "a'' = exponential(b1.0)", "b' = sine(a'')", "e = multiply(b1.1, b')", "return(e)"}));
}

TEST_F(ApplyScheduleTest, AnnotationsNameTheOriginal) {
  apply(kChain, MemoryModelKind::Stored, {0, 1, 2, 0, 3, 4}, /*annotate=*/true);
  EXPECT_EQ(applied.recomputed[0].first->getAttrOfType<StringAttr>("remat.copy_of").getValue(),
            "a");
}

TEST_F(ApplyScheduleTest, MovesAloneNeedNoBarrier) {
  const char *text = R"(
    func.func @f(%x: tensor<4xf32> loc("x")) -> (tensor<4xf32>, tensor<4xf32>) {
      %a = "stablehlo.exponential"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("a")
      %b = "stablehlo.sine"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
      return %a, %b : tensor<4xf32>, tensor<4xf32>
    })";
  EXPECT_EQ(apply(text, MemoryModelKind::Stored, {1, 0}),
            (Lines{"b = sine(x)", "a = exponential(x)", "return(a, b)"}));
  EXPECT_TRUE(applied.barriers.empty());
}

TEST_F(ApplyScheduleTest, CopiesWithoutOperandsAreTied) {
  // In the stored model a constant owns bytes and may be made again. CSE would merge the copy with
  // the original, so that its result goes through a barrier.
  const char *text = R"(
    func.func @f(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
      %k = "stablehlo.constant"() <{value = dense<2.0> : tensor<4xf32>}> : () -> tensor<4xf32> loc("k")
      %a = "stablehlo.multiply"(%x, %k) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("a")
      %b = "stablehlo.sine"(%a) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
      %c = "stablehlo.multiply"(%b, %k) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32> loc("c")
      return %c : tensor<4xf32>
    })";
  EXPECT_EQ(
      apply(text, MemoryModelKind::Stored, {0, 1, 2, 0, 3}),
      (Lines{"k = constant()", "a = multiply(x, k)", "b = sine(a)", "k' = constant()",
             "b0.0, b0.1 = optimization_barrier(k', b)", "c = multiply(b0.1, b0.0)", "return(c)"}));
}

TEST_F(ApplyScheduleTest, FoldedChainsAreMadeAgainBesideLateReaders) {
  // Fused model: e and n fold into what reads them, so that reading them reads p. When p is made
  // again before the last reader, the chain is made again from the new p; the first readers keep
  // the first chain.
  const char *text = R"(
    func.func @f(%x: tensor<4x4xf32> loc("x")) -> tensor<4x4xf32> {
      %p = "stablehlo.dot_general"(%x, %x) <{dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("p")
      %e = "stablehlo.exponential"(%p) : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("e")
      %n = "stablehlo.negate"(%e) : (tensor<4x4xf32>) -> tensor<4x4xf32> loc("n")
      %z = "stablehlo.constant"() <{value = dense<0.0> : tensor<f32>}> : () -> tensor<f32> loc("z")
      %s = "stablehlo.reduce"(%n, %z) <{dimensions = array<i64: 0, 1>}> ({
      ^bb0(%i: tensor<f32>, %j: tensor<f32>):
        %k = "stablehlo.add"(%i, %j) : (tensor<f32>, tensor<f32>) -> tensor<f32>
        "stablehlo.return"(%k) : (tensor<f32>) -> ()
      }) : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32> loc("s")
      %q = "t.kernel"(%s) : (tensor<f32>) -> tensor<4x4xf32> loc("q")
      %r = "stablehlo.multiply"(%q, %n) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("r")
      return %r : tensor<4x4xf32>
    })";
  // Ops of the problem: p, s, q, r.
  EXPECT_EQ(apply(text, MemoryModelKind::Fused, {0, 1, 2, 0, 3}),
            (Lines{"p = dot_general(x, x)", "e = exponential(p)", "n = negate(e)", "z = constant()",
                   "s = reduce(n, z)", "q = kernel(s)", "b0.0, b0.1 = optimization_barrier(x, q)",
                   "p' = dot_general(b0.0, b0.0)", "e' = exponential(p')", "n' = negate(e')",
                   "r = multiply(b0.1, n')", "return(r)"}));
  EXPECT_EQ(applied.recomputed.size(), 1u);
  EXPECT_EQ(applied.foldedCopies.size(), 2u);
  EXPECT_EQ(locationName(applied.foldedCopies[0]->getLoc()), "e.remat");
}

TEST_F(ApplyScheduleTest, UnreadOpsStay) {
  // The user's program is not cleaned up.
  const char *text = R"(
    func.func @f(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
      %u = "stablehlo.exponential"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("u")
      %a = "t.kernel"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("a")
      %v = "stablehlo.negate"(%a) : (tensor<4xf32>) -> tensor<4xf32> loc("v")
      return %a : tensor<4xf32>
    })";
  EXPECT_EQ(apply(text, MemoryModelKind::Fused, {0}),
            (Lines{"u = exponential(x)", "a = kernel(x)", "v = negate(a)", "return(a)"}));
}

TEST_F(ApplyScheduleTest, RegionsReadTheNewestCopies) {
  const char *text = R"(
    func.func @f(%x: tensor<4xf32> loc("x"), %c: tensor<i1> loc("c")) -> tensor<4xf32> {
      %a = "stablehlo.exponential"(%x) : (tensor<4xf32>) -> tensor<4xf32> loc("a")
      %b = "stablehlo.sine"(%a) : (tensor<4xf32>) -> tensor<4xf32> loc("b")
      %r = "stablehlo.if"(%c) ({
        "stablehlo.return"(%a) : (tensor<4xf32>) -> ()
      }, {
        "stablehlo.return"(%b) : (tensor<4xf32>) -> ()
      }) : (tensor<i1>) -> tensor<4xf32> loc("r")
      return %r : tensor<4xf32>
    })";
  apply(text, MemoryModelKind::Stored, {0, 1, 0, 2});
  Operation *branch = nullptr;
  for (Operation &op : *made.program.block)
    if (op.getName().getStringRef() == "stablehlo.if")
      branch = &op;
  ASSERT_TRUE(branch);
  EXPECT_EQ(branch->getRegion(0).front().back().getOperand(0),
            applied.recomputed[0].first->getResult(0));
}

TEST_F(ApplyScheduleTest, OtherDialectsGetRematBarriers) {
  const char *text = R"(
    func.func @f(%x: tensor<4xf32> loc("x")) -> tensor<4xf32> {
      %a = math.exp %x : tensor<4xf32> loc("a")
      %b = math.sin %a : tensor<4xf32> loc("b")
      %c = arith.mulf %b, %a : tensor<4xf32> loc("c")
      return %c : tensor<4xf32>
    })";
  EXPECT_EQ(apply(text, MemoryModelKind::Stored, {0, 1, 0, 2}),
            (Lines{"a = exp(x)", "b = sin(a)", "b0.0, b0.1 = barrier(x, b)", "a' = exp(b0.0)",
                   "c = mulf(b0.1, a')", "return(c)"}));
  EXPECT_EQ(applied.barriers[0]->getName().getStringRef(), "remat.barrier");
}
