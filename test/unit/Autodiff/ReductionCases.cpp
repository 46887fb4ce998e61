//===- ReductionCases.cpp - Rules of reductions ---------------------------===//
#include "RuleCases.h"

using namespace remattest;

/// A body on %a and %b that runs one op.
static std::string body(const std::string &op) {
  return R"( {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>):
           %c = remat.)" +
         op + R"( %a, %b : S
           remat.yield %c : S
         })";
}

static RuleCase reduce(const std::string &op, const std::string &init) {
  return {"reduce_" + op,
          {"2x3x5"},
          "3",
          R"(
         %i = remat.constant dense<)" +
              init + R"(> : S
         %y = remat.reduce(%x0, %i) {dimensions = array<i64: 0, 2>} : (T(2x3x5), S) -> T(3))" +
              body(op)};
}

/// Windows of 2x3 with strides, padding, and dilation where it is asked for.
static RuleCase window(const std::string &name, const std::string &op, const std::string &init,
                       bool isDilated) {
  // Rows: 5 and 1 of padding are 6, windows of two in strides of 2: 3 places. Columns: 6 and 2 of
  // padding are 8, windows of three in strides of 1: 6 places; dilated by 2 they reach over
  // five: 4.
  std::string dilations = isDilated ? "1, 2" : "1, 1", shape = isDilated ? "3x4" : "3x6";
  return {name,
          {"5x6"},
          shape,
          R"(
         %i = remat.constant dense<)" +
              init + R"(> : S
         %y = remat.reduce_window(%x0, %i) {window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>,
           base_dilations = array<i64: 1, 1>, window_dilations = array<i64: )" +
              dilations + ">, padding = array<i64: 1, 0, 1, 1>} : (T(5x6), S) -> T(" + shape + ")" +
              body(op)};
}

/// Everything up to each element, along five of them.
static RuleCase cumulative(const std::string &name, const std::string &init,
                           const std::string &body) {
  return {name,
          {"2x5"},
          "2x5",
          R"(
         %i = remat.constant dense<)" +
              init + R"(> : S
         %y = remat.reduce_window(%x0, %i) {window_dimensions = array<i64: 1, 5>, window_strides = array<i64: 1, 1>,
           base_dilations = array<i64: 1, 1>, window_dilations = array<i64: 1, 1>, padding = array<i64: 0, 0, 4, 0>}
           : (T(2x5), S) -> T(2x5))" +
              body};
}

/// log(exp(a) + exp(b)) as two numbers are added on a logarithmic scale.
static const std::string logAddExp = R"( {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>):
           %m = remat.maximum %a, %b : S
           %d = remat.subtract %a, %b : S
           %g = remat.abs %d : S
           %n = remat.negate %g : S
           %e = remat.exponential %n : S
           %l = remat.log_plus_one %e : S
           %c = remat.add %m, %l : S
           remat.yield %c : S
         })";

