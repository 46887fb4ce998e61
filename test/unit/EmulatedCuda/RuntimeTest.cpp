//===- RuntimeTest.cpp - The runtime's library calls on the emulated device ===//
//
// Layers in the form that cuDNN takes (N, C, H, W and O, I, H, W; and features last), held against
// the runtime of the CPU. Small integers: every sum is exact, so the bits are equal.
//
//===----------------------------------------------------------------------===//
#include "remat/Runtime/RematrtCuda.h"
#include <algorithm>
#include <cstdlib>
#include <gtest/gtest.h>
#include <vector>

namespace {

class Runtime : public testing::Test {
protected:
  void SetUp() override {
    setenv("REMATRT_CUDA_DRIVER", EMULATED_FOLDER "/libcuda.so.1", 1);
    setenv("REMATRT_CUDA_BLAS", EMULATED_FOLDER "/libcublasLt.so.13", 1);
    setenv("REMATRT_CUDA_DNN", EMULATED_FOLDER "/libcudnn.so.9", 1);
    context = rematrt_context_create(1);
    ASSERT_EQ(rematrt_cuda_open(context, 0), REMATRT_OK) << rematrt_context_message(context);
  }
  void TearDown() override { rematrt_context_destroy(context); }

  void *onDevice(const std::vector<float> &values) {
    void *memory = nullptr;
    int64_t bytes = values.size() * sizeof(float);
    rematrt_cuda_allocate(context, bytes, &memory, "values");
    rematrt_cuda_upload(context, memory, values.data(), bytes, "values");
    return memory;
  }

  rematrt_context *context = nullptr;
};

std::vector<float> integers(int64_t count, int64_t seed) {
  std::vector<float> values(count);
  for (int64_t at = 0; at < count; ++at)
    values[at] = float((at * 7 + seed) % 5) - 2;
  return values;
}

/// Batch 2, 3 features of 6 x 6 elements, 4 output features, a window of 3 x 3 that leaves 4 x 4.
/// See `rematrt_convolution` for the numbers.
std::vector<int64_t> descriptor(bool hasFeaturesLast) {
  std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 2, 1, 1};
  auto append = [&](std::initializer_list<int64_t> list) { numbers.insert(numbers.end(), list); };
  if (hasFeaturesLast) {
    append({2, 6, 6, 3});
    append({4, 3, 3, 3});
    append({2, 4, 4, 4});
    append({0, 3, 1, 2});
    append({3, 0, 1, 2});
    append({0, 3, 1, 2});
  } else {
    append({2, 3, 6, 6});
    append({4, 3, 3, 3});
    append({2, 4, 4, 4});
    append({0, 1, 2, 3});
    append({1, 0, 2, 3});
    append({0, 1, 2, 3});
  }
  // Strides, padding, dilations of lhs and rhs, no reversal.
  append({1, 1, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0});
  return numbers;
}

} // namespace

TEST_F(Runtime, ConvolutionsAsOnTheCpu) {
  for (bool hasFeaturesLast : {false, true}) {
    std::vector<int64_t> numbers = descriptor(hasFeaturesLast);
    std::vector<float> x = integers(2 * 3 * 6 * 6, 1), w = integers(4 * 3 * 3 * 3, 2);
    std::vector<float> expected(2 * 4 * 4 * 4), actual(expected.size());
    rematrt_context *cpu = rematrt_context_create(1);
    int64_t scratchBytes = rematrt_convolution_scratch_bytes(numbers.data(), 1);
    ASSERT_GE(scratchBytes, 0);
    void *scratch = rematrt_arena_allocate(cpu, scratchBytes + 1, 64, "scratch");
    rematrt_convolution(cpu, numbers.data(), x.data(), w.data(), expected.data(), scratch,
                        scratchBytes, "cpu");
    EXPECT_STREQ(rematrt_context_message(cpu), "");
    rematrt_arena_free(scratch);
    rematrt_context_destroy(cpu);

    void *result = onDevice(actual);
    rematrt_cuda_convolution(context, numbers.data(), onDevice(x), onDevice(w), result, nullptr, 0,
                             /*options=*/0, "cuda");
    rematrt_cuda_download(context, actual.data(), result, actual.size() * sizeof(float), "result");
    EXPECT_STREQ(rematrt_context_message(context), "");
    EXPECT_EQ(actual, expected);
  }
}

