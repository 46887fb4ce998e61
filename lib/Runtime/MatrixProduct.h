//===- MatrixProduct.h - Products that no library has -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_MATRIXPRODUCT_H
#define REMAT_LIB_RUNTIME_MATRIXPRODUCT_H

#include <cstdint>

namespace rematrt {

/// result[m, n] = sum over k of lhs[m, k] * rhs[k, n]. Strides are in elements; rows of rhs and of
/// the result are dense.
struct MatrixProductShape {
  int64_t m, n, k;
  int64_t lhsRowStride, lhsColumnStride;
  int64_t rhsRowStride;
  int64_t resultRowStride;
};

using MatrixProduct = void (*)(const MatrixProductShape &shape, const void *lhs, const void *rhs,
                               void *result);

/// For operands and result of one type: f64, i1 and the integers; null for others.
MatrixProduct matrixProduct(int64_t type);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_MATRIXPRODUCT_H
