//===- KinkTest.cpp - Derivatives where there is more than one ------------===//
//
// Finite differences say nothing at kinks. What is expected here are the conventions of JAX.
//
//===----------------------------------------------------------------------===//
#include "CompiledProgram.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace remattest;

/// Loss and gradients of the sum of %y, which `body` makes of vectors %a and %b of type V.
static std::vector<Numbers> gradients(const std::string &body, const Numbers &a, const Numbers &b) {
  std::string line = "tensor<" + std::to_string(a.size()) + "xf64>";
  std::string text = "func.func @main(%a: V, %b: V) -> tensor<f64> {\n" + body + R"(
    %null = remat.constant dense<0.0> : tensor<f64>
    %loss = remat.reduce(%y, %null) {dimensions = array<i64: 0>} : (V, tensor<f64>) -> tensor<f64> {
    ^bb0(%p: tensor<f64>, %q: tensor<f64>):
      %sum = remat.add %p, %q : tensor<f64>
      remat.yield %sum : tensor<f64>
    }
    return %loss : tensor<f64>
  })";
  for (size_t at; (at = text.find('V')) != std::string::npos;)
    text.replace(at, 1, line);
  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> module = differentiate(*context, text, "wrt=0-1");
  if (!module)
    return {};
  CompiledProgram program(*module);
  return program.isValid() ? program.run({a, b}) : std::vector<Numbers>();
}

/// The gradients are exact: all numbers here are.
static void expectGradients(const std::string &body, const Numbers &a, const Numbers &b,
                            const Numbers &ofA, const Numbers &ofB) {
  SCOPED_TRACE(body);
  std::vector<Numbers> results = gradients(body, a, b);
  ASSERT_EQ(results.size(), 3u);
  EXPECT_EQ(results[1], ofA);
  EXPECT_EQ(results[2], ofB);
}

TEST(KinkTest, AbsIsFlatAtZero) {
  expectGradients("%y = remat.abs %a : V", {-2, 0, 3}, {0, 0, 0}, {-1, 0, 1}, {0, 0, 0});
}

TEST(KinkTest, EqualOperandsOfAMaximumGetHalf) {
  expectGradients("%y = remat.maximum %a, %b : V", {1, 2, 3}, {2, 2, 2}, {0, 0.5, 1}, {1, 0.5, 0});
  expectGradients("%y = remat.minimum %a, %b : V", {1, 2, 3}, {2, 2, 2}, {1, 0.5, 0}, {0, 0.5, 1});
}

TEST(KinkTest, RectifiedLinearUnitsAreFlatAtZero) {
  expectGradients("%z = remat.constant dense<0.0> : V\n%y = remat.maximum %z, %a : V", {-1, 0, 1},
                  {0, 0, 0}, {0, 0, 1}, {0, 0, 0});
}

TEST(KinkTest, NothingFlowsAtTheBoundOfAClamp) {
  // Below, at and above the bound of 1; far below the other one.
  expectGradients("%h = remat.constant dense<9.0> : V\n"
                  "%y = remat.clamp %b, %a, %h : (V, V, V) -> V",
                  {0, 1, 2}, {1, 1, 1}, {0, 0, 1}, {1, 0, 0});
}

TEST(KinkTest, PowersOfZero) {
  // 0^0, 0^1, 2^0: the base gets y x^(y-1), and nothing for y = 0; the exponent log(x) x^y, and
  // nothing for x = 0. log 2 = 0.6931….
  expectGradients("%y = remat.power %a, %b : V", {0, 0, 2}, {0, 1, 0}, {0, 1, 0},
                  {0, 0, 0.69314718055994529});
}

/// A reduction of %a to one number, which is then repeated.
static std::string reduction(const std::string &op, const std::string &init) {
  return "%i = remat.constant dense<" + init + "> : tensor<f64>\n" +
         "%r = remat.reduce(%a, %i) {dimensions = array<i64: 0>} : (V, tensor<f64>) -> tensor<f64> "
         "{\n^bb0(%s: tensor<f64>, %t: tensor<f64>):\n%u = remat." +
         op +
         " %s, %t : tensor<f64>\nremat.yield %u : tensor<f64>\n}\n"
         "%y = remat.broadcast_in_dim %r {broadcast_dimensions = array<i64>} : (tensor<f64>) -> V";
}

TEST(KinkTest, EqualMaximaShare) {
  // The cotangent of the maximum is 4, the sum of four ones; two elements share it.
  expectGradients(reduction("maximum", "0xFFF0000000000000"), {1, 3, 3, 2}, {0, 0, 0, 0},
                  {0, 2, 2, 0}, {0, 0, 0, 0});
}

TEST(KinkTest, ProductsWithZeros) {
  // One zero: only it has a gradient, three times the product of the others.
  expectGradients(reduction("multiply", "1.0"), {2, 0, 5}, {0, 0, 0}, {0, 30, 0}, {0, 0, 0});
  expectGradients(reduction("multiply", "1.0"), {0, 0, 5}, {0, 0, 0}, {0, 0, 0}, {0, 0, 0});
}
