//===- CheckpointTest.cpp - What backward of checkpoint regions computes and keeps -----===//
#include "CompiledProgram.h"
#include "remat/Analysis/TensorLiveness.h"
#include "remat/IR/Remat.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::remat;
using namespace remattest;

static constexpr const char *kMatrix = "tensor<16x16xf32>";

/// A function of matrices %x, %w and a vector of the loss's sum; `body` makes %y of type `M`.
static std::string program(const std::string &body) {
  std::string text = "func.func @main(%x: M, %w: M) -> tensor<f32> {\n" + body + R"(
    %null = remat.constant dense<0.0> : tensor<f32>
    %loss = remat.reduce(%y, %null) {dimensions = array<i64: 0, 1>} : (M, tensor<f32>) -> tensor<f32> {
    ^bb0(%p: tensor<f32>, %q: tensor<f32>):
      %sum = remat.add %p, %q : tensor<f32>
      remat.yield %sum : tensor<f32>
    }
    return %loss : tensor<f32>
  })";
  for (size_t at; (at = text.find('M')) != std::string::npos;)
    text.replace(at, 1, kMatrix);
  return text;
}

/// `out = a b`.
static std::string product(const std::string &out, const std::string &a, const std::string &b) {
  return out + " = remat.dot_general " + a + ", " + b +
         " {lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: "
         "0>} : (M, M) -> M\n";
}

/// `out = region(in, weights)` with attributes.
static std::string region(const std::string &out, const std::string &in, const std::string &body,
                          const std::string &attributes = "") {
  return out + " = remat.checkpoint(" + in + ", %w) " + attributes +
         " : (M, M) -> M {\n^bb0(%a: M, %b: M):\n" + body + "remat.yield %e : M\n}\n";
}

namespace {
class CheckpointTest : public testing::Test {
protected:
  /// The gradient program of `text`.
  ModuleOp gradientOf(const std::string &text) {
    module = differentiate(*context, text, "");
    EXPECT_TRUE(module) << text;
    return *module;
  }

  template <typename Op> unsigned count() {
    unsigned number = 0;
    module->walk([&](Op) { ++number; });
    return number;
  }

  /// The most bytes that are alive at once if every result is stored, in matrices of `text`.
  int64_t peakMatrices(const std::string &text) {
    auto function = *gradientOf(text).getOps<FunctionOpInterface>().begin();
    PlanningOptions options;
    options.memoryModel = MemoryModelKind::Stored;
    options.device = llvm::cantFail(findDevice("reference"));
    FailureOr<PlanningGraph> graph =
        PlanningGraph::create(function.getFunctionBody().front(), {}, options);
    EXPECT_TRUE(succeeded(graph));
    return TensorLiveness(*graph).peakBytes() / (16 * 16 * 4);
  }

  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> module;
};
} // namespace

// F14: sigmoid(mm(sin x, y)): one product in forward; in backward the two of its gradients and one
// copy, since the derivative of the sigmoid needs its result.
TEST_F(CheckpointTest, F14OneProductIsComputedAgain) {
  gradientOf(program(region("%y", "%x",
                            "%c = remat.sine %a : M\n" + product("%d", "%c", "%b") +
                                "%e = remat.logistic %d : M\n")));
  EXPECT_EQ(count<DotGeneralOp>(), 1u + 3u);
  EXPECT_EQ(count<CheckpointOp>(), 0u);
}

// F14: two such regions: 2 and 6.
TEST_F(CheckpointTest, F14TwoRegions) {
  std::string body =
      "%c = remat.sine %a : M\n" + product("%d", "%c", "%b") + "%e = remat.logistic %d : M\n";
  gradientOf(program(region("%h", "%x", body) + region("%y", "%h", body)));
  EXPECT_EQ(count<DotGeneralOp>(), 2u + 6u);
}

// F14: two regions of {cos, 3 mm, cos}: 6 products in forward, and 18 in backward: 3 copies and 6
// gradients per region. Of the four cosines the first one of each region is computed again; nobody
// reads the last one.
TEST_F(CheckpointTest, F14LastOpOfARegionIsNotComputedAgain) {
  std::string body = "%c = remat.cosine %a : M\n" + product("%d0", "%c", "%b") +
                     product("%d1", "%d0", "%b") + product("%d2", "%d1", "%b") +
                     "%e = remat.cosine %d2 : M\n";
  gradientOf(program(region("%h", "%x", body) + region("%y", "%h", body)));
  EXPECT_EQ(count<DotGeneralOp>(), 6u + 18u);
  EXPECT_EQ(count<CosineOp>(), 4u + 2u);
}

