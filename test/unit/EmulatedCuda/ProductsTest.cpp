//===- ProductsTest.cpp - Products of the emulated cuBLASLt ---------------===//
#include "Products.h"
#include <gtest/gtest.h>
#include <vector>

using namespace emulated;

namespace {
HostMatrix matrix(std::vector<float> &data, int64_t rows, int64_t columns, bool isTransposed) {
  return {reinterpret_cast<char *>(data.data()), CUDA_R_32F, rows, columns, rows, isTransposed};
}

/// Of an element type: small integers, whose sums are exact in each.
template <typename Element>
void expectLargeIsElementByElement(cudaDataType type, int64_t rows, int64_t columns) {
  int64_t inner = 17;
  std::vector<Element> a(rows * inner), b(inner * columns), c(rows * columns);
  for (size_t at = 0; at < a.size(); ++at)
    a[at] = Element(int(at % 7) - 3);
  for (size_t at = 0; at < b.size(); ++at)
    b[at] = Element(int(at % 5) - 2);
  auto dense = [&](std::vector<Element> &data, int64_t height, int64_t width) {
    return HostMatrix{reinterpret_cast<char *>(data.data()), type, height, width, height, false};
  };
  multiply(dense(a, rows, inner), dense(b, inner, columns), dense(c, rows, columns), 1, 0);
  for (int64_t row = 0; row < rows; ++row)
    for (int64_t column = 0; column < columns; ++column) {
      double expected = 0;
      for (int64_t k = 0; k < inner; ++k)
        expected += double(a[row + k * rows]) * double(b[k + column * inner]);
      ASSERT_EQ(double(c[row + column * rows]), expected) << row << " " << column;
    }
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
  // A tile has 32 rows of f32, 16 of f64, and 4 columns: a whole one and one of a single row and
  // column; less than one.
  for (auto [rows, columns] : {std::pair(33, 5), std::pair(3, 2), std::pair(64, 8)}) {
    expectLargeIsElementByElement<float>(CUDA_R_32F, rows, columns);
    expectLargeIsElementByElement<double>(CUDA_R_64F, rows, columns);
    expectLargeIsElementByElement<_Float16>(CUDA_R_16F, rows, columns);
  }
}
