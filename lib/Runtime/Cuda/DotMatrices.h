//===- DotMatrices.h - dot_general as products of matrices -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_DOTMATRICES_H
#define REMAT_LIB_RUNTIME_CUDA_DOTMATRICES_H

#include "DotShape.h"

namespace rematrt {

/// A matrix in memory as BLAS sees it: columns one after the other.
struct ColumnMajorMatrix {
  int64_t rows = 1, columns = 1;
  /// From a column to the next.
  int64_t leadingElements = 1;
  /// From a matrix of a batch to the next.
  int64_t batchElements = 0;
  bool isTransposed = false;
};

/// result = first * second, `batch` times.
struct MatrixShapes {
  ColumnMajorMatrix first, second, result;
  int64_t batch = 1;
};

/// One product: where its matrices begin, in elements.
struct ProductPlace {
  int64_t lhs = 0, rhs = 0, result = 0;
  /// Added to what is there.
  bool accumulates = false;
};

/// A dot_general as products of one form. The result's rows are BLAS's columns: its first matrix is
/// rhs, the second is lhs.
struct DotMatrices {
  MatrixShapes shapes;
  std::vector<ProductPlace> products;

  /// Nothing, and why, for operands that lie in memory in a way that BLAS cannot read.
  static std::optional<DotMatrices> of(const DotShape &shape, std::string &error);
};

/// Whether cuBLASLt multiplies 8-bit floats of these types at all: f8E4M3FN and f8E5M2, not f8E5M2
/// on both sides, with a result of f32, bf16 or f16.
bool hasFloat8Product(int64_t lhsType, int64_t rhsType, int64_t resultType);

/// And in this form: one product whose sums run along memory in both operands, with sums and
/// columns of the result that are multiples of 16.
bool hasFloat8Form(const DotMatrices &matrices);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_DOTMATRICES_H
