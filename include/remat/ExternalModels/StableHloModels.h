//===- StableHloModels.h - What the planner must know of StableHLO -*- C++ -*-===//
#ifndef REMAT_EXTERNALMODELS_STABLEHLOMODELS_H
#define REMAT_EXTERNALMODELS_STABLEHLOMODELS_H

#include "llvm/ADT/StringSet.h"

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace mlir::remat {

struct StableHloModelOptions {
  /// `call_target_name`s of custom calls that are deterministic and without effect, so that they
  /// may run twice. Those that carry `has_side_effect = true` or call functions of the program stay
  /// out.
  llvm::StringSet<> recomputableCustomCalls;
};

/// Teaches the contexts of `registry` the ops of `stablehlo`, `chlo`, `mhlo` and `sdy` by name. The
/// dialects need not be registered: attributes are read through their printed form.
void registerStableHloModels(DialectRegistry &registry, const StableHloModelOptions &options = {});

} // namespace mlir::remat

#endif // REMAT_EXTERNALMODELS_STABLEHLOMODELS_H
