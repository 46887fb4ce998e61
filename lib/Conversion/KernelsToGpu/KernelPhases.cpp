//===- KernelPhases.cpp - What of a kernel may run at the same time -------===//
#include "KernelPhases.h"
#include "MapTeams.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;

/// Values that the ops of a phase use and that are made elsewhere.
static llvm::SetVector<Value> usedFromOutside(const KernelPhase &phase) {
  llvm::SetVector<Value> used;
  for (Operation *root : phase.ops)
    root->walk([&](Operation *op) {
      for (Value operand : op->getOperands()) {
        Operation *owner = operand.getParentBlock()->getParentOp();
        bool isInside = llvm::any_of(phase.ops, [&](Operation *other) {
          return operand.getDefiningOp() == other || other->isAncestor(owner);
        });
        if (!isInside)
          used.insert(operand);
      }
    });
  return used;
}

static LogicalResult checkArguments(func::FuncOp kernel) {
  for (Type type : kernel.getArgumentTypes()) {
    auto memory = dyn_cast<MemRefType>(type);
    if (!memory || !memory.hasStaticShape() || !memory.getLayout().isIdentity())
      return kernel.emitOpError("expected memrefs of static shape, dense and row-major; run "
                                "convert-remat-to-loops first");
  }
  if (kernel.getNumResults() != 0 || !kernel.getBody().hasOneBlock())
    return kernel.emitOpError("expected one block without results; run convert-remat-to-loops "
                              "first");
  return success();
}

static LogicalResult checkLoop(scf::ForallOp loop) {
  if (loop.getRank() == 1 && !ShapedType::isDynamic(loop.getStaticUpperBound().front()) &&
      loop.getStaticLowerBound().front() == 0 && loop.getStaticStep().front() == 1 &&
      loop.getOutputs().empty())
    return success();
  return loop.emitOpError("expected a loop over one dimension, from 0 to a constant in steps of "
                          "1, without results");
}

FailureOr<SmallVector<KernelPhase>> mlir::remat::readKernelPhases(func::FuncOp kernel) {
  if (failed(checkArguments(kernel)))
    return failure();
  SmallVector<KernelPhase> read;
  for (Operation &op : kernel.getBody().front().without_terminator()) {
    if (auto loop = dyn_cast<scf::ForallOp>(op)) {
      if (failed(checkLoop(loop)) || failed(checkTeams(loop)))
        return failure();
      read.push_back({loop, {&op}});
    } else {
      if (read.empty() || read.back().loop)
        read.push_back({{}, {}});
      read.back().ops.push_back(&op);
    }
  }
  for (const KernelPhase &phase : read)
    for (Value value : usedFromOutside(phase))
      if (!isa<BlockArgument>(value))
        return phase.ops.front()->emitOpError("uses a value from outside that is not memory: ")
               << value;
  // Serial code without effects is what is left of loops that were moved.
  llvm::erase_if(read, [](const KernelPhase &phase) {
    return llvm::all_of(phase.ops, [](Operation *op) { return isPure(op); });
  });
  return read;
}

SmallVector<Value> mlir::remat::memoriesOf(const KernelPhase &phase, func::FuncOp kernel) {
  llvm::SetVector<Value> used = usedFromOutside(phase);
  SmallVector<Value> memories;
  for (BlockArgument argument : kernel.getArguments())
    if (used.contains(argument))
      memories.push_back(argument);
  return memories;
}
