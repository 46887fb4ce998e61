//===- FuncModels.h - What the planner must know of func -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_FUNCMODELS_H
#define REMAT_EXTERNALMODELS_FUNCMODELS_H

namespace mlir {
class DialectRegistry;
}

namespace mlir::remat {

/// Attaches RecomputableOpInterface to `func.call`: a kernel, recomputable if all in its callee is.
void registerFuncModels(DialectRegistry &registry);

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_FUNCMODELS_H
