//===- DifferentiationRules.h - Rules of the remat dialect -*- C++ -*-===//
#ifndef REMAT_AUTODIFF_DIFFERENTIATIONRULES_H
#define REMAT_AUTODIFF_DIFFERENTIATIONRULES_H

#include "mlir/IR/DialectRegistry.h"

namespace mlir::remat {

/// Attaches DifferentiableOpInterface to the ops of the remat dialect. The pass remat-autodiff does
/// that by itself.
void registerDifferentiationRules(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_AUTODIFF_DIFFERENTIATIONRULES_H
