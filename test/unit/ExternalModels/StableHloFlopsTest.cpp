//===- StableHloFlopsTest.cpp - What kernels cost -------------------------===//
#include "Probe.h"
#include "remat/Interfaces/TensorOpFlops.h"
#include <limits>

using namespace mlir;
using namespace mlir::remat;

namespace {
class StableHloFlops : public Probe {
protected:
  /// An op on two operands.
  Operation *binary(StringRef name, StringRef attributes, StringRef lhs, StringRef rhs,
                    StringRef result) {
    std::string text = "func.func @f(%a: " + lhs.str() + ", %b: " + rhs.str() + ") { %r = \"" +
                       name.str() + "\"(%a, %b) <{" + attributes.str() + "}> : (" + lhs.str() +
                       ", " + rhs.str() + ") -> " + result.str() + " return }";
    return find(text, name);
  }
};
} // namespace

TEST_F(StableHloFlops, DotGeneral) {
  // 2 * batch 2 * m 3 * n 4 * k 5
  Operation *op = binary("stablehlo.dot_general",
                         "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], "
                         "rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], "
                         "rhs_contracting_dimensions = [1]>",
                         "tensor<2x3x5xf32>", "tensor<2x5x4xf32>", "tensor<2x3x4xf32>");
  EXPECT_EQ(productFlops(op), 240);
  EXPECT_EQ(getOpKnowledge(op).flops, 240);
  EXPECT_EQ(getOpKnowledge(op).note, "");
  // No contraction: an outer product.
  EXPECT_EQ(productFlops(binary("stablehlo.dot_general", "dot_dimension_numbers = #stablehlo.dot<>",
                                "tensor<3xf32>", "tensor<4xf32>", "tensor<3x4xf32>")),
            24);
  // Two contracted dimensions.
  EXPECT_EQ(productFlops(binary("stablehlo.dot_general",
                                "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions "
                                "= [0, 1], rhs_contracting_dimensions = [0, 1]>",
                                "tensor<3x5x2xf32>", "tensor<3x5x7xf32>", "tensor<2x7xf32>")),
            2 * 14 * 15);
}

TEST_F(StableHloFlops, Dot) {
  EXPECT_EQ(productFlops(binary("stablehlo.dot", "", "tensor<3x5xf32>", "tensor<5x4xf32>",
                                "tensor<3x4xf32>")),
            120);
  EXPECT_EQ(
      productFlops(binary("stablehlo.dot", "", "tensor<5xf32>", "tensor<5xf32>", "tensor<f32>")),
      10);
}

TEST_F(StableHloFlops, Einsum) {
  EXPECT_EQ(productFlops(binary("stablehlo.einsum", "einsum_config = \"bij,bjk->bik\"",
                                "tensor<2x3x5xf32>", "tensor<2x5x4xf32>", "tensor<2x3x4xf32>")),
            240);
}

TEST_F(StableHloFlops, Convolution) {
  // Result 8x16x16x32, window 3x3, 4 input features per group.
  Operation *op =
      binary("stablehlo.convolution",
             "dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, "
             "feature_group_count = 2 : i64",
             "tensor<8x16x16x8xf32>", "tensor<3x3x4x32xf32>", "tensor<8x16x16x32xf32>");
  EXPECT_EQ(productFlops(op), 2 * (8 * 16 * 16 * 32) * (3 * 3 * 4));
  // The features lie in front, and the raw form of the dimension numbers.
  EXPECT_EQ(
      productFlops(binary("stablehlo.convolution",
                          "dimension_numbers = #stablehlo.conv<[b, f, 0]x[o, i, 0]->[b, f, 0]>",
                          "tensor<2x3x9xf32>", "tensor<5x3x4xf32>", "tensor<2x5x6xf32>")),
      2 * 60 * 12);
  EXPECT_EQ(
      productFlops(binary("stablehlo.convolution",
                          "dimension_numbers = #stablehlo.conv<raw input_batch_dimension = 0, "
                          "kernel_output_feature_dimension = 2>",
                          "tensor<2x9x3xf32>", "tensor<4x3x5xf32>", "tensor<2x6x5xf32>")),
      2 * 60 * 12);
}

