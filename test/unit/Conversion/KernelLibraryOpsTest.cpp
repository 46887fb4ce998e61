//===- KernelLibraryOpsTest.cpp - Kernels of ops that libraries have, too -===//
//
// For CUDA devices sorts, random bits, and products and convolutions that no library takes are
// kernels. What they compute is held against the runtime's calls for CPUs, bit by bit: random bits
// and sorts of any numbers, sums of small whole numbers, which are exact in any order.
//
//===----------------------------------------------------------------------===//
#include "KernelRunner.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/Remat.h"
#include "remat/Runtime/Rematrt.h"
#include "gtest/gtest.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::remat;
using namespace remattest;

namespace {

/// The results of the runtime's call for the op.
std::vector<Tensor> callRuntime(Operation *op, const std::vector<Tensor> &arguments) {
  FailureOr<SmallVector<int64_t>> descriptor = runtimeDescriptor(op);
  if (failed(descriptor))
    return {};
  std::vector<std::vector<char>> memories;
  for (const Tensor &argument : arguments)
    memories.push_back(toMemory(argument));
  for (Type type : op->getResultTypes())
    memories.emplace_back(tensorBytes(type));
  std::vector<char> scratch(1 << 20);
  rematrt_context *context = rematrt_context_create(1);
  rematrt_status status = REMATRT_PROGRAM_ERROR;
  auto at = [&](size_t i) { return memories[i].data(); };
  int64_t bytes = static_cast<int64_t>(scratch.size());
  if (isa<DotGeneralOp>(op))
    status =
        rematrt_dot(context, descriptor->data(), at(0), at(1), at(2), scratch.data(), bytes, "");
  else if (isa<ConvolutionOp>(op))
    status = rematrt_convolution(context, descriptor->data(), at(0), at(1), at(2), scratch.data(),
                                 bytes, "");
  else
    status = rematrt_rng_bit_generator(context, descriptor->data(),
                                       reinterpret_cast<const uint64_t *>(at(0)),
                                       reinterpret_cast<uint64_t *>(at(1)), at(2), "");
  EXPECT_EQ(status, REMATRT_OK) << rematrt_context_message(context);
  rematrt_context_destroy(context);
  std::vector<Tensor> results;
  for (auto [number, type] : llvm::enumerate(op->getResultTypes()))
    results.push_back(
        fromMemory(cast<RankedTensorType>(type), memories[arguments.size() + number]));
  return results;
}

std::string kernel(const std::string &name, const std::string &signature, const std::string &op,
                   const std::string &returned) {
  return "func.func private @" + name + signature + " attributes {remat.kernel} {\n" + op +
         "\n  return " + returned + "\n}\n";
}

void expectLikeRuntime(const std::string &text, Draw draw) {
  KernelRunner runner(text);
  ASSERT_TRUE(runner.isValid());
  for (const std::string &name : runner.kernels()) {
    func::FuncOp function = runner.function(name);
    std::mt19937_64 random(3);
    std::vector<Tensor> arguments = randomArguments(function, draw, random);
    std::vector<Tensor> actual = runner.run(name, arguments);
    std::vector<Tensor> expected = callRuntime(&function.getBody().front().front(), arguments);
    ASSERT_EQ(actual.size(), expected.size()) << name;
    for (size_t i = 0; i < actual.size(); ++i)
      EXPECT_EQ(firstDifference(expected[i], actual[i]), "") << name;
  }
}

} // namespace

TEST(KernelLibraryOps, RandomBits) {
  std::string text;
  // Shapes with an even dimension, with none, a scalar, and more blocks than a word counts in 8
  // bits.
  const char *types[] = {"6x5xui32",   "3x5xui32", "ui32",  "7x9xui8",
                         "2x300xui16", "5x3xui64", "0xui32"};
  int number = 0;
  for (const char *type : types)
    for (auto [algorithm, words] : {std::pair("three_fry", 2), {"philox", 2}, {"philox", 3}}) {
      std::string state = "tensor<" + std::to_string(words) + "xui64>";
      std::string results = "(" + state + ", tensor<" + type + ">)";
      text += kernel("bits" + std::to_string(number++), "(%s: " + state + ") -> " + results,
                     "  %0, %1 = remat.rng_bit_generator " + std::string(algorithm) + ", %s : (" +
                         state + ") -> " + results,
                     "%0, %1 : " + state + ", tensor<" + type + ">");
    }
  expectLikeRuntime(text, Draw::Any);
}

