//===- RuleTest.cpp - Rules against finite differences --------------------===//
//
// The loss is a sum of the result's elements with different weights, so that elements that are
// mixed up are found. Central differences in f64 with steps of 1e-6 are right to about 1e-9 here;
// 1e-6 of the largest gradient is allowed.
//
//===----------------------------------------------------------------------===//
#include "CompiledProgram.h"
#include "RuleCases.h"
#include "llvm/ADT/StringExtras.h"
#include <cmath>
#include <gtest/gtest.h>
#include <random>
#include <regex>

using namespace mlir;
using namespace remattest;

static constexpr double kStep = 1e-6;
static constexpr double kTolerance = 1e-6;

static std::string typeOf(const std::string &shape) {
  return "tensor<" + shape + (shape.empty() ? "" : "x") + "f64>";
}

static int64_t countOf(const std::string &shape) {
  int64_t count = 1;
  llvm::SmallVector<llvm::StringRef> sizes;
  llvm::StringRef(shape).split(sizes, 'x', -1, /*KeepEmpty=*/false);
  for (llvm::StringRef size : sizes)
    count *= std::stoll(size.str());
  return count;
}

/// The whole program of a case.
static std::string programOf(const RuleCase &rule) {
  std::string text = "func.func @main(";
  for (size_t i = 0; i < rule.inputs.size(); ++i)
    text += (i ? ", %x" : "%x") + std::to_string(i) + ": " + typeOf(rule.inputs[i]);
  std::string body = std::regex_replace(rule.body, std::regex("T\\(\\)"), "tensor<f64>");
  body = std::regex_replace(body, std::regex("T\\(([0-9x]*)\\)"), "tensor<$1xf64>");
  body = std::regex_replace(body, std::regex("\\bS\\b"), "tensor<f64>");
  std::string line = typeOf(std::to_string(countOf(rule.result)));
  text +=
      ") -> tensor<f64> {\n" + body +
      "\n%places = remat.iota {iota_dimension = 0 : i64} : " + line +
      "\n%waves = remat.cosine %places : " + line + "\n%line = remat.reshape %y : (" +
      typeOf(rule.result) + ") -> " + line +
      "\n%weighted = remat.multiply %line, %waves : " + line +
      "\n%null = remat.constant dense<0.0> : tensor<f64>" +
      "\n%loss = remat.reduce(%weighted, %null) {dimensions = array<i64: 0>} : (" + line +
      ", tensor<f64>) -> tensor<f64> {\n^bb0(%first: tensor<f64>, %second: tensor<f64>):\n" +
      "%total = remat.add %first, %second : tensor<f64>\nremat.yield %total : tensor<f64>\n}\n" +
      "return %loss : tensor<f64>\n}\n";
  return text;
}

namespace {
class RuleTest : public testing::TestWithParam<RuleCase> {};
} // namespace

TEST_P(RuleTest, AgreesWithFiniteDifferences) {
  const RuleCase &rule = GetParam();
  std::string text = programOf(rule);
  SCOPED_TRACE(text);
  std::unique_ptr<MLIRContext> context = makeContext();
  OwningOpRef<ModuleOp> module = differentiate(*context, text, "");
  ASSERT_TRUE(module);
  CompiledProgram program(*module);
  ASSERT_TRUE(program.isValid());

  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> draw(rule.low, rule.high);
  std::vector<Numbers> inputs;
  for (const std::string &shape : rule.inputs)
    llvm::for_each(inputs.emplace_back(countOf(shape)), [&](double &x) { x = draw(random); });
  std::vector<Numbers> results = program.run(inputs);
  ASSERT_EQ(results.size(), inputs.size() + 1);
  bool isZero = true;
  for (size_t input = 0; input < inputs.size(); ++input) {
    Numbers expected;
    for (double &place : inputs[input]) {
      double middle = place;
      place = middle + kStep;
      double above = program.run(inputs)[0][0];
      place = middle - kStep;
      double below = program.run(inputs)[0][0];
      place = middle;
      expected.push_back((above - below) / (2 * kStep));
    }
    isZero &= llvm::all_of(expected, [](double number) { return number == 0; });
    double largest = 0;
    for (double number : expected)
      largest = std::max(largest, std::abs(number));
    for (size_t i = 0; i < expected.size(); ++i)
      EXPECT_NEAR(results[input + 1][i], expected[i], kTolerance * std::max(1.0, largest))
          << "element " << i << " of input " << input;
  }
  // Steps (floor, sign) are flat; everything else that is tested depends on its inputs.
  EXPECT_EQ(isZero, rule.name.starts_with("flat_"));
}

static std::string caseName(const testing::TestParamInfo<RuleCase> &info) {
  return info.param.name;
}

INSTANTIATE_TEST_SUITE_P(Elementwise, RuleTest, testing::ValuesIn(elementwiseCases()), caseName);
INSTANTIATE_TEST_SUITE_P(Shape, RuleTest, testing::ValuesIn(shapeCases()), caseName);
INSTANTIATE_TEST_SUITE_P(Indexed, RuleTest, testing::ValuesIn(indexedCases()), caseName);
INSTANTIATE_TEST_SUITE_P(Reduction, RuleTest, testing::ValuesIn(reductionCases()), caseName);
INSTANTIATE_TEST_SUITE_P(Library, RuleTest, testing::ValuesIn(libraryCases()), caseName);
INSTANTIATE_TEST_SUITE_P(Region, RuleTest, testing::ValuesIn(regionCases()), caseName);