TEST_F(Runtime, Tf32RoundsOperandsOfProductsWhereItIsAllowed) {
  // 1 + 2^-12 is nearer to 1 than to 1 + 2^-10, the next number of tf32; f32 has it.
  const float odd = 1 + 0x1p-12f;
  // [2, 4] times [4, 3].
  const std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 0, 1, 2, 2,
                                     2,           4,           4,           3, 1, 0};
  for (int64_t options : {int64_t(0), int64_t(REMATRT_CUDA_TF32)}) {
    std::vector<float> actual(2 * 3);
    void *result = onDevice(actual);
    rematrt_cuda_dot(context, numbers.data(), onDevice(std::vector<float>(8, odd)),
                     onDevice(std::vector<float>(12, 1)), result, nullptr, 0, options, "cuda");
    rematrt_cuda_download(context, actual.data(), result, actual.size() * sizeof(float), "result");
    EXPECT_STREQ(rematrt_context_message(context), "");
    EXPECT_EQ(actual, std::vector<float>(6, options ? 4.0f : 4 * odd));
  }
}

TEST_F(Runtime, ProductsWithBiasAndPositivePart) {
  // [2, 4] times [4, 3]: small integers, so that sums are exact. Rows get the bias [0, -3, 5].
  const std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 0, 1, 2, 2,
                                     2,           4,           4,           3, 1, 0};
  const std::vector<float> x = integers(8, 1), w = integers(12, 2), bias{0, -3, 5};
  for (bool hasBias : {false, true})
    for (int64_t options : {int64_t(0), int64_t(REMATRT_CUDA_RELU)}) {
      std::vector<float> expected(6), actual(6);
      for (int row = 0; row < 2; ++row)
        for (int column = 0; column < 3; ++column) {
          float &sum = expected[row * 3 + column] = hasBias ? bias[column] : 0;
          for (int turn = 0; turn < 4; ++turn)
            sum += x[row * 4 + turn] * w[turn * 3 + column];
          sum = options ? std::max(sum, 0.0f) : sum;
        }
      void *result = onDevice(actual);
      rematrt_cuda_dot_epilogue(context, numbers.data(), onDevice(x), onDevice(w),
                                hasBias ? onDevice(bias) : nullptr, result, nullptr, 0, options,
                                "cuda");
      rematrt_cuda_download(context, actual.data(), result, actual.size() * sizeof(float),
                            "result");
      EXPECT_STREQ(rematrt_context_message(context), "");
      EXPECT_EQ(actual, expected) << hasBias << options;
    }
}

TEST_F(Runtime, ProductsWithGelu) {
  // [3, 1] times [1, 1]: sums of -1, 0 and 2, to which a bias of 1 is added.
  const std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 0, 1, 2, 2,
                                     3,           1,           1,           1, 1, 0};
  // x / 2 (1 + tanh(sqrt(2 / pi) (x + 0.044715 x^3))), to seven digits, at -1, 0, 1, 2 and 3.
  const float expected[] = {-0.1588080f, 0, 0.8411920f, 1.9545977f, 2.9963627f};
  for (bool hasBias : {false, true}) {
    std::vector<float> actual(3);
    void *result = onDevice(actual);
    rematrt_cuda_dot_epilogue(context, numbers.data(), onDevice(std::vector<float>{-1, 0, 2}),
                              onDevice(std::vector<float>{1}),
                              hasBias ? onDevice(std::vector<float>{1}) : nullptr, result, nullptr,
                              0, REMATRT_CUDA_GELU, "cuda");
    rematrt_cuda_download(context, actual.data(), result, actual.size() * sizeof(float), "result");
    EXPECT_STREQ(rematrt_context_message(context), "");
    const int places[2][3] = {{0, 1, 3}, {1, 2, 4}};
    for (int row = 0; row < 3; ++row)
      EXPECT_NEAR(actual[row], expected[places[hasBias][row]], 1e-6f) << hasBias << row;
  }
}

TEST_F(Runtime, BatchesHaveNoBias) {
  const std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 1, 1, 3, 3, 2, 2,
                                     4,           2,           4,           3, 0, 0, 2, 1};
  void *result = onDevice(std::vector<float>(12));
  EXPECT_EQ(rematrt_cuda_dot_epilogue(context, numbers.data(), onDevice(integers(16, 1)),
                                      onDevice(integers(24, 2)), onDevice(integers(3, 3)), result,
                                      nullptr, 0, 0, "batches"),
            REMATRT_UNSUPPORTED);
  EXPECT_STREQ(rematrt_context_message(context),
               "batches: dot: a bias or an activation goes with one product of f32, bf16 or f16");
}