TEST(KernelLibraryOps, Products) {
  std::string text;
  for (std::string type : {"i32", "i8", "ui16", "f64", "f32", "bf16"}) {
    std::string lhs = "tensor<2x5x3x4x" + type + ">", rhs = "tensor<4x3x2x6x" + type + ">";
    std::string result = "tensor<2x3x5x6x" + type + ">";
    text += kernel("dot_" + type, "(%a: " + lhs + ", %b: " + rhs + ") -> " + result,
                   "  %0 = remat.dot_general %a, %b {lhs_batching_dimensions = array<i64: 0, 2>, "
                   "rhs_batching_dimensions = array<i64: 2, 1>, lhs_contracting_dimensions = "
                   "array<i64: 3>, rhs_contracting_dimensions = array<i64: 0>} : (" +
                       lhs + ", " + rhs + ") -> " + result,
                   "%0 : " + result);
  }
  expectLikeRuntime(text, Draw::Whole);
}

TEST(KernelLibraryOps, Convolutions) {
  auto convolution = [](const std::string &name, const std::string &lhs, const std::string &rhs,
                        const std::string &result, const std::string &attributes) {
    return kernel(name, "(%a: " + lhs + ", %b: " + rhs + ") -> " + result,
                  "  %0 = remat.convolution %a, %b {input_batch_dimension = 0 : i64, "
                  "input_feature_dimension = 3 : i64, input_spatial_dimensions = array<i64: 1, 2>, "
                  "kernel_input_feature_dimension = 2 : i64, kernel_output_feature_dimension = 3 : "
                  "i64, kernel_spatial_dimensions = array<i64: 0, 1>, output_batch_dimension = 0 : "
                  "i64, output_feature_dimension = 3 : i64, output_spatial_dimensions = array<i64: "
                  "1, 2>, " +
                      attributes + "} : (" + lhs + ", " + rhs + ") -> " + result,
                  "%0 : " + result);
  };
  std::string text;
  for (std::string type : {"i32", "f32"}) {
    // A layer with groups, uneven padding and a dilated window that is reversed in one dimension.
    text += convolution("layer_" + type, "tensor<2x7x6x4x" + type + ">",
                        "tensor<3x2x2x6x" + type + ">", "tensor<2x3x5x6x" + type + ">",
                        "window_strides = array<i64: 2, 1>, padding = array<i64: 0, 1, 1, 0>, "
                        "lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 2>, "
                        "window_reversal = array<i1: true, false>, feature_group_count = 2 : i64");
    // Groups of batches, and holes in the input.
    text += convolution("gradient_" + type, "tensor<4x3x4x2x" + type + ">",
                        "tensor<2x2x2x6x" + type + ">", "tensor<2x6x4x6x" + type + ">",
                        "window_strides = array<i64: 1, 1>, padding = array<i64: 1, 1, 0, 1>, "
                        "lhs_dilation = array<i64: 2, 1>, rhs_dilation = array<i64: 1, 1>, "
                        "window_reversal = array<i1: false, false>, batch_group_count = 2 : i64");
  }
  expectLikeRuntime(text, Draw::Whole);
}

/// By the first operand, which has many equal elements; the second one tells them apart.
TEST(KernelLibraryOps, Sorts) {
  KernelRunner runner(kernel("sort",
                             "(%a: tensor<3x37x2xi8>, %b: tensor<3x37x2xf32>) -> "
                             "(tensor<3x37x2xi8>, tensor<3x37x2xf32>)",
                             R"(  %0, %1 = remat.sort(%a, %b) {dimension = 1 : i64, is_stable}
      : (tensor<3x37x2xi8>, tensor<3x37x2xf32>) -> (tensor<3x37x2xi8>, tensor<3x37x2xf32>) {
    ^bb0(%x: tensor<i8>, %y: tensor<i8>, %u: tensor<f32>, %w: tensor<f32>):
      %less = remat.compare GT, %x, %y : (tensor<i8>, tensor<i8>) -> tensor<i1>
      remat.yield %less : tensor<i1>
    })",
                             "%0, %1 : tensor<3x37x2xi8>, tensor<3x37x2xf32>"));
  ASSERT_TRUE(runner.isValid());
  std::mt19937_64 random(5);
  std::vector<Tensor> arguments = randomArguments(runner.function("sort"), Draw::Any, random);
  for (Number &number : arguments[0].elements)
    number.integer %= 4;
  std::vector<Tensor> expected = arguments;
  for (int64_t line = 0; line < 6; ++line) {
    std::vector<int64_t> places(37);
    for (int64_t i = 0; i < 37; ++i)
      places[i] = line / 2 * 74 + i * 2 + line % 2;
    std::vector<int64_t> sorted = places;
    std::stable_sort(sorted.begin(), sorted.end(), [&](int64_t a, int64_t b) {
      return arguments[0].elements[a].integer > arguments[0].elements[b].integer;
    });
    for (int64_t i = 0; i < 37; ++i)
      for (int operand : {0, 1})
        expected[operand].elements[places[i]] = arguments[operand].elements[sorted[i]];
  }
  std::vector<Tensor> actual = runner.run("sort", arguments);
  ASSERT_EQ(actual.size(), 2u);
  for (int operand : {0, 1})
    EXPECT_EQ(firstDifference(expected[operand], actual[operand]), "");
}
