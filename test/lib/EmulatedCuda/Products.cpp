//===- Products.cpp - Products of matrices on the host --------------------===//
#include "Products.h"
#include "ElementType.h"
#include "ProductTile.h"
#include "Tf32.h"
#include <algorithm>
#include <cmath>
#include <cstring>
#include <type_traits>
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
  case CUDA_R_8F_E4M3:
  case CUDA_R_8F_E5M2:
    return 1;
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

/// Calls a function with a value of the type that elements are stored as.
template <typename Function> static void withStoredType(cudaDataType type, const Function &call) {
  switch (type) {
  case CUDA_R_64F:
    return call(double());
  case CUDA_R_32F:
    return call(float());
  case CUDA_R_16BF:
    return call(BFloat16());
  case CUDA_R_8F_E4M3:
    return call(rematrt::Float8<REMATRT_F8E4M3FN>());
  case CUDA_R_8F_E5M2:
    return call(rematrt::Float8<REMATRT_F8E5M2>());
  default:
    return call(_Float16());
  }
}

template <typename Stored> static auto number(Stored stored) {
  if constexpr (std::is_same_v<Stored, double>)
    return stored;
  else
    return static_cast<float>(stored);
}

/// Calls `put(row, column, element)` for rows [begin, end) of what the product sees, along memory.
template <typename Function>
static void forEachElement(const HostMatrix &matrix, int64_t begin, int64_t end, int64_t columns,
                           const Function &put) {
  withStoredType(matrix.type, [&](auto example) {
    using Stored = decltype(example);
    auto at = [&](int64_t element) {
      Stored stored;
      std::memcpy(&stored, matrix.data + element * sizeof(Stored), sizeof(Stored));
      auto value = number(stored);
      return matrix.isTf32 ? static_cast<decltype(value)>(roundToTf32(static_cast<float>(value)))
                           : value;
    };
    if (matrix.isTransposed) {
      for (int64_t row = begin; row < end; ++row)
        for (int64_t column = 0; column < columns; ++column)
          put(row, column, at(column + row * matrix.leading));
      return;
    }
    for (int64_t column = 0; column < columns; ++column)
      for (int64_t row = begin; row < end; ++row)
        put(row, column, at(row + column * matrix.leading));
  });
}

template <typename Sum> static Sum gelu(Sum x) {
  const Sum factor = static_cast<Sum>(std::sqrt(2 / M_PI)), cubic = static_cast<Sum>(0.044715);
  return x * (static_cast<Sum>(0.5) * (1 + std::tanh(factor * (x + cubic * (x * x * x)))));
}

template <typename Sum>
static void multiplyAs(const HostMatrix &first, const HostMatrix &second, const HostMatrix &result,
                       double alpha, double beta, const HostEpilogue &epilogue) {
  constexpr int64_t tileRows = tileBytes / sizeof(Sum);
  int64_t rows = result.rows, columns = result.columns;
  int64_t inner = first.isTransposed ? first.rows : first.columns;
  // Columns one after the other. What the last tile has beyond the matrices is computed, and not
  // written.
  std::vector<Sum> b(inner * (columns + tileColumns - 1));
  forEachElement(second, 0, inner, columns, [&](int64_t row, int64_t column, auto element) {
    b[row + column * inner] = static_cast<Sum>(element);
  });
  std::vector<Sum> rowsOfTile(inner * tileRows), sums(tileColumns * tileRows);
  int64_t bytes = bytesOf(result.type);
  auto writeSum = [&](int64_t row, int64_t column, Sum sum) {
    char *at = result.data + (row + column * result.leading) * bytes;
    Sum value = static_cast<Sum>(alpha) * sum;
    if (beta != 0)
      value += static_cast<Sum>(beta) * read<Sum>(at, result.type);
    if (epilogue.bias)
      value += read<Sum>(epilogue.bias + row * bytes, result.type);
    if (epilogue.isPositivePart && !(value > 0))
      value = 0;
    if (epilogue.isGelu)
      value = gelu(value);
    write(at, result.type, value);
  };
  for (int64_t row = 0; row < rows; row += tileRows) {
    int64_t rowCount = std::min(tileRows, rows - row);
    forEachElement(first, row, row + rowCount, inner,
                   [&](int64_t place, int64_t turn, auto element) {
                     rowsOfTile[turn * tileRows + place - row] = static_cast<Sum>(element);
                   });
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
                        double alpha, double beta, const HostEpilogue &epilogue) {
  if (result.type == CUDA_R_64F)
    multiplyAs<double>(first, second, result, alpha, beta, epilogue);
  else
    multiplyAs<float>(first, second, result, alpha, beta, epilogue);
}
