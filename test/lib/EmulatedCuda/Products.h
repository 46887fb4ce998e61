//===- Products.h - Products of matrices on the host -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_PRODUCTS_H
#define REMAT_TEST_EMULATEDCUDA_PRODUCTS_H

#include <cstdint>
#include <library_types.h>

namespace emulated {

/// Columns one after the other, `leading` elements from one to the next.
struct HostMatrix {
  char *data = nullptr;
  cudaDataType type = CUDA_R_32F;
  int64_t rows = 0, columns = 0, leading = 0;
  bool isTransposed = false;
  /// Of f32: elements are rounded to tf32 as they are read.
  bool isTf32 = false;
};

/// 0 for a type that products here do not have.
int64_t bytesOf(cudaDataType type);

inline bool isFloat8(cudaDataType type) { return type == CUDA_R_8F_E4M3 || type == CUDA_R_8F_E5M2; }

/// What happens to each sum before it is rounded: a bias of the result's type, one element for each
/// row, may be added; and what is negative may become 0, or all its GELU, in the form with tanh.
struct HostEpilogue {
  const char *bias = nullptr;
  bool isPositivePart = false, isGelu = false;
};

/// result = epilogue(alpha * first * second + beta * result); sums are of f32, of f64 for f64, in
/// the order of the inner dimension.
void multiply(const HostMatrix &first, const HostMatrix &second, const HostMatrix &result,
              double alpha, double beta, const HostEpilogue &epilogue = {});

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_PRODUCTS_H
