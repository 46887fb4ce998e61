//===- TensorOpKnowledge.cpp - What the planner must know of tensor ops ---===//
#include "remat/Interfaces/TensorOpKnowledge.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Interfaces/Describe.h"
#include "remat/Interfaces/InPlace.h"
#include "remat/Interfaces/LoopTripCount.h"
#include "remat/Interfaces/TensorOpFlops.h"
#include "remat/Interfaces/TensorOpset.h"

using namespace mlir;
using namespace mlir::remat;

/// A scatter returns each of its inputs, changed; inputs come first, then indices, then as many
/// updates.
static SmallVector<ResultOperand, 1> updatedOperands(Operation *op) {
  SmallVector<ResultOperand, 1> pairs;
  for (unsigned i = 0; i < op->getNumResults(); ++i)
    if (i < op->getNumOperands() && op->getOperand(i).getType() == op->getResult(i).getType() &&
        isReadOnce(op->getOpOperand(i)))
      pairs.push_back({i, i});
  return pairs;
}

bool mlir::remat::isIdentity(Operation *op) {
  if (op->getName().stripDialect() != "reduce_precision" || op->getNumOperands() != 1 ||
      op->getNumResults() != 1)
    return false;
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(op->getOperand(0).getType()));
  auto exponentBits = op->getAttrOfType<IntegerAttr>("exponent_bits");
  auto mantissaBits = op->getAttrOfType<IntegerAttr>("mantissa_bits");
  if (!type || !exponentBits || !mantissaBits)
    return false;
  // Of the bits of a type one is the sign; the precision counts the leading one of the mantissa.
  const int64_t ownMantissaBits = type.getFPMantissaWidth() - 1;
  return mantissaBits.getInt() >= ownMantissaBits &&
         exponentBits.getInt() >= type.getWidth() - 1 - ownMantissaBits;
}

std::optional<OpKnowledge> mlir::remat::tensorOpKnowledge(Operation *op) {
  std::optional<TensorOpGroup> group = tensorOpGroup(op->getName().getStringRef());
  if (!group)
    return std::nullopt;
  OpKnowledge known;
  switch (*group) {
  case TensorOpGroup::Constant:
    return describeConstant(op);
  case TensorOpGroup::View:
    return describeView(op);
  case TensorOpGroup::BitCast:
    if (op->getNumOperands() == 1 && op->getNumResults() == 1 &&
        staticByteSize(op->getOperand(0).getType()) == staticByteSize(op->getResult(0).getType()))
      return describeView(op);
    return describeArithmetic(op);
  case TensorOpGroup::Barrier:
    known.kind = KernelKind::Barrier;
    known.views = pairwise(op);
    return known;
  case TensorOpGroup::Broadcast:
    return describeBroadcast(op);
  case TensorOpGroup::Arithmetic:
    return isIdentity(op) ? describeView(op) : describeArithmetic(op);
  case TensorOpGroup::Transcendental:
    return describeTranscendental(op);
  case TensorOpGroup::SpecialFunction:
    return describeSpecialFunction(op);
  case TensorOpGroup::Movement:
    return describeMovement(op);
  case TensorOpGroup::Reduction:
    known = describeReduction(op);
    known.flops = kernelFlops(op, known.note);
    return known;
  case TensorOpGroup::Kernel:
    known = describeKernel(op);
    known.flops = kernelFlops(op, known.note);
    known.productFlops = productFlops(op);
    return known;
  case TensorOpGroup::Update:
    known = describeKernel(op);
    known.flops = kernelFlops(op, known.note);
    known.inPlace = updatedOperands(op);
    return known;
  case TensorOpGroup::Loop:
    known = describeLoop(op);
    if (std::optional<int64_t> rounds = whileTripCount(op))
      known.tripCount = *rounds;
    else
      known.note = "how often the loop runs is not known; its body is counted once";
    return known;
  case TensorOpGroup::Branch:
    return describeBranch(op);
  case TensorOpGroup::Composite:
    known.callee = op->getAttrOfType<SymbolRefAttr>("decomposition");
    known.recomputable = static_cast<bool>(known.callee);
    return known;
  case TensorOpGroup::Collective:
    known = describeKernel(op);
    known.recomputable = false;
    // Sums over devices are written over what each of them had.
    if (op->getName().stripDialect() == "all_reduce")
      known.inPlace = updatedOperands(op);
    return known;
  case TensorOpGroup::CustomCall:
  case TensorOpGroup::Effect:
    known = describeKernel(op);
    known.recomputable = false;
    return known;
  }
  llvm_unreachable("all groups are handled");
}
