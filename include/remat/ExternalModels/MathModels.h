//===- MathModels.h - What the planner must know of math -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_MATHMODELS_H
#define REMAT_EXTERNALMODELS_MATHMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::remat {

/// Attaches RecomputableOpInterface to the ops of `math`: all elementwise.
void registerMathModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_MATHMODELS_H
