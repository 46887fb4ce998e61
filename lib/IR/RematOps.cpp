//===- RematOps.cpp - Ops of the remat dialect ----------------------------===//
#include "remat/IR/Remat.h"
#include "remat/Interfaces/TensorOpKnowledge.h"

using namespace mlir;
using namespace mlir::remat;

/// An op that the table does not name has the answers of an unknown op.
static OpKnowledge knowledgeOf(Operation *op) {
  return tensorOpKnowledge(op).value_or(OpKnowledge());
}

#define GET_OP_CLASSES
#include "remat/IR/RematOps.cpp.inc"

LogicalResult BarrierOp::inferReturnTypes(MLIRContext *, std::optional<Location>,
                                          ValueRange operands, DictionaryAttr, OpaqueProperties,
                                          RegionRange, SmallVectorImpl<Type> &inferred) {
  llvm::append_range(inferred, operands.getTypes());
  return success();
}

LogicalResult BarrierOp::verify() {
  if (getInputs().empty())
    return emitOpError("ties nothing: at least one operand is expected");
  return success();
}

// Not a memory access: it stands for "must keep its place and its identity", which CSE and DCE
// respect.
void BarrierOp::getEffects(
    SmallVectorImpl<SideEffects::EffectInstance<MemoryEffects::Effect>> &effects) {
  effects.emplace_back(MemoryEffects::Write::get());
}

bool BarrierOp::isRecomputable() { return false; }
KernelKind BarrierOp::getKernelKind() { return KernelKind::Barrier; }
int64_t BarrierOp::getFlops() { return 0; }
SmallVector<ResultOperand, 1> BarrierOp::getViews() {
  SmallVector<ResultOperand, 1> views;
  for (unsigned position = 0; position < getNumOperands(); ++position)
    views.push_back({position, position});
  return views;
}
