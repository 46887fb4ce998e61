//===- Workspace.cpp - What library calls need beside their operands ------===//
#include "remat/Pipelines/Workspace.h"
#include "mlir/IR/Builders.h"
#include "remat/Conversion/RuntimeOps.h"

using namespace mlir;
using namespace mlir::remat;

LogicalResult mlir::remat::annotateWorkspace(
    ModuleOp module,
    llvm::function_ref<int64_t(Operation *op, ArrayRef<int64_t> descriptor)> workspaceBytes) {
  WalkResult walked = module.walk([&](Operation *op) {
    if (!runsInRuntime(op))
      return WalkResult::advance();
    FailureOr<SmallVector<int64_t>> descriptor = runtimeDescriptor(op);
    if (failed(descriptor))
      return WalkResult::interrupt();
    int64_t bytes = workspaceBytes(op, *descriptor);
    if (bytes < 0) {
      op->emitError() << "the runtime does not compute this form of '" << op->getName() << "'";
      return WalkResult::interrupt();
    }
    if (bytes > 0)
      op->setAttr("remat.workspace_bytes", Builder(op->getContext()).getI64IntegerAttr(bytes));
    return WalkResult::advance();
  });
  return failure(walked.wasInterrupted());
}
