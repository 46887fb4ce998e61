//===- LibraryCases.cpp - Rules of products and convolutions --------------===//
#include "RuleCases.h"

using namespace remattest;

static RuleCase dot(const std::string &name, const std::string &lhs, const std::string &rhs,
                    const std::string &result, const std::string &numbers) {
  return {name,
          {lhs, rhs},
          result,
          "%y = remat.dot_general %x0, %x1 {" + numbers + "} : (T(" + lhs + "), T(" + rhs +
              ")) -> T(" + result + ")"};
}

/// A convolution of 2-D images: batch, rows, columns, features; kernels: rows, columns, input and
/// output features.
static RuleCase convolution(const std::string &name, const std::string &input,
                            const std::string &kernel, const std::string &result,
                            const std::string &windows, const std::string &groups = "") {
  return {name,
          {input, kernel},
          result,
          R"(
         %y = remat.convolution %x0, %x1 {input_batch_dimension = 0 : i64, input_feature_dimension = 3 : i64,
           input_spatial_dimensions = array<i64: 1, 2>, kernel_input_feature_dimension = 2 : i64,
           kernel_output_feature_dimension = 3 : i64, kernel_spatial_dimensions = array<i64: 0, 1>,
           output_batch_dimension = 0 : i64, output_feature_dimension = 3 : i64,
           output_spatial_dimensions = array<i64: 1, 2>, )" +
              windows + groups + "} : (T(" + input + "), T(" + kernel + ")) -> T(" + result + ")"};
}

std::vector<RuleCase> remattest::libraryCases() {
  std::string plain = "window_strides = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, "
                      "lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, "
                      "window_reversal = array<i1: false, false>";
  return {
      dot("dot", "2x3", "3x4", "2x4",
          "lhs_contracting_dimensions = array<i64: 1>, rhs_contracting_dimensions = array<i64: 0>"),
      dot("dot_both_transposed", "3x2", "4x3", "2x4",
          "lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 1>"),
      dot("dot_vectors", "3", "3", "",
          "lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>"),
      dot("dot_outer", "2", "3", "2x3", ""),
      // Batches in the middle and at the end.
      dot("dot_batches", "2x5x3", "3x4x5", "5x2x4",
          "lhs_batching_dimensions = array<i64: 1>, rhs_batching_dimensions = array<i64: 2>, "
          "lhs_contracting_dimensions = array<i64: 2>, rhs_contracting_dimensions = array<i64: 0>"),
      // Two contracted dimensions, numbered in opposite order, and two free ones around them.
      dot("dot_two_contracted", "2x3x4x2", "4x5x3", "2x2x5",
          "lhs_contracting_dimensions = array<i64: 2, 1>, rhs_contracting_dimensions = array<i64: "
          "0, 2>"),
      {"dot_of_transposed", {"3x2", "4x3"}, "4x2", R"(
         %t = remat.transpose %x1 {permutation = array<i64: 1, 0>} : (T(4x3)) -> T(3x4)
         %d = remat.dot_general %x0, %t {lhs_contracting_dimensions = array<i64: 0>, rhs_contracting_dimensions = array<i64: 0>}
           : (T(3x2), T(3x4)) -> T(2x4)
         %y = remat.transpose %d {permutation = array<i64: 1, 0>} : (T(2x4)) -> T(4x2))"},
      convolution("convolution", "2x5x4x2", "3x2x2x3", "2x3x3x3", plain),
      // Rows: 5 + 2 of padding, windows of three in strides of 2: 3. Columns: 4 - 1 + 2 of padding,
      // windows of two in strides of 2: 2.
      convolution("convolution_strided", "1x5x4x2", "3x2x2x2", "1x3x2x2",
                  "window_strides = array<i64: 2, 2>, padding = array<i64: 1, 1, 2, -1>, "
                  "lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, "
                  "window_reversal = array<i1: false, false>"),
      // Rows: 3 dilated by 2 and 1 of padding are 6, windows of two: 5. Columns: 6, windows of two
      // dilated by 3 reach over four: 3.
      convolution("convolution_dilated", "1x3x6x1", "2x2x1x2", "1x5x3x2",
                  "window_strides = array<i64: 1, 1>, padding = array<i64: 1, 0, 0, 0>, "
                  "lhs_dilation = array<i64: 2, 1>, rhs_dilation = array<i64: 1, 3>, "
                  "window_reversal = array<i1: false, false>"),
      convolution("convolution_reversed", "1x4x4x2", "2x3x2x2", "1x3x2x2",
                  "window_strides = array<i64: 1, 1>, padding = array<i64: 0, 0, 0, 0>, "
                  "lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, "
                  "window_reversal = array<i1: true, false>"),
      convolution("convolution_feature_groups", "2x4x4x4", "2x2x2x6", "2x3x3x6", plain,
                  ", feature_group_count = 2 : i64"),
      convolution("convolution_depthwise", "2x4x4x3", "2x2x1x6", "2x3x3x6", plain,
                  ", feature_group_count = 3 : i64"),
      convolution("convolution_batch_groups", "4x4x4x2", "2x2x2x6", "2x3x3x6", plain,
                  ", batch_group_count = 2 : i64"),
  };
}
