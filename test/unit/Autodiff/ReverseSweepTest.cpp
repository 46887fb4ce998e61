//===- ReverseSweepTest.cpp - The sweep, rules of others, names -----------===//
#include "remat/Autodiff/ReverseSweep.h"
#include "CompiledProgram.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Parser/Parser.h"
#include "remat/Analysis/ValueName.h"
#include "remat/IR/Remat.h"
#include "remat/Interfaces/DifferentiableOpInterface.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::remat;
using namespace remattest;

static std::string backwardName(MLIRContext &context, const std::string &name) {
  return locationName(
      backwardLocation(NameLoc::get(StringAttr::get(&context, name), UnknownLoc::get(&context))));
}

TEST(BackwardLocationTest, MarksTheModel) {
  MLIRContext context;
  // The functions in front stay; the first component behind them is the model.
  EXPECT_EQ(backwardName(context, "jit(step)/Model/layers/0/mul"),
            "jit(step)/transpose(jvp(Model))/layers/0/mul");
  EXPECT_EQ(backwardName(context, "jit(f)/jit(g)/Model/mul"),
            "jit(f)/jit(g)/transpose(jvp(Model))/mul");
  EXPECT_EQ(backwardName(context, "Model/mul"), "transpose(jvp(Model))/mul");
  // An op outside of any model.
  EXPECT_EQ(backwardName(context, "jit(step)/mul"), "jit(step)/transpose(jvp())/mul");
  EXPECT_EQ(backwardName(context, "mul"), "transpose(jvp())/mul");
  EXPECT_EQ(backwardName(context, "jit(step)"), "jit(step)/transpose(jvp())");
  // What is marked stays as it is.
  EXPECT_EQ(backwardName(context, "jit(step)/transpose(jvp(Model))/mul"),
            "jit(step)/transpose(jvp(Model))/mul");
}

TEST(BackwardLocationTest, OpsWithoutANameAreMarkedToo) {
  MLIRContext context;
  Location forward = FileLineColLoc::get(&context, "loss.py", 3, 7);
  Location backward = backwardLocation(forward);
  EXPECT_EQ(locationName(backward), "transpose(jvp())");
  // Diagnostics still find the line.
  EXPECT_EQ(cast<NameLoc>(backward).getChildLoc(), forward);
}

namespace {
/// The rule of an op of another dialect: tanh from its result.
struct MathTanhRule : DifferentiableOpInterface::ExternalModel<MathTanhRule, math::TanhOp> {
  LogicalResult buildBackward(Operation *op, Cotangents &cotangents) const {
    ImplicitLocOpBuilder &builder = cotangents.builder();
    Value y = op->getResult(0), g = cotangents.of(y);
    Value square = MultiplyOp::create(builder, y, y);
    cotangents.add(op->getOperand(0),
                   SubtractOp::create(builder, g, MultiplyOp::create(builder, g, square)));
    return success();
  }
};
} // namespace

TEST(ReverseSweepTest, TakesRulesOfOtherDialects) {
  std::unique_ptr<MLIRContext> context = makeContext();
  context->loadDialect<math::MathDialect>();
  math::TanhOp::attachInterface<MathTanhRule>(*context);
  constexpr StringLiteral text = R"(
    func.func @main(%x: tensor<f64>) -> tensor<f64> {
      %0 = math.tanh %x : tensor<f64>
      return %0 : tensor<f64>
    })";
  OwningOpRef<ModuleOp> module = differentiate(*context, text, "");
  ASSERT_TRUE(module);
  // g - g y² with g = 1.
  unsigned subtractions = 0;
  module->walk([&](SubtractOp) { ++subtractions; });
  EXPECT_EQ(subtractions, 1u);
}

/// The cotangent of a value that nothing reads is zero, and no op is made for it.
TEST(ReverseSweepTest, MakesNothingForZero) {
  std::unique_ptr<MLIRContext> context = makeContext();
  constexpr StringLiteral text = R"(
    func.func @main(%x: tensor<f64>, %y: tensor<f64>) -> tensor<f64> {
      %0 = remat.sine %x : tensor<f64>
      %1 = remat.cosine %y : tensor<f64>
      return %0 : tensor<f64>
    })";
  OwningOpRef<ModuleOp> module = differentiate(*context, text, "");
  ASSERT_TRUE(module);
  // One cosine is the derivative of the sine; the one of %y went with its sine.
  unsigned cosines = 0, sines = 0;
  module->walk([&](CosineOp) { ++cosines; });
  module->walk([&](SineOp) { ++sines; });
  EXPECT_EQ(cosines, 1u);
  EXPECT_EQ(sines, 1u);
}