std::vector<RuleCase> remattest::reductionCases() {
  return {
      reduce("add", "0.0"),
      reduce("maximum", "0xFFF0000000000000"),
      reduce("minimum", "0x7FF0000000000000"),
      reduce("multiply", "1.0"),
      // The initial value is differentiated too.
      {"reduce_add_from",
       {"3x2", ""},
       "3",
       "%y = remat.reduce(%x0, %x1) {dimensions = array<i64: 1>} : (T(3x2), S) -> T(3)" +
           body("add")},
      {"reduce_multiply_from",
       {"3x2", ""},
       "3",
       "%y = remat.reduce(%x0, %x1) {dimensions = array<i64: 1>} : (T(3x2), S) -> T(3)" +
           body("multiply")},
      {"reduce_log_add_exp",
       {"2x5"},
       "2",
       R"(
         %i = remat.constant dense<-1.0e+300> : S
         %y = remat.reduce(%x0, %i) {dimensions = array<i64: 1>} : (T(2x5), S) -> T(2))" +
           logAddExp},
      // The largest element and, beside it, what another tensor holds at its place.
      {"reduce_two", {"2x5", "2x5"}, "2", R"(
         %i = remat.constant dense<0xFFF0000000000000> : S
         %z = remat.constant dense<0.0> : S
         %r:2 = remat.reduce(%x0, %x1, %i, %z) {dimensions = array<i64: 1>} : (T(2x5), T(2x5), S, S) -> (T(2), T(2)) {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
           %p = remat.compare GE, %a, %c : (S, S) -> tensor<i1>
           %q = remat.select %p, %a, %c : (tensor<i1>, S, S) -> S
           %s = remat.select %p, %b, %d : (tensor<i1>, S, S) -> S
           remat.yield %q, %s : S, S
         }
         %y = remat.multiply %r#0, %r#1 : T(2))"},
      window("window_add", "add", "0.0", false),
      window("window_add_dilated", "add", "0.0", true),
      window("window_maximum", "maximum", "0xFFF0000000000000", false),
      window("window_maximum_dilated", "maximum", "0xFFF0000000000000", true),
      window("window_minimum", "minimum", "0x7FF0000000000000", false),
      window("window_multiply", "multiply", "1.0", false),
      // Two zeros between the elements of the base: 4 of them reach over 10, windows of two: 9
      // places.
      {"window_add_base_dilated", {"4"}, "9", R"(
         %i = remat.constant dense<0.0> : S
         %y = remat.reduce_window(%x0, %i) {window_dimensions = array<i64: 2>, window_strides = array<i64: 1>,
           base_dilations = array<i64: 3>, window_dilations = array<i64: 1>, padding = array<i64: 0, 0>}
           : (T(4), S) -> T(9))" + body("add")},
      cumulative("cumulative_sum", "0.0", body("add")),
      cumulative("cumulative_product", "1.0", body("multiply")),
      cumulative("cumulative_maximum", "0xFFF0000000000000", body("maximum")),
      cumulative("cumulative_log_add_exp", "-1.0e+300", logAddExp),
      {"select_and_scatter", {"6", "3"}, "6", R"(
         %i = remat.constant dense<0.0> : S
         %y = remat.select_and_scatter(%x0, %x1, %i) {window_dimensions = array<i64: 2>,
             window_strides = array<i64: 2>, padding = array<i64: 0, 0>} : (T(6), T(3), S) -> T(6) select {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>):
           %c = remat.compare GE, %a, %b : (S, S) -> tensor<i1>
           remat.yield %c : tensor<i1>
         } scatter {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>):
           %c = remat.add %a, %b : S
           remat.yield %c : S
         })"},
      // Softmax and log-sum-exp, whose maximum is not differentiated.
      {"softmax",
       {"3x4"},
       "3x4",
       R"(
         %i = remat.constant dense<0xFFF0000000000000> : S
         %z = remat.constant dense<0.0> : S
         %m = remat.reduce(%x0, %i) {dimensions = array<i64: 1>} : (T(3x4), S) -> T(3))" +
           body("maximum") + R"(
         %n = remat.broadcast_in_dim %m {broadcast_dimensions = array<i64: 0>} : (T(3)) -> T(3x4)
         %d = remat.subtract %x0, %n : T(3x4)
         %e = remat.exponential %d : T(3x4)
         %s = remat.reduce(%e, %z) {dimensions = array<i64: 1>} : (T(3x4), S) -> T(3))" +
           body("add") + R"(
         %t = remat.broadcast_in_dim %s {broadcast_dimensions = array<i64: 0>} : (T(3)) -> T(3x4)
         %y = remat.divide %e, %t : T(3x4))"},
      {"maximum_that_stays",
       {"3x4"},
       "3x4",
       R"(
         %i = remat.constant dense<0xFFF0000000000000> : S
         %m = remat.reduce(%x0, %i) {dimensions = array<i64: 1>} : (T(3x4), S) -> T(3))" +
           body("maximum") + R"(
         %n = remat.broadcast_in_dim %m {broadcast_dimensions = array<i64: 0>} : (T(3)) -> T(3x4)
         %d = remat.subtract %x0, %n : T(3x4)
         %y = remat.exponential %d : T(3x4))"},
  };
}
