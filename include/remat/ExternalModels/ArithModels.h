//===- ArithModels.h - What the planner must know of arith -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_ARITHMODELS_H
#define REMAT_EXTERNALMODELS_ARITHMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::remat {

/// Attaches RecomputableOpInterface to the ops of `arith`: all elementwise. `arith.constant` needs
/// no model: MLIR's ConstantLike trait says what it is.
void registerArithModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_ARITHMODELS_H
