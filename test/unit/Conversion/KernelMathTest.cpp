//===- KernelMathTest.cpp - Functions of floats ---------------------------===//
#include "KernelRunner.h"
#include "KernelTexts.h"
#include "gtest/gtest.h"
#include <cmath>
#include <cstring>

using namespace mlir;
using namespace remattest;

namespace {

/// Numbers of all sizes within a range, and all that are special.
std::vector<float> samples(double low, double high, size_t count) {
  std::vector<float> numbers;
  std::mt19937_64 random(17);
  for (size_t i = 0; i < count; ++i) {
    double unit = static_cast<double>(random() >> 11) / static_cast<double>(uint64_t(1) << 53);
    if (i % 2) {
      numbers.push_back(static_cast<float>(low + (high - low) * unit));
    } else {
      double magnitude = std::ldexp(1 + unit, static_cast<int>(random() % 160) - 140);
      double value = i % 4 && low < 0 ? -magnitude : magnitude;
      if (value >= low && value <= high)
        numbers.push_back(static_cast<float>(value));
    }
  }
  return numbers;
}

double ulpsBetween(float actual, double expected) {
  float rounded = static_cast<float>(expected);
  if ((std::isnan(actual) && std::isnan(rounded)) || actual == rounded)
    return 0;
  if (!std::isfinite(actual) || !std::isfinite(rounded))
    return HUGE_VAL;
  int exponent;
  std::frexp(expected, &exponent);
  return std::fabs(actual - expected) / std::ldexp(1.0, std::max(exponent - 24, -149));
}

struct Function {
  const char *name;
  double (*exact)(double);
  double low, high, ulps;
};

double logistic(double x) { return 1 / (1 + std::exp(-x)); }

const Function kFunctions[] = {
    {"exponential", std::exp, -110, 90, 1.5},
    {"exponential_minus_one", std::expm1, -110, 90, 2.5},
    {"log", std::log, 0, 3e38, 1.5},
    {"log_plus_one", std::log1p, -1, 3e38, 2.5},
    {"tanh", std::tanh, -12, 12, 2},
    {"logistic", logistic, -80, 80, 3},
    {"erf", std::erf, -6, 6, 1.5},
    {"erfc", std::erfc, -6, 10, 4},
    {"sine", std::sin, -1e5, 1e5, 1.5},
    {"cosine", std::cos, -1e5, 1e5, 1.5},
    {"tan", std::tan, -1e5, 1e5, 4},
    {"cbrt", std::cbrt, -1e30, 1e30, 0.6},
};

constexpr int64_t kCount = 6001;

} // namespace

TEST(KernelMath, FunctionsOfOneNumber) {
  KernelWriter writer(0);
  std::string type = tensorText({kCount}, "f32");
  for (const Function &f : kFunctions)
    writer.add(f.name, {type}, {type}, "  %r = remat." + std::string(f.name) + " %a0 : " + type);
  KernelRunner runner(writer.text());
  ASSERT_TRUE(runner.isValid());
  std::vector<std::string> names = runner.kernels();
  for (size_t i = 0; i < names.size(); ++i) {
    const Function &f = kFunctions[i];
    std::vector<float> numbers = samples(f.low, f.high, 2 * kCount);
    float special[] = {0.0f, -0.0f, HUGE_VALF, -HUGE_VALF, std::nanf(""), 1.0f, -1.0f, 1e-45f};
    numbers.insert(numbers.begin(), std::begin(special), std::end(special));
    numbers.resize(kCount, 0.5f);
    Tensor x{cast<RankedTensorType>(runner.function(names[i]).getArgumentTypes()[0]), {}};
    for (float number : numbers)
      x.elements.push_back({number, 0});
    std::vector<Tensor> results = runner.run(names[i], {x});
    ASSERT_EQ(results.size(), 1u);
    double worst = 0;
    float where = 0;
    for (int64_t k = 0; k < kCount; ++k) {
      float actual = static_cast<float>(results[0].elements[k].real);
      double exact = f.exact(numbers[k]);
      double error = ulpsBetween(actual, exact);
      if (error > worst) {
        worst = error;
        where = numbers[k];
      }
      EXPECT_EQ(std::isnan(actual), std::isnan(exact)) << f.name << " of " << numbers[k];
      if (exact == 0) {
        EXPECT_EQ(std::signbit(actual), std::signbit(exact)) << f.name << " of " << numbers[k];
      }
    }
    EXPECT_LE(worst, f.ulps) << f.name << " of " << where;
    RecordProperty(f.name, std::to_string(worst));
  }
}

