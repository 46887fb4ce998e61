//===- KernelParameters.h - What a GPU kernel's parameters are for -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_KERNELPARAMETERS_H
#define REMAT_LIB_CONVERSION_KERNELPARAMETERS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::remat {

struct KernelParameter {
  /// Behind the address; -1 for a number.
  int64_t bytes = -1;
  bool isWritten = false;
};

/// Reads a kernel whose parameters are memrefs of static shape. Memory that an op uses in a way
/// that is not known counts as written.
SmallVector<KernelParameter> readKernelParameters(gpu::GPUFuncOp kernel);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_KERNELPARAMETERS_H
