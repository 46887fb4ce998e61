//===- Passes.h - Passes on any dialect -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_PASSES_H
#define REMAT_TRANSFORMS_PASSES_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Pass/Pass.h"
#include "remat/IR/Remat.h"
#include <functional>

namespace mlir::remat {

struct RematerializeReport;

#define GEN_PASS_DECL
#include "remat/Transforms/Passes.h.inc"

//===- Additional pass constructors ---------------------------------------===//

/// As createRematerializePass(options), and hands each report to `onReport` (also when the budget
/// is infeasible, before the pass fails) instead of writing the files of the options. `progress`:
/// told now and then which phase runs and which fraction of it is done; may be empty.
std::unique_ptr<Pass>
createRematerializePass(RematerializePassOptions options,
                        std::function<void(const RematerializeReport &)> onReport,
                        std::function<void(const char *phase, double fraction)> progress = {});

#define GEN_PASS_REGISTRATION
#include "remat/Transforms/Passes.h.inc"

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_PASSES_H
