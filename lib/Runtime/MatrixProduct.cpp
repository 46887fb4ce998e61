//===- MatrixProduct.cpp - Products that no library has -------------------===//
#include "MatrixProduct.h"
#include "remat/Runtime/Rematrt.h"
#include <algorithm>
#include <type_traits>

using namespace rematrt;

// Several instruction sets in one library. AddressSanitizer is not ready yet when the program
// chooses among them.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define REMATRT_FOR_EACH_CPU __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define REMATRT_FOR_EACH_CPU
#endif

/// Elements of the result that are kept in registers: a few rows of some vectors.
static constexpr int64_t blockRows = 4;
static constexpr int64_t blockColumns = 32;

namespace {

/// Addition of products. Unsigned arithmetic wraps as the types of the result do; small types are
/// widened first, because C++ would compute them as signed ints.
template <typename T> struct SumOfProducts {
  using Element = T;
  using Wide = std::common_type_t<T, unsigned>;
  static T add(T sum, T a, T b) {
    return static_cast<T>(sum + static_cast<Wide>(a) * static_cast<Wide>(b));
  }
};

/// i1: "or" of "and".
struct AnyOfBoth {
  using Element = uint8_t;
  static uint8_t add(uint8_t sum, uint8_t a, uint8_t b) { return sum | (a & b); }
};

} // namespace

/// Loops of known length over a block of the result; `rows` and `columns` are smaller at edges.
template <typename Ring>
[[gnu::always_inline]] static inline void
multiplyBlock(const MatrixProductShape &shape, const typename Ring::Element *lhs,
              const typename Ring::Element *rhs, typename Ring::Element *result, int64_t rows,
              int64_t columns) {
  using T = typename Ring::Element;
  T sums[blockRows][blockColumns] = {};
  if (rows == blockRows && columns == blockColumns) {
    for (int64_t k = 0; k < shape.k; ++k) {
      const T *right = rhs + k * shape.rhsRowStride;
      for (int64_t row = 0; row < blockRows; ++row) {
        T left = lhs[row * shape.lhsRowStride + k * shape.lhsColumnStride];
        for (int64_t column = 0; column < blockColumns; ++column)
          sums[row][column] = Ring::add(sums[row][column], left, right[column]);
      }
    }
  } else {
    for (int64_t k = 0; k < shape.k; ++k)
      for (int64_t row = 0; row < rows; ++row) {
        T left = lhs[row * shape.lhsRowStride + k * shape.lhsColumnStride];
        for (int64_t column = 0; column < columns; ++column)
          sums[row][column] =
              Ring::add(sums[row][column], left, rhs[k * shape.rhsRowStride + column]);
      }
  }
  for (int64_t row = 0; row < rows; ++row)
    std::copy_n(sums[row], columns, result + row * shape.resultRowStride);
}

template <typename Ring>
[[gnu::always_inline]] static inline void
multiplyAll(const MatrixProductShape &shape, const void *lhs, const void *rhs, void *result) {
  using T = typename Ring::Element;
  for (int64_t column = 0; column < shape.n; column += blockColumns)
    for (int64_t row = 0; row < shape.m; row += blockRows)
      multiplyBlock<Ring>(shape, static_cast<const T *>(lhs) + row * shape.lhsRowStride,
                          static_cast<const T *>(rhs) + column,
                          static_cast<T *>(result) + row * shape.resultRowStride + column,
                          std::min(blockRows, shape.m - row),
                          std::min(blockColumns, shape.n - column));
}

REMATRT_FOR_EACH_CPU static void multiplyF64(const MatrixProductShape &shape, const void *lhs,
                                             const void *rhs, void *result) {
  multiplyAll<SumOfProducts<double>>(shape, lhs, rhs, result);
}
REMATRT_FOR_EACH_CPU static void multiplyI8(const MatrixProductShape &shape, const void *lhs,
                                            const void *rhs, void *result) {
  multiplyAll<SumOfProducts<uint8_t>>(shape, lhs, rhs, result);
}
REMATRT_FOR_EACH_CPU static void multiplyI16(const MatrixProductShape &shape, const void *lhs,
                                             const void *rhs, void *result) {
  multiplyAll<SumOfProducts<uint16_t>>(shape, lhs, rhs, result);
}
REMATRT_FOR_EACH_CPU static void multiplyI32(const MatrixProductShape &shape, const void *lhs,
                                             const void *rhs, void *result) {
  multiplyAll<SumOfProducts<uint32_t>>(shape, lhs, rhs, result);
}
REMATRT_FOR_EACH_CPU static void multiplyI64(const MatrixProductShape &shape, const void *lhs,
                                             const void *rhs, void *result) {
  multiplyAll<SumOfProducts<uint64_t>>(shape, lhs, rhs, result);
}
REMATRT_FOR_EACH_CPU static void multiplyI1(const MatrixProductShape &shape, const void *lhs,
                                            const void *rhs, void *result) {
  multiplyAll<AnyOfBoth>(shape, lhs, rhs, result);
}

MatrixProduct rematrt::matrixProduct(int64_t type) {
  switch (type) {
  case REMATRT_F64:
    return multiplyF64;
  case REMATRT_I1:
    return multiplyI1;
  case REMATRT_I8:
  case REMATRT_UI8:
    return multiplyI8;
  case REMATRT_I16:
  case REMATRT_UI16:
    return multiplyI16;
  case REMATRT_I32:
  case REMATRT_UI32:
    return multiplyI32;
  case REMATRT_I64:
  case REMATRT_UI64:
    return multiplyI64;
  default:
    return nullptr;
  }
}
