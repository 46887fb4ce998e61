//===- Workspace.h - What library calls need beside their operands -*- C++ -*-===//
#ifndef REMAT_PIPELINES_WORKSPACE_H
#define REMAT_PIPELINES_WORKSPACE_H

#include "mlir/IR/BuiltinOps.h"

namespace mlir::remat {

/// Writes `remat.workspace_bytes` on every op that the runtime computes. Only the target's library
/// knows the number: `workspaceBytes` asks it (`rematrt_dot_scratch_bytes`, …; -1: it does not
/// compute such an op, which is an error at the op). The planner counts it as scratch.
LogicalResult annotateWorkspace(
    ModuleOp module,
    llvm::function_ref<int64_t(Operation *op, ArrayRef<int64_t> descriptor)> workspaceBytes);

} // namespace mlir::remat

#endif // REMAT_PIPELINES_WORKSPACE_H