TEST_F(StableHloFlops, WhatCannotBeReadIsSaid) {
  auto expectNoted = [&](Operation *op, int64_t resultElements) {
    OpKnowledge known = getOpKnowledge(op);
    EXPECT_TRUE(known.recomputable); // the name alone says so
    EXPECT_EQ(known.flops, resultElements);
    EXPECT_NE(known.note, "");
    EXPECT_EQ(productFlops(op), 0);
  };
  for (StringRef attribute :
       {"", "dot_dimension_numbers = 3 : i64", "dot_dimension_numbers = \"\"",
        "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [7]>",
        "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [-1]>",
        "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [x]>"}) {
    Operation *op = binary("stablehlo.dot_general", attribute, "tensor<3x5xf32>", "tensor<5x4xf32>",
                           "tensor<3x4xf32>");
    expectNoted(op, 12);
  }
  for (StringRef attribute :
       {"", "dimension_numbers = #stablehlo.conv<b>",
        "dimension_numbers = #stablehlo.conv<[b]x[o]->[b]>",
        "dimension_numbers = #stablehlo.conv<[b, f, 0]x[i, i, 0]->[b, f, 0]>",
        "dimension_numbers = #stablehlo.conv<raw kernel_output_feature_dimension = 9>"})
    expectNoted(binary("stablehlo.convolution", attribute, "tensor<2x3x9xf32>", "tensor<5x3x4xf32>",
                       "tensor<2x5x6xf32>"),
                60);
  expectNoted(binary("stablehlo.einsum", "einsum_config = \"ab\"", "tensor<3x5xf32>",
                     "tensor<5x4xf32>", "tensor<3x4xf32>"),
              12);
  expectNoted(binary("stablehlo.dot", "", "tensor<3x?xf32>", "tensor<?x4xf32>", "tensor<3x4xf32>"),
              12);
  expectNoted(binary("stablehlo.reduce_window", "window_dimensions = array<i64: -3>",
                     "tensor<8xf32>", "tensor<f32>", "tensor<8xf32>"),
              8);
}

TEST_F(StableHloFlops, Saturates) {
  Operation *op = binary("stablehlo.dot_general",
                         "dot_dimension_numbers = #stablehlo.dot<lhs_contracting_dimensions = [1], "
                         "rhs_contracting_dimensions = [0]>",
                         "tensor<4294967296x4294967296xf32>", "tensor<4294967296x4294967296xf32>",
                         "tensor<4294967296x4294967296xf32>");
  EXPECT_EQ(productFlops(op), std::numeric_limits<int64_t>::max());
  EXPECT_EQ(getOpKnowledge(op).flops, std::numeric_limits<int64_t>::max());
  Operation *add = binary("stablehlo.tanh", "", "tensor<4294967296x4294967296xf32>", "tensor<f32>",
                          "tensor<4294967296x4294967296xf32>");
  EXPECT_EQ(getOpKnowledge(add).flops, std::numeric_limits<int64_t>::max());
  EXPECT_TRUE(getOpKnowledge(add).inPlace.empty());
}

TEST_F(StableHloFlops, OtherKernels) {
  EXPECT_EQ(getOpKnowledge(binary("stablehlo.reduce", "dimensions = array<i64: 0>",
                                  "tensor<8x4xf32>", "tensor<f32>", "tensor<4xf32>"))
                .flops,
            32);
  EXPECT_EQ(getOpKnowledge(binary("stablehlo.reduce_window", "window_dimensions = array<i64: 3, 2>",
                                  "tensor<8x4xf32>", "tensor<f32>", "tensor<4x4xf32>"))
                .flops,
            96);
  EXPECT_EQ(
      productFlops(binary("stablehlo.add", "", "tensor<4xf32>", "tensor<4xf32>", "tensor<4xf32>")),
      0);
}