TEST(KernelMath, FunctionsOfTwoNumbers) {
  std::string type = tensorText({kCount}, "f32");
  KernelWriter writer(0);
  for (const char *op : {"power", "atan2"})
    writer.add(op, {type, type}, {type}, "  %r = remat." + std::string(op) + " %a0, %a1 : " + type);
  KernelRunner runner(writer.text());
  ASSERT_TRUE(runner.isValid());
  double (*exact[])(double, double) = {std::pow, std::atan2};
  std::vector<float> special = {0.0f, -0.0f, HUGE_VALF, -HUGE_VALF, std::nanf(""), 1.0f,  -1.0f,
                                0.5f, -0.5f, 2.0f,      -2.0f,      3.0f,          -3.0f, 1e-40f};
  std::vector<float> numbers = samples(-40, 40, 2 * kCount);
  std::mt19937_64 random(19);
  std::vector<std::string> names = runner.kernels();
  for (size_t f = 0; f < names.size(); ++f) {
    auto tensor = cast<RankedTensorType>(runner.function(names[f]).getArgumentTypes()[0]);
    Tensor x{tensor, {}}, y{tensor, {}};
    for (int64_t k = 0; k < kCount; ++k) {
      size_t pair = static_cast<size_t>(k), count = special.size();
      bool isSpecial = pair < count * count;
      float a = isSpecial ? special[pair / count] : std::fabs(numbers[random() % numbers.size()]);
      float b = isSpecial ? special[pair % count] : numbers[random() % numbers.size()];
      x.elements.push_back({a, 0});
      y.elements.push_back({b, 0});
    }
    Tensor result = runner.run(names[f], {x, y})[0];
    for (int64_t k = 0; k < kCount; ++k) {
      double a = x.elements[k].real, b = y.elements[k].real;
      EXPECT_LE(ulpsBetween(static_cast<float>(result.elements[k].real), exact[f](a, b)), 1.0)
          << names[f] << " of " << a << ", " << b << ": " << result.elements[k].real;
    }
  }
}

/// The functions of f64 are those of the C library, in any lane.
TEST(KernelMath, FunctionsOfF64) {
  std::string type = tensorText({37}, "f64");
  KernelWriter writer(0);
  for (const Function &f : kFunctions)
    writer.add(f.name, {type}, {type}, "  %r = remat." + std::string(f.name) + " %a0 : " + type);
  KernelRunner runner(writer.text());
  ASSERT_TRUE(runner.isValid());
  for (const std::string &name : runner.kernels()) {
    std::mt19937_64 random(23);
    std::vector<Tensor> arguments = randomArguments(runner.function(name), Draw::Positive, random);
    EXPECT_EQ(firstDifference(runner.interpret(name, arguments)[0], runner.run(name, arguments)[0]),
              "")
        << name;
  }
}

/// An element's bits do not depend on its place: every place of a vector and of its tail is tried.
TEST(KernelMath, SameBitsInEveryLane) {
  constexpr int64_t kPlaces = 47;
  std::string type = tensorText({kPlaces}, "f32");
  KernelWriter writer(0);
  for (const Function &f : kFunctions)
    writer.add(f.name, {type}, {type}, "  %r = remat." + std::string(f.name) + " %a0 : " + type);
  KernelRunner runner(writer.text());
  ASSERT_TRUE(runner.isValid());
  std::vector<std::string> names = runner.kernels();
  for (size_t i = 0; i < names.size(); ++i) {
    auto tensor = cast<RankedTensorType>(runner.function(names[i]).getArgumentTypes()[0]);
    for (float number : samples(kFunctions[i].low, kFunctions[i].high, 100)) {
      Tensor x{tensor, std::vector<Number>(kPlaces, Number{number, 0})};
      Tensor result = runner.run(names[i], {x})[0];
      for (const Number &element : result.elements)
        EXPECT_EQ(std::memcmp(&element.real, &result.elements[0].real, sizeof(double)), 0)
            << names[i] << " of " << number;
    }
  }
}