// F14: a region of two products, with a sine behind each: 4 gradients and 2 copies in backward; the
// copies are gone where products are kept.
TEST_F(CheckpointTest, F14PolicyKeepsProducts) {
  std::string body = product("%c", "%a", "%b") + "%s = remat.sine %c : M\n" +
                     product("%d", "%s", "%b") + "%e = remat.sine %d : M\n";
  gradientOf(program(region("%y", "%x", body)));
  EXPECT_EQ(count<DotGeneralOp>(), 2u + 6u);
  for (const char *policy : {"dots_saveable", "dots_with_no_batch_dims_saveable"}) {
    gradientOf(program(region("%y", "%x", body, "{policy = \"" + std::string(policy) + "\"}")));
    EXPECT_EQ(count<DotGeneralOp>(), 2u + 4u) << policy;
    // The sine in the middle is computed again from its kept operand: 2 in forward, 1 copy.
    EXPECT_EQ(count<SineOp>(), 2u + 1u) << policy;
  }
  gradientOf(program(region("%y", "%x", body, "{policy = \"everything_saveable\"}")));
  EXPECT_EQ(count<DotGeneralOp>(), 2u + 4u);
  EXPECT_EQ(count<SineOp>(), 2u);
}

// `remat.policy` on an op of the body decides before the region's policy.
TEST_F(CheckpointTest, OpsOfTheBodyHaveTheLastWord) {
  std::string saved = "%c = remat.exponential %a {remat.policy = #remat.policy<save>} : M\n"
                      "%e = remat.multiply %c, %b : M\n";
  gradientOf(program(region("%y", "%x", saved)));
  EXPECT_EQ(count<ExponentialOp>(), 1u);
  std::string again = "%c = remat.exponential %a {remat.policy = #remat.policy<recompute>} : M\n"
                      "%e = remat.multiply %c, %b : M\n";
  gradientOf(program(region("%y", "%x", again, "{policy = \"everything_saveable\"}")));
  EXPECT_EQ(count<ExponentialOp>(), 2u);
}

/// sin applied `depth` times to %in, as `out`. Nested: the first half is a region, and both halves
/// are made in the same way.
static std::string sines(unsigned depth, const std::string &in, const std::string &out,
                         bool isNested) {
  if (depth == 1)
    return out + " = remat.sine " + in + " : M\n";
  unsigned half = depth / 2;
  std::string middle = out + "_" + std::to_string(depth);
  if (!isNested)
    return sines(half, in, middle, false) + sines(depth - half, middle, out, false);
  std::string argument = middle + "a", result = middle + "r";
  return middle + " = remat.checkpoint(" + in + ") : (M) -> M {\n^bb0(" + argument + ": M):\n" +
         sines(half, argument, result, true) + "remat.yield " + result + " : M\n}\n" +
         sines(depth - half, middle, out, true);
}

// F27: a chain of D sines keeps D residuals, nested halves O(log D) of them. Beside these %x, %w
// and their gradients (%w's is zero) are alive, and what one op works on: never more than 6.
TEST_F(CheckpointTest, F27NestedHalvesKeepLogarithmicallyMany) {
  for (unsigned depth = 8, log = 3; depth <= 256; depth *= 2, ++log) {
    int64_t plain = peakMatrices(program(sines(depth, "%x", "%y", false))),
            nested = peakMatrices(program(sines(depth, "%x", "%y", true)));
    EXPECT_GE(plain, depth) << depth;
    EXPECT_LE(plain, depth + 6) << depth;
    EXPECT_LE(nested, log + 6) << depth;
  }
}

// F15: random bits drawn inside of a region are drawn again from the same state: gradients are
// equal to the bit.
TEST_F(CheckpointTest, F15RandomBitsAreTheSame) {
  std::string draw = R"(%state = remat.constant dense<[1, 2]> : tensor<2xui64>
    %next, %bits = remat.rng_bit_generator three_fry, %state : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16x16xui32>)
    %n = remat.convert %bits : (tensor<16x16xui32>) -> M
    %scale = remat.constant dense<2.3e-10> : M
    %mask = remat.multiply %n, %scale : M
    %c = remat.sine %a : M
    %d = remat.multiply %c, %mask : M
    %e = remat.exponential %d : M
)";
  std::string withRegion = program(region("%y", "%x", draw));
  std::string plain =
      program("%a = remat.reshape %x : (M) -> M\n" + draw + "%y = remat.reshape %e : (M) -> M\n");
  CompiledProgram ofRegion(gradientOf(withRegion));
  EXPECT_EQ(count<RngBitGeneratorOp>(), 2u);
  CompiledProgram ofPlain(gradientOf(plain));
  EXPECT_EQ(count<RngBitGeneratorOp>(), 1u);
  ASSERT_TRUE(ofRegion.isValid() && ofPlain.isValid());
  std::vector<Numbers> arguments = ofRegion.drawArguments(0);
  EXPECT_EQ(ofRegion.run(arguments), ofPlain.run(arguments));
}

// F15: where backward does not need the bits, they are drawn once.
TEST_F(CheckpointTest, F15RandomBitsThatNobodyNeedsAreNotDrawnAgain) {
  gradientOf(program(region("%y", "%x", R"(%state = remat.constant dense<[1, 2]> : tensor<2xui64>
    %next, %bits = remat.rng_bit_generator three_fry, %state : (tensor<2xui64>) -> (tensor<2xui64>, tensor<16x16xui32>)
    %n = remat.convert %bits : (tensor<16x16xui32>) -> M
    %c = remat.sine %a : M
    %e = remat.add %c, %n : M
)")));
  EXPECT_EQ(count<RngBitGeneratorOp>(), 1u);
}
