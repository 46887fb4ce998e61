//===- StableHloFlops.h - What kernels of StableHLO cost -*- C++ -*-===//
#ifndef REMAT_LIB_EXTERNALMODELS_STABLEHLOFLOPS_H
#define REMAT_LIB_EXTERNALMODELS_STABLEHLOFLOPS_H

#include "mlir/IR/Operation.h"
#include <optional>
#include <string>

namespace mlir::remat {

/// Flops of a kernel op (StableHloGroup::Kernel, Update, Reduction), saturated. Where an attribute
/// or a type cannot be read, one flop per result element, and `note` says what it was. Products and
/// convolutions are exact; the rest are estimates.
int64_t stableHloKernelFlops(Operation *op, std::string &note);

} // namespace mlir::remat

#endif // REMAT_LIB_EXTERNALMODELS_STABLEHLOFLOPS_H
