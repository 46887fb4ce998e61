//===- Passes.h - Gradients -*- C++ -*-===//
#ifndef REMAT_AUTODIFF_PASSES_H
#define REMAT_AUTODIFF_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "remat/IR/Remat.h"

namespace mlir::remat {

#define GEN_PASS_DECL
#include "remat/Autodiff/Passes.h.inc"

#define GEN_PASS_REGISTRATION
#include "remat/Autodiff/Passes.h.inc"

} // namespace mlir::remat

#endif // REMAT_AUTODIFF_PASSES_H
