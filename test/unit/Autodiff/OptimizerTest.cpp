//===- OptimizerTest.cpp - Steps of optimizers against their formulas -----===//
#include "CompiledProgram.h"
#include <cmath>
#include <gtest/gtest.h>

using namespace mlir;
using namespace remattest;

/// The loss is w0 p0 + w1 p1 for a parameter p and weights w, so that the gradient is w.
static std::string linearLoss(const std::string &element) {
  std::string line = "tensor<2x" + element + ">", scalar = "tensor<" + element + ">";
  return "func.func @main(%p: " + line + ", %w: " + line + ") -> " + scalar + " {\n" +
         "%z = remat.constant dense<0.0> : " + scalar + "\n%m = remat.multiply %p, %w : " + line +
         "\n%l = remat.reduce(%m, %z) {dimensions = array<i64: 0>} : (" + line + ", " + scalar +
         ") -> " + scalar + " {\n^bb0(%a: " + scalar + ", %b: " + scalar +
         "):\n%c = remat.add %a, %b : " + scalar + "\nremat.yield %c : " + scalar +
         "\n}\nreturn %l : " + scalar + "\n}\n";
}

static std::vector<Numbers> runStep(const std::string &element, const char *options,
                                    const std::vector<Numbers> &arguments) {
  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> module = differentiate(*context, linearLoss(element), options);
  if (!module)
    return {};
  CompiledProgram program(*module);
  return program.isValid() ? program.run(arguments) : std::vector<Numbers>();
}

static const Numbers parameter = {0.5, -2}, gradient = {0.25, -3};
static constexpr double kExact = 1e-14;

static void expectNear(const Numbers &expected, const Numbers &actual, double tolerance) {
  ASSERT_EQ(expected.size(), actual.size());
  for (size_t i = 0; i < expected.size(); ++i)
    EXPECT_NEAR(expected[i], actual[i], tolerance) << "element " << i;
}

TEST(OptimizerTest, SgdWithWeightDecay) {
  std::vector<Numbers> results =
      runStep("f64", "wrt=0 optimizer=sgd lr=0.1 weight-decay=0.5", {parameter, gradient});
  ASSERT_EQ(results.size(), 2u);
  // The loss before the step: 0.5 · 0.25 + 2 · 3.
  expectNear({6.125}, results[0], kExact);
  // p - 0.1 (g + 0.5 p).
  expectNear({0.5 - 0.1 * (0.25 + 0.25), -2 - 0.1 * (-3 - 1)}, results[1], kExact);
}

TEST(OptimizerTest, MomentumKeepsATrace) {
  Numbers trace = {1, 2};
  std::vector<Numbers> results =
      runStep("f64", "wrt=0 optimizer=momentum lr=0.1 momentum=0.9", {parameter, gradient, trace});
  ASSERT_EQ(results.size(), 3u);
  // trace = 0.9 trace + g, p - 0.1 trace.
  Numbers newTrace = {0.9 * 1 + 0.25, 0.9 * 2 - 3};
  expectNear({0.5 - 0.1 * newTrace[0], -2 - 0.1 * newTrace[1]}, results[1], kExact);
  expectNear(newTrace, results[2], kExact);
}

TEST(OptimizerTest, AdamWCorrectsTheBiasOfItsMeans) {
  Numbers count = {2}, mu = {0.1, -0.2}, nu = {0.01, 0.04};
  std::vector<Numbers> results =
      runStep("f64", "wrt=0 optimizer=adamw lr=0.01 beta1=0.9 beta2=0.99 eps=1e-3 weight-decay=0.1",
              {parameter, gradient, count, mu, nu});
  ASSERT_EQ(results.size(), 5u);
  expectNear({3}, results[2], 0);
  for (int i : {0, 1}) {
    double g = gradient[i], newMu = 0.9 * mu[i] + 0.1 * g, newNu = 0.99 * nu[i] + 0.01 * g * g;
    double mean = newMu / (1 - std::pow(0.9, 3)), square = newNu / (1 - std::pow(0.99, 3));
    double step = mean / (std::sqrt(square) + 1e-3) + 0.1 * parameter[i];
    EXPECT_NEAR(results[1][i], parameter[i] - 0.01 * step, kExact);
    EXPECT_NEAR(results[3][i], newMu, kExact);
    EXPECT_NEAR(results[4][i], newNu, kExact);
  }
}

/// In bf16 1 - 0.001 is 1: the mean of squares would never fade.
TEST(OptimizerTest, StateOfNarrowParametersIsF32) {
  Numbers count = {0}, mu = {0, 0}, nu = {1, 1};
  std::vector<Numbers> results =
      runStep("bf16", "wrt=0 optimizer=adamw", {parameter, {0, 0}, count, mu, nu});
  ASSERT_EQ(results.size(), 5u);
  // 0.999 as f32 has seven digits.
  expectNear({0.999, 0.999}, results[4], 1e-6);
}
