//===- CudaLibraryOps.h - Ops that CUDA's libraries compute -*- C++ -*-===//
#ifndef REMAT_CONVERSION_CUDALIBRARYOPS_H
#define REMAT_CONVERSION_CUDALIBRARYOPS_H

#include "remat/IR/Remat.h"

namespace mlir::remat {

/// True for products and convolutions in a form that cuBLASLt and cuDNN take; they are calls of the
/// runtime (`rematrt_cuda_…`). All other ops are kernels of our own on CUDA devices. Else `why`
/// says what the libraries do not take.
bool runsInCudaLibrary(Operation *op, std::string &why);
inline bool runsInCudaLibrary(Operation *op) {
  std::string why;
  return runsInCudaLibrary(op, why);
}

/// Calls of cuBLASLt that a product takes; 0: it does not compute it.
int64_t countCudaProducts(Operation *op, std::string &why);

/// Whether devices that multiply 8-bit floats (sm_89 and newer) can do so for this product, once
/// its operands are transposed to have the summed dimensions last.
bool hasFloat8Units(DotGeneralOp op);

} // namespace mlir::remat

#endif // REMAT_CONVERSION_CUDALIBRARYOPS_H
