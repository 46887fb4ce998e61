//===- RemakeBroadcasts.cpp - Broadcasts that are not kept for backward ---===//
#include "BuildTensors.h"
#include "mlir/IR/IRMapping.h"
#include "remat/Autodiff/Gradients.h"

using namespace mlir;
using namespace mlir::remat;

/// True for an op whose result holds nothing that its operand does not.
static bool isRepetition(Operation *op) { return isa_and_nonnull<BroadcastInDimOp, ReshapeOp>(op); }

/// Makes a forward value again where the builder stands, from what it repeats.
static Value remake(OpBuilder &builder, Value value) {
  Operation *op = value.getDefiningOp();
  if (!isRepetition(op))
    return value;
  IRMapping mapping;
  mapping.map(op->getOperand(0), remake(builder, op->getOperand(0)));
  Operation *copy = builder.clone(*op, mapping);
  copy->setLoc(builder.getInsertionPoint()->getLoc());
  return copy->getResult(0);
}

void mlir::remat::remakeBroadcasts(ArrayRef<Operation *> ops) {
  llvm::DenseSet<Operation *> isBackward(ops.begin(), ops.end());
  for (Operation *op : ops) {
    OpBuilder builder(op);
    llvm::SmallDenseMap<Value, Value> remade;
    for (OpOperand &operand : op->getOpOperands()) {
      auto broadcast = operand.get().getDefiningOp<BroadcastInDimOp>();
      if (!broadcast || isBackward.contains(broadcast))
        continue;
      Value &copy = remade[operand.get()];
      if (!copy)
        copy = remake(builder, operand.get());
      operand.set(copy);
    }
  }
}
