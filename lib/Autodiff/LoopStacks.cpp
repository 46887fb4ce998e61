//===- LoopStacks.cpp - What backward of a loop reads of each round -------===//
#include "LoopStacks.h"
#include "BuildTensors.h"
#include "remat/Interfaces/InPlace.h"
#include "remat/Interfaces/TensorOpset.h"

using namespace mlir;
using namespace mlir::remat;

/// Ops that are not worth an array: they compute nothing, or one integer.
static bool isCheap(Operation *op) {
  std::optional<TensorOpGroup> group = tensorOpGroup(op->getName().getStringRef());
  if (!group || op->getNumRegions() != 0 || op->getNumResults() != 1)
    return false;
  switch (*group) {
  case TensorOpGroup::Constant:
  case TensorOpGroup::View:
  case TensorOpGroup::Broadcast:
  case TensorOpGroup::Movement:
    return true;
  case TensorOpGroup::Arithmetic: {
    // Counters, places and masks that follow from them.
    return llvm::all_of(op->getOperands(), [](Value operand) {
      return tensorType(operand).getElementType().isInteger();
    });
  }
  default:
    return false;
  }
}

/// Another form of one operand, which takes fewer bytes or as many.
static bool isForm(Operation *op) {
  std::optional<TensorOpGroup> group = tensorOpGroup(op->getName().getStringRef());
  if (!group || op->getNumOperands() != 1)
    return false;
  if (*group == TensorOpGroup::View || *group == TensorOpGroup::Broadcast)
    return true;
  return isa<ConvertOp>(op) &&
         staticByteSize(op->getOperand(0).getType()) < staticByteSize(op->getResult(0).getType());
}

bool LoopStacks::isAtHand(Value value) {
  if (stateful.contains(value))
    return false;
  Operation *op = value.getDefiningOp();
  if (!op || op->getBlock() != &block)
    return true;
  if (auto known = atHand.find(value); known != atHand.end())
    return known->second;
  bool isFree = isCheap(op) &&
                llvm::all_of(op->getOperands(), [&](Value operand) { return isAtHand(operand); });
  atHand[value] = isFree;
  return isFree;
}

void LoopStacks::need(Value value) {
  while (!isAtHand(value)) {
    Operation *op = value.getDefiningOp();
    if (!op || stateful.contains(value) || !isForm(op)) {
      chosen.insert(value);
      return;
    }
    value = op->getOperand(0);
  }
}

RankedTensorType mlir::remat::stackType(Value value, int64_t rounds) {
  RankedTensorType type = tensorType(value);
  SmallVector<int64_t> shape{rounds};
  llvm::append_range(shape, type.getShape());
  return type.clone(shape);
}

/// `round` along the first dimension, 0 along all others.
static SmallVector<Value> placeOf(ImplicitLocOpBuilder &builder, Value stack, Value round) {
  SmallVector<Value> place{round};
  if (int64_t rank = tensorType(stack).getRank(); rank > 1)
    place.append(rank - 1, buildZeros(builder, tensorType(round)));
  return place;
}

static SmallVector<int64_t> onePlace(Value stack) {
  SmallVector<int64_t> shape(tensorType(stack).getShape());
  shape[0] = 1;
  return shape;
}

Value mlir::remat::buildPush(ImplicitLocOpBuilder &builder, Value stack, Value value, Value round) {
  Value part = buildReshape(builder, value, onePlace(stack));
  return DynamicUpdateSliceOp::create(builder, stack.getType(), stack, part,
                                      placeOf(builder, stack, round));
}

Value mlir::remat::buildRead(ImplicitLocOpBuilder &builder, Value stack, Value round) {
  SmallVector<int64_t> sizes = onePlace(stack);
  Value part = DynamicSliceOp::create(builder, tensorType(stack).clone(sizes), stack,
                                      placeOf(builder, stack, round), sizes);
  return buildReshape(builder, part, ArrayRef(sizes).drop_front());
}