TEST_F(Runtime, Tf32RoundsOperandsOfConvolutionsWhereItIsAllowed) {
  const float odd = 1 + 0x1p-12f;
  const std::vector<int64_t> numbers = descriptor(/*hasFeaturesLast=*/false);
  for (int64_t options : {int64_t(0), int64_t(REMATRT_CUDA_TF32)}) {
    std::vector<float> actual(2 * 4 * 4 * 4);
    void *result = onDevice(actual);
    rematrt_cuda_convolution(
        context, numbers.data(), onDevice(std::vector<float>(2 * 3 * 6 * 6, odd)),
        onDevice(std::vector<float>(4 * 3 * 3 * 3, 1)), result, nullptr, 0, options, "cuda");
    rematrt_cuda_download(context, actual.data(), result, actual.size() * sizeof(float), "result");
    EXPECT_STREQ(rematrt_context_message(context), "");
    // 3 features times 3 x 3 elements of the window.
    EXPECT_EQ(actual, std::vector<float>(actual.size(), options ? 27.0f : 27 * odd));
  }
}

TEST_F(Runtime, ProductsOfOperandsAtAnyAddress) {
  // [2, 3, 2] times [3, 2, 2] over the first two dimensions, which rhs has the other way round: two
  // sums that lie apart are added, and none of the matrices begins at a multiple of more than
  // `shift` elements.
  const std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 0, 2, 3, 3, 2, 3,
                                     2,           3,           2,           2, 0, 1, 1, 0};
  const std::vector<float> lhs = integers(12, 1), rhs = integers(12, 2);
  std::vector<float> expected(4);
  for (int64_t i = 0; i < 2; ++i)
    for (int64_t j = 0; j < 2; ++j)
      for (int64_t a = 0; a < 2; ++a)
        for (int64_t b = 0; b < 3; ++b)
          expected[i * 2 + j] += lhs[(a * 3 + b) * 2 + i] * rhs[(b * 2 + a) * 2 + j];
  for (int64_t shift : {64, 4, 1}) {
    auto shifted = [&](std::vector<float> values) {
      values.insert(values.begin(), shift, 0);
      return static_cast<float *>(onDevice(values)) + shift;
    };
    std::vector<float> actual(4);
    float *result = shifted(actual);
    rematrt_cuda_dot(context, numbers.data(), shifted(lhs), shifted(rhs), result, nullptr, 0, 0,
                     "cuda");
    rematrt_cuda_download(context, actual.data(), result, actual.size() * sizeof(float), "result");
    EXPECT_STREQ(rematrt_context_message(context), "");
    EXPECT_EQ(actual, expected);
  }
}

TEST_F(Runtime, BatchesThatDoNotFitIntoAnInt) {
  // [2^31, 1, 1] times [2^31, 1, 1]; refused before memory is looked at.
  const int64_t many = int64_t(1) << 31;
  const std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 1, 1, 3, 3, many, 1,
                                     1,           many,        1,           1, 0, 0, 2, 1};
  rematrt_cuda_dot(context, numbers.data(), onDevice({1}), onDevice({1}), onDevice({0}), nullptr, 0,
                   0, "cuda");
  EXPECT_STREQ(rematrt_context_message(context),
               "cuda: dot: cuBLASLt takes less than 2^31 products of a batch");
}

TEST_F(Runtime, ProductsWithoutElements) {
  // [0, 4] times [4, 3].
  const std::vector<int64_t> numbers{REMATRT_F32, REMATRT_F32, REMATRT_F32, 0, 1, 2, 2,
                                     0,           4,           4,           3, 1, 0};
  rematrt_cuda_dot(context, numbers.data(), onDevice({}), onDevice(std::vector<float>(12)),
                   onDevice({}), nullptr, 0, 0, "cuda");
  EXPECT_STREQ(rematrt_context_message(context), "");
}

TEST_F(Runtime, WhatWasNotAllocatedIsNotFreed) {
  std::vector<float> host(4);
  EXPECT_EQ(rematrt_cuda_free(context, host.data()), REMATRT_PROGRAM_ERROR);
  EXPECT_STREQ(rematrt_context_message(context),
               "rematrt_cuda_free: the memory was not allocated with this context");
}

TEST_F(Runtime, GraphsEndOnceTheyBegan) {
  rematrt_cuda_graph *graph = nullptr;
  EXPECT_EQ(rematrt_cuda_graph_end(context, &graph), REMATRT_PROGRAM_ERROR);
  EXPECT_STREQ(rematrt_context_message(context), "rematrt_cuda_graph_end: no graph was begun");
}

TEST_F(Runtime, AnAllocationInAGraphIsRefused) {
  EXPECT_EQ(rematrt_cuda_graph_begin(context), REMATRT_OK);
  void *memory = nullptr;
  EXPECT_EQ(rematrt_cuda_allocate(context, 64, &memory, "buffer"), REMATRT_UNSUPPORTED);
  EXPECT_EQ(std::string(rematrt_context_message(context)).find("buffer: an allocation cannot be"),
            0u);
}
