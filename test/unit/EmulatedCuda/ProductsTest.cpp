//===- ProductsTest.cpp - Products of the emulated cuBLASLt ---------------===//
#include "Products.h"
#include <gtest/gtest.h>
#include <vector>

using namespace emulated;

namespace {
HostMatrix matrix(std::vector<float> &data, int64_t rows, int64_t columns, bool isTransposed) {
  return {reinterpret_cast<char *>(data.data()), CUDA_R_32F, rows, columns, rows, isTransposed};
}
} // namespace

TEST(Products, TransposedOperandsAndOldResult) {
  // Columns one after the other: a = [1 3; 2 4], b = [5 7; 6 8]; products by hand.
  std::vector<float> a{1, 2, 3, 4}, b{5, 6, 7, 8}, c(4);
  multiply(matrix(a, 2, 2, false), matrix(b, 2, 2, false), matrix(c, 2, 2, false), 1, 0);
  EXPECT_EQ(c, (std::vector<float>{23, 34, 31, 46}));
  multiply(matrix(a, 2, 2, true), matrix(b, 2, 2, false), matrix(c, 2, 2, false), 1, 0);
  EXPECT_EQ(c, (std::vector<float>{17, 39, 23, 53}));
  // a * bT = [1*5+3*7 …], added to twice what was there.
  multiply(matrix(a, 2, 2, false), matrix(b, 2, 2, true), matrix(c, 2, 2, false), 1, 2);
  EXPECT_EQ(c, (std::vector<float>{26 + 34, 38 + 78, 30 + 46, 44 + 106}));
}

TEST(Products, LargeEqualsElementByElement) {
  // Small integers: every sum is exact. 5 columns: one group of four, and one.
  int64_t rows = 33, inner = 17, columns = 5;
  std::vector<float> a(rows * inner), b(inner * columns), c(rows * columns);
  for (size_t at = 0; at < a.size(); ++at)
    a[at] = float(at % 7) - 3;
  for (size_t at = 0; at < b.size(); ++at)
    b[at] = float(at % 5) - 2;
  multiply(matrix(a, rows, inner, false), matrix(b, inner, columns, false),
           matrix(c, rows, columns, false), 1, 0);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      float expected = 0;
      for (int64_t k = 0; k < inner; ++k)
        expected += a[row + k * rows] * b[k + column * inner];
      EXPECT_EQ(c[row + column * rows], expected);
    }
}
