//===- Describe.cpp - The knowledge of ops of the usual kinds -------------===//
#include "remat/Interfaces/Describe.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/InPlace.h"

using namespace mlir;
using namespace mlir::remat;

static OpKnowledge recomputable(KernelKind kind) {
  OpKnowledge known;
  known.recomputable = true;
  known.kind = kind;
  return known;
}

OpKnowledge mlir::remat::describeConstant(Operation *) {
  return recomputable(KernelKind::Constant);
}

OpKnowledge mlir::remat::describeView(Operation *op) {
  OpKnowledge known = recomputable(KernelKind::View);
  if (op->getNumResults() == 1 && op->getNumOperands() >= 1)
    known.views.push_back({0, 0});
  return known;
}

OpKnowledge mlir::remat::describeBroadcast(Operation *) {
  return recomputable(KernelKind::Broadcast);
}

static OpKnowledge elementwise(Operation *op, int64_t flopsPerElement) {
  OpKnowledge known = recomputable(KernelKind::Elementwise);
  known.flops = saturatingMultiply(flopsPerElement, resultElementCount(op));
  known.inPlace = elementwiseInPlace(op);
  return known;
}

OpKnowledge mlir::remat::describeArithmetic(Operation *op) { return elementwise(op, 1); }

OpKnowledge mlir::remat::describeTranscendental(Operation *op) {
  return elementwise(op, kTranscendentalFlops);
}

OpKnowledge mlir::remat::describeSpecialFunction(Operation *op) {
  return elementwise(op, kSpecialFunctionFlops);
}

OpKnowledge mlir::remat::describeMovement(Operation *op) {
  OpKnowledge known = recomputable(KernelKind::Elementwise);
  known.flops = resultElementCount(op);
  return known;
}

OpKnowledge mlir::remat::describeReduction(Operation *op) {
  OpKnowledge known = recomputable(KernelKind::Reduction);
  for (Type type : op->getOperandTypes())
    known.flops = saturatingAdd(known.flops, elementCount(type));
  return known;
}

OpKnowledge mlir::remat::describeKernel(Operation *op) {
  OpKnowledge known = recomputable(KernelKind::Kernel);
  known.flops = resultElementCount(op);
  return known;
}

OpKnowledge mlir::remat::describeBranch(Operation *) {
  return recomputable(KernelKind::ControlFlow);
}

OpKnowledge mlir::remat::describeLoop(Operation *op) {
  OpKnowledge known = recomputable(KernelKind::ControlFlow);
  for (ResultOperand pair : pairwise(op))
    if (!isCaptured(op, op->getOperand(pair.operand)))
      known.inPlace.push_back(pair);
  return known;
}

SmallVector<ResultOperand, 1> mlir::remat::pairwise(Operation *op) {
  SmallVector<ResultOperand, 1> pairs;
  for (unsigned i = 0; i < std::min(op->getNumResults(), op->getNumOperands()); ++i)
    pairs.push_back({i, i});
  return pairs;
}
