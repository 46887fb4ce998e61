//===- TensorOpFlops.h - What kernels of tensor ops cost -*- C++ -*-===//
#ifndef REMAT_INTERFACES_TENSOROPFLOPS_H
#define REMAT_INTERFACES_TENSOROPFLOPS_H

#include "mlir/IR/Operation.h"
#include <string>

namespace mlir::remat {

/// Flops of a kernel op (TensorOpGroup::Kernel, Update, Reduction), saturated. Where an attribute
/// or a type cannot be read, one flop per result element, and `note` says what it was. Products and
/// convolutions are exact; the rest are estimates.
int64_t kernelFlops(Operation *op, std::string &note);

/// Flops of one run of a matrix product or a convolution (two per multiply-add), saturated; 0 for
/// other ops and where attributes cannot be read.
int64_t productFlops(Operation *op);

} // namespace mlir::remat

#endif // REMAT_INTERFACES_TENSOROPFLOPS_H
