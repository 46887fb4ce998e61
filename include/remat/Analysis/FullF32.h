//===- FullF32.h - Costs of products that keep all digits of f32 -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_FULLF32_H
#define REMAT_ANALYSIS_FULLF32_H

#include "remat/Analysis/CostModel.h"

namespace mlir::remat {

/// The rates of built-in devices take products of f32 for tf32, which frameworks round to by
/// default. For a program that does not, f32 gets the rate that the device has without tensor
/// cores; a device of a file stays as it is.
void useFullF32(Device &device);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_FULLF32_H
