//===- ElementwiseCases.cpp - Rules of ops on single elements -------------===//
#include "RuleCases.h"

using namespace remattest;

/// One op on one tensor of five numbers.
static RuleCase unary(const std::string &op, double low = -1.5, double high = 1.5) {
  return {op, {"5"}, "5", "%y = remat." + op + " %x0 : T(5)", low, high};
}

static RuleCase step(const std::string &op) {
  RuleCase made = unary(op);
  made.name = "flat_" + op;
  return made;
}

static RuleCase binary(const std::string &op, double low = -1.5, double high = 1.5) {
  return {op, {"2x3", "2x3"}, "2x3", "%y = remat." + op + " %x0, %x1 : T(2x3)", low, high};
}

std::vector<RuleCase> remattest::elementwiseCases() {
  return {
      unary("abs"),
      unary("cbrt"),
      unary("cosine"),
      unary("erf"),
      unary("erfc"),
      unary("exponential"),
      unary("exponential_minus_one"),
      unary("log", 0.2, 3),
      unary("log_plus_one", -0.7, 3),
      unary("logistic"),
      unary("negate"),
      unary("rsqrt", 0.2, 3),
      unary("sine"),
      unary("sqrt", 0.2, 3),
      unary("tan", -1.2, 1.2),
      unary("tanh"),
      step("ceil"),
      step("floor"),
      step("round_nearest_afz"),
      step("round_nearest_even"),
      step("sign"),
      binary("add"),
      binary("atan2"),
      binary("divide", 0.3, 2),
      binary("maximum"),
      binary("minimum"),
      binary("multiply"),
      binary("power", 0.3, 2),
      binary("remainder", 0.2, 2),
      binary("subtract"),
      // Both operands are one value: its two contributions are added.
      {"multiply_square", {"4"}, "4", "%y = remat.multiply %x0, %x0 : T(4)"},
      {"subtract_from_itself_scaled", {"4"}, "4", R"(
         %d = remat.add %x0, %x0 : T(4)
         %y = remat.subtract %x0, %d : T(4))"},
      {"power_square", {"4"}, "4", R"(
         %c = remat.constant dense<2.0> : T(4)
         %y = remat.power %x0, %c : T(4))"},
      {"power_of_three_halves",
       {"4"},
       "4",
       R"(
         %c = remat.constant dense<1.5> : T(4)
         %y = remat.power %x0, %c : T(4))",
       0.2,
       2},
      // Whole exponents of negative numbers.
      {"power_cube", {"4"}, "4", R"(
         %c = remat.constant dense<3.0> : T(4)
         %y = remat.power %x0, %c : T(4))"},
      {"power_of_a_constant", {"4"}, "4", R"(
         %c = remat.constant dense<1.7> : T(4)
         %y = remat.power %c, %x0 : T(4))"},
      {"rectified", {"6"}, "6", R"(
         %c = remat.constant dense<0.0> : T(6)
         %y = remat.maximum %x0, %c : T(6))"},
      {"limited", {"6"}, "6", R"(
         %c = remat.constant dense<0.4> : T(6)
         %y = remat.minimum %c, %x0 : T(6))"},
      {"select", {"6", "6", "6"}, "6", R"(
         %c = remat.compare LT, %x2, %x0 : (T(6), T(6)) -> tensor<6xi1>
         %y = remat.select %c, %x0, %x1 : (tensor<6xi1>, T(6), T(6)) -> T(6))"},
      {"select_by_one", {"6", "6", ""}, "6", R"(
         %z = remat.constant dense<-2.0> : S
         %c = remat.compare LT, %x2, %z : (S, S) -> tensor<i1>
         %y = remat.select %c, %x0, %x1 : (tensor<i1>, T(6), T(6)) -> T(6))"},
      {"clamp", {"8", "8", "8"}, "8", R"(
         %low = remat.minimum %x0, %x2 : T(8)
         %high = remat.maximum %x0, %x2 : T(8)
         %y = remat.clamp %low, %x1, %high : (T(8), T(8), T(8)) -> T(8))"},
      {"clamp_by_one",
       {"8", ""},
       "8",
       R"(
         %low = remat.constant dense<-0.3> : S
         %y = remat.clamp %low, %x0, %x1 : (S, T(8), S) -> T(8))",
       0,
       1.5},
      {"convert", {"4"}, "4", R"(
         %n = remat.convert %x0 : (T(4)) -> T(4)
         %y = remat.sine %n : T(4))"},
      // The exponent and mantissa of f64: nothing is rounded.
      {"reduce_precision", {"4"}, "4", R"(
         %n = remat.reduce_precision %x0 {exponent_bits = 11 : i32, mantissa_bits = 52 : i32} : T(4)
         %y = remat.sine %n : T(4))"},
      {"bitcast_convert", {"4"}, "4", R"(
         %n = remat.bitcast_convert %x0 : (T(4)) -> T(4)
         %y = remat.sine %n : T(4))"},
  };
}
