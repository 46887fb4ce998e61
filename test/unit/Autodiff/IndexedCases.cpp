//===- IndexedCases.cpp - Rules of gather, scatter and sort ---------------===//
#include "RuleCases.h"

using namespace remattest;

/// A scatter of four numbers into six, by `body` on %a and %b; places 2 and 1 are written twice
/// unless `unique`.
static RuleCase scatter(const std::string &name, const std::string &body, bool isUnique) {
  std::string places = isUnique ? "[[2], [5], [0], [4]]" : "[[2], [1], [2], [1]]";
  return {name,
          {"6", "4"},
          "6",
          R"(
    %i = remat.constant dense<)" +
              places + R"(> : tensor<4x1xi32>
    %y = remat.scatter(%x0, %i, %x1) {inserted_window_dims = array<i64: 0>,
        scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 1 : i64)" +
              (isUnique ? ", unique_indices" : "") + R"(} : (T(6), tensor<4x1xi32>, T(4)) -> T(6) {
    ^bb0(%a: tensor<f64>, %b: tensor<f64>):
      )" + body +
              "}"};
}

static std::string yieldOf(const std::string &op) {
  return "%c = remat." + op + " %a, %b : S remat.yield %c : S ";
}

std::vector<RuleCase> remattest::indexedCases() {
  return {
      // Rows 2, 0, 2 and 4; an index of 9 reads the last row.
      {"gather_rows", {"5x3"}, "4x3", R"(
         %i = remat.constant dense<[[2], [0], [2], [9]]> : tensor<4x1xi32>
         %y = remat.gather %x0, %i {offset_dims = array<i64: 1>, collapsed_slice_dims = array<i64: 0>,
           start_index_map = array<i64: 0>, index_vector_dim = 1 : i64, slice_sizes = array<i64: 1, 3>}
           : (T(5x3), tensor<4x1xi32>) -> T(4x3))"},
      // Windows of 2x2 whose corners are pairs; (3, -1) is moved to (3, 0), and (9, 2) to (3, 1).
      {"gather_windows", {"5x3"}, "2x2x3", R"(
         %i = remat.constant dense<[[0, 3, 9], [1, -1, 2]]> : tensor<2x3xi32>
         %y = remat.gather %x0, %i {offset_dims = array<i64: 0, 1>, start_index_map = array<i64: 0, 1>,
           index_vector_dim = 0 : i64, slice_sizes = array<i64: 2, 2>}
           : (T(5x3), tensor<2x3xi32>) -> T(2x2x3))"},
      // One element of each row, which both tensors number.
      {"gather_batching", {"3x4"}, "3x2", R"(
         %i = remat.constant dense<[[3, 0], [1, 1], [2, 3]]> : tensor<3x2xi64>
         %y = remat.gather %x0, %i {collapsed_slice_dims = array<i64: 1>, operand_batching_dims = array<i64: 0>,
           start_indices_batching_dims = array<i64: 0>, start_index_map = array<i64: 1>, index_vector_dim = 2 : i64,
           slice_sizes = array<i64: 1, 1>} : (T(3x4), tensor<3x2xi64>) -> T(3x2))"},
      scatter("scatter_add", yieldOf("add"), false),
      scatter("scatter_set", "remat.yield %b : S ", false),
      scatter("scatter_set_unique", "remat.yield %b : S ", true),
      scatter("scatter_multiply", yieldOf("multiply"), true),
      scatter("scatter_maximum", yieldOf("maximum"), false),
      scatter("scatter_minimum", yieldOf("minimum"), false),
      // Windows of two; the one at 5 would reach out of the six elements and is left out.
      {"scatter_add_outside", {"6x2", "3x2x2"}, "6x2", R"(
         %i = remat.constant dense<[[1, 0], [5, 0], [2, 0]]> : tensor<3x2xi32>
         %y = remat.scatter(%x0, %i, %x1) {update_window_dims = array<i64: 1, 2>,
             scatter_dims_to_operand_dims = array<i64: 0, 1>, index_vector_dim = 1 : i64}
           : (T(6x2), tensor<3x2xi32>, T(3x2x2)) -> T(6x2) {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>):
           %c = remat.add %a, %b : S
           remat.yield %c : S
         })"},
      {"scatter_set_outside", {"6", "3x2"}, "6", R"(
         %i = remat.constant dense<[1, 5, 2]> : tensor<3xi32>
         %y = remat.scatter(%x0, %i, %x1) {update_window_dims = array<i64: 1>,
             scatter_dims_to_operand_dims = array<i64: 0>, index_vector_dim = 1 : i64}
           : (T(6), tensor<3xi32>, T(3x2)) -> T(6) {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>):
           remat.yield %b : S
         })"},
      {"sort", {"3x4"}, "3x4", R"(
         %y = remat.sort(%x0) {dimension = 0 : i64} : (T(3x4)) -> T(3x4) {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>):
           %c = remat.compare LT, %a, %b : (S, S) -> tensor<i1>
           remat.yield %c : tensor<i1>
         })"},
      // The keys come out sorted as well, and count once more.
      {"sort_by_keys", {"5", "5"}, "5", R"(
         %s:2 = remat.sort(%x0, %x1) {dimension = 0 : i64, is_stable} : (T(5), T(5)) -> (T(5), T(5)) {
         ^bb0(%a: tensor<f64>, %b: tensor<f64>, %c: tensor<f64>, %d: tensor<f64>):
           %e = remat.compare GT, %a, %b : (S, S) -> tensor<i1>
           remat.yield %e : tensor<i1>
         }
         %k = remat.sine %s#0 : T(5)
         %y = remat.multiply %s#1, %k : T(5))"},
  };
}
