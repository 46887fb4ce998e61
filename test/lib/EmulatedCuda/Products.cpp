//===- Products.cpp - Products of matrices on the host --------------------===//
#include "Products.h"
#include "ElementType.h"
#include "ProductTile.h"
#include "Tf32.h"
#include <algorithm>
#include <cstring>
#include <vector>

using namespace emulated;
using rematrt::BFloat16;

int64_t emulated::bytesOf(cudaDataType type) {
  switch (type) {
  case CUDA_R_64F:
    return 8;
  case CUDA_R_32F:
    return 4;
  case CUDA_R_16BF:
  case CUDA_R_16F:
    return 2;
  default:
    return 0;
  }
}

template <typename Sum> static Sum read(const char *at, cudaDataType type) {
  auto as = [at](auto value) {
    std::memcpy(&value, at, sizeof(value));
    return value;
  };
  switch (type) {
  case CUDA_R_64F:
    return static_cast<Sum>(as(double()));
  case CUDA_R_32F:
    return static_cast<Sum>(as(float()));
  case CUDA_R_16BF:
    return static_cast<Sum>(static_cast<float>(as(BFloat16())));
  default:
    return static_cast<Sum>(as(_Float16()));
  }
}

template <typename Sum> static void write(char *at, cudaDataType type, Sum value) {
  auto put = [at](auto stored) { std::memcpy(at, &stored, sizeof(stored)); };
  switch (type) {
  case CUDA_R_64F:
    return put(static_cast<double>(value));
  case CUDA_R_32F:
    return put(static_cast<float>(value));
  case CUDA_R_16BF:
    return put(BFloat16::round(static_cast<float>(value)));
  default:
    return put(static_cast<_Float16>(value));
  }
}

/// Element (row, column) of what the product sees, columns one after the other and dense.
template <typename Sum>
static std::vector<Sum> packed(const HostMatrix &matrix, int64_t rows, int64_t columns) {
  std::vector<Sum> elements(rows * columns);
  int64_t bytes = bytesOf(matrix.type);
  for (int64_t column = 0; column < columns; ++column)
    for (int64_t row = 0; row < rows; ++row) {
      int64_t at =
          matrix.isTransposed ? column + row * matrix.leading : row + column * matrix.leading;
      auto element = read<Sum>(matrix.data + at * bytes, matrix.type);
      elements[row + column * rows] =
          matrix.isTf32 ? static_cast<Sum>(roundToTf32(static_cast<float>(element))) : element;
    }
  return elements;
}

template <typename Sum>
static void multiplyAs(const HostMatrix &first, const HostMatrix &second, const HostMatrix &result,
                       double alpha, double beta) {
  constexpr int64_t tileRows = tileBytes / sizeof(Sum);
  int64_t rows = result.rows, columns = result.columns;
  int64_t inner = first.isTransposed ? first.rows : first.columns;
  std::vector<Sum> a = packed<Sum>(first, rows, inner), b = packed<Sum>(second, inner, columns);
  // What the last tile has beyond the matrix is computed, and not written.
  b.resize(inner * (columns + tileColumns - 1));
  std::vector<Sum> rowsOfTile(inner * tileRows), sums(tileColumns * tileRows);
  int64_t bytes = bytesOf(result.type);
  auto writeSum = [&](int64_t row, int64_t column, Sum sum) {
    char *at = result.data + (row + column * result.leading) * bytes;
    Sum value = static_cast<Sum>(alpha) * sum;
    if (beta != 0)
      value += static_cast<Sum>(beta) * read<Sum>(at, result.type);
    write(at, result.type, value);
  };
  for (int64_t row = 0; row < rows; row += tileRows) {
    int64_t rowCount = std::min(tileRows, rows - row);
    for (int64_t turn = 0; turn < inner; ++turn)
      std::copy_n(&a[turn * rows + row], rowCount, &rowsOfTile[turn * tileRows]);
    for (int64_t column = 0; column < columns; column += tileColumns) {
      multiplyTile(rowsOfTile.data(), &b[column * inner], inner, sums.data());
      int64_t columnCount = std::min(tileColumns, columns - column);
      for (int64_t besides = 0; besides < columnCount; ++besides)
        for (int64_t below = 0; below < rowCount; ++below)
          writeSum(row + below, column + besides, sums[besides * tileRows + below]);
    }
  }
}

void emulated::multiply(const HostMatrix &first, const HostMatrix &second, const HostMatrix &result,
                        double alpha, double beta) {
  if (result.type == CUDA_R_64F)
    multiplyAs<double>(first, second, result, alpha, beta);
  else
    multiplyAs<float>(first, second, result, alpha, beta);
}
