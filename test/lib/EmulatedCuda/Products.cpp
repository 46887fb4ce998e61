//===- Products.cpp - Products of matrices on the host --------------------===//
#include "Products.h"
#include "ElementType.h"
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
      elements[row + column * rows] = read<Sum>(matrix.data + at * bytes, matrix.type);
    }
  return elements;
}

/// sums += first * (the `Columns` columns at `second`), with one pass over `first`.
template <typename Sum, int Columns>
static void addColumns(Sum *__restrict sums, const Sum *__restrict first,
                       const Sum *__restrict second, int64_t rows, int64_t inner) {
  for (int64_t k = 0; k < inner; ++k)
    for (int64_t row = 0; row < rows; ++row)
      for (int column = 0; column < Columns; ++column)
        sums[column * rows + row] += first[k * rows + row] * second[column * inner + k];
}

template <typename Sum>
static void multiplyAs(const HostMatrix &first, const HostMatrix &second, const HostMatrix &result,
                       double alpha, double beta) {
  int64_t rows = result.rows, columns = result.columns;
  int64_t inner = first.isTransposed ? first.rows : first.columns;
  std::vector<Sum> a = packed<Sum>(first, rows, inner), b = packed<Sum>(second, inner, columns);
  constexpr int together = 4;
  std::vector<Sum> sums(together * rows);
  int64_t bytes = bytesOf(result.type);
  for (int64_t column = 0; column < columns;) {
    int64_t count = columns - column >= together ? together : 1;
    sums.assign(sums.size(), 0);
    if (count == together)
      addColumns<Sum, together>(sums.data(), a.data(), &b[column * inner], rows, inner);
    else
      addColumns<Sum, 1>(sums.data(), a.data(), &b[column * inner], rows, inner);
    for (int64_t other = 0; other < count; ++other)
      for (int64_t row = 0; row < rows; ++row) {
        char *at = result.data + (row + (column + other) * result.leading) * bytes;
        Sum value = static_cast<Sum>(alpha) * sums[other * rows + row];
        if (beta != 0)
          value += static_cast<Sum>(beta) * read<Sum>(at, result.type);
        write(at, result.type, value);
      }
    column += count;
  }
}

void emulated::multiply(const HostMatrix &first, const HostMatrix &second, const HostMatrix &result,
                        double alpha, double beta) {
  if (result.type == CUDA_R_64F)
    multiplyAs<double>(first, second, result, alpha, beta);
  else
    multiplyAs<float>(first, second, result, alpha, beta);
}
