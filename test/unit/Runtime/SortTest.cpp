//===- SortTest.cpp - sort along a dimension ------------------------------===//
#include "TestArray.h"
#include <algorithm>
#include <gtest/gtest.h>
#include <numeric>

using namespace rematrt::test;

namespace {

/// Keys are compared in descending order.
struct Keys {
  const int32_t *keys;
};

int32_t isGreater(void *environment, int64_t a, int64_t b) {
  const int32_t *keys = static_cast<Keys *>(environment)->keys;
  return keys[a] > keys[b];
}

} // namespace

/// Few different keys, so that stability shows in the second operand.
TEST(Sort, IsStableAlongAnyDimension) {
  std::mt19937_64 random(1);
  for (const Sizes &sizes : {Sizes{1000}, Sizes{7, 33}, Sizes{33, 7}, Sizes{3, 50, 4},
                             Sizes{30, 700}, Sizes{9000}, Sizes{1}, Sizes{0, 3}, Sizes{3, 0}})
    for (size_t dimension = 0; dimension < sizes.size(); ++dimension)
      for (int64_t threads : {1, 2}) {
        int64_t count =
            std::accumulate(sizes.begin(), sizes.end(), int64_t(1), std::multiplies<int64_t>());
        std::vector<int32_t> keys(count), sortedKeys(count);
        std::vector<uint8_t> values(count), sortedValues(count);
        for (int64_t i = 0; i < count; ++i) {
          keys[i] = random() % 10;
          values[i] = i % 251;
        }
        std::vector<int64_t> descriptor = {2, static_cast<int64_t>(dimension),
                                           static_cast<int64_t>(sizes.size())};
        descriptor.insert(descriptor.end(), sizes.begin(), sizes.end());
        descriptor.insert(descriptor.end(), {4, 1});
        int64_t scratchBytes = rematrt_sort_scratch_bytes(descriptor.data(), threads);
        ASSERT_GE(scratchBytes, 0);
        AlignedBytes scratch(scratchBytes);
        TestContext context(threads);
        const void *operands[] = {keys.data(), values.data()};
        void *results[] = {sortedKeys.data(), sortedValues.data()};
        Keys environment = {keys.data()};
        ASSERT_EQ(rematrt_sort(context, descriptor.data(), operands, results, isGreater,
                               &environment, scratch.data(), scratch.size(), nullptr),
                  REMATRT_OK)
            << context.message();

        int64_t stride = 1;
        for (size_t i = dimension + 1; i < sizes.size(); ++i)
          stride *= sizes[i];
        for (int64_t first = 0; first < count; ++first) {
          if (first / stride % sizes[dimension] != 0)
            continue;
          std::vector<int64_t> line;
          for (int64_t i = 0; i < sizes[dimension]; ++i)
            line.push_back(first + i * stride);
          std::vector<int64_t> sorted = line;
          std::stable_sort(sorted.begin(), sorted.end(),
                           [&](int64_t a, int64_t b) { return keys[a] > keys[b]; });
          for (size_t i = 0; i < line.size(); ++i) {
            ASSERT_EQ(sortedKeys[line[i]], keys[sorted[i]]);
            ASSERT_EQ(sortedValues[line[i]], values[sorted[i]]);
          }
        }
      }
}

TEST(Sort, RefusesWhatContradictsItself) {
  for (const std::vector<int64_t> &descriptor :
       {std::vector<int64_t>{0, 0, 1, 5, 4}, {1, 1, 1, 5, 4}, {1, 0, 1, 5, 3}, {1, 0, 1, -5, 4}}) {
    EXPECT_EQ(rematrt_sort_scratch_bytes(descriptor.data(), 1), -1);
    TestContext context(1);
    EXPECT_EQ(rematrt_sort(context, descriptor.data(), nullptr, nullptr, isGreater, nullptr,
                           nullptr, 0, nullptr),
              REMATRT_INVALID_DESCRIPTOR);
  }
}
