//===- Folders.cpp - Ops that change nothing, and chains of moves ---------===//
//
// Nothing here rounds differently, and no constant grows: only splats are folded.
//
//===----------------------------------------------------------------------===//
#include "mlir/IR/Matchers.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

/// The operand, where the op hands it on as it is.
static Value sameType(Value operand, Operation *op) {
  return operand.getType() == op->getResult(0).getType() ? operand : Value();
}

/// A splat constant in the shape of the result.
static OpFoldResult reshapedSplat(Attribute operand, Type result) {
  auto splat = dyn_cast_or_null<SplatElementsAttr>(operand);
  return splat ? OpFoldResult(splat.resizeSplat(cast<ShapedType>(result))) : OpFoldResult();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }

OpFoldResult ConvertOp::fold(FoldAdaptor) { return sameType(getOperand(), *this); }

OpFoldResult BitcastConvertOp::fold(FoldAdaptor) { return sameType(getOperand(), *this); }

OpFoldResult ReshapeOp::fold(FoldAdaptor adaptor) {
  if (Value same = sameType(getOperand(), *this))
    return same;
  if (auto inner = getOperand().getDefiningOp<ReshapeOp>()) {
    setOperand(inner.getOperand());
    return getResult();
  }
  return reshapedSplat(adaptor.getOperand(), getType());
}

OpFoldResult BroadcastInDimOp::fold(FoldAdaptor) {
  // Of equal types, dimensions of one size may still have changed places.
  return llvm::is_sorted(getBroadcastDimensions()) ? sameType(getOperand(), *this) : Value();
}

OpFoldResult TransposeOp::fold(FoldAdaptor adaptor) {
  if (llvm::is_sorted(getPermutation()))
    return getOperand();
  if (auto inner = getOperand().getDefiningOp<TransposeOp>()) {
    SmallVector<int64_t> both;
    for (int64_t dimension : getPermutation())
      both.push_back(inner.getPermutation()[dimension]);
    setPermutation(both);
    setOperand(inner.getOperand());
    return getResult();
  }
  return reshapedSplat(adaptor.getOperand(), getType());
}

OpFoldResult ReverseOp::fold(FoldAdaptor) {
  bool moves = llvm::any_of(getDimensions(), [&](int64_t dimension) {
    return cast<RankedTensorType>(getType()).getDimSize(dimension) > 1;
  });
  return moves ? Value() : getOperand();
}

// Parts that have the shape of the whole are the whole.
OpFoldResult SliceOp::fold(FoldAdaptor) { return sameType(getOperand(), *this); }

OpFoldResult DynamicSliceOp::fold(FoldAdaptor) { return sameType(getOperand(), *this); }

OpFoldResult DynamicUpdateSliceOp::fold(FoldAdaptor) { return sameType(getUpdate(), *this); }

OpFoldResult ConcatenateOp::fold(FoldAdaptor) {
  return getInputs().size() == 1 ? getInputs().front() : Value();
}

OpFoldResult PadOp::fold(FoldAdaptor) {
  auto isZero = [](int64_t padding) { return padding == 0; };
  bool unchanged =
      llvm::all_of(getEdgePaddingLow(), isZero) && llvm::all_of(getEdgePaddingHigh(), isZero);
  return unchanged ? sameType(getOperand(), *this) : Value();
}

OpFoldResult SelectOp::fold(FoldAdaptor adaptor) {
  if (getOnTrue() == getOnFalse())
    return getOnTrue();
  auto condition = dyn_cast_or_null<SplatElementsAttr>(adaptor.getPred());
  if (!condition)
    return {};
  return condition.getSplatValue<bool>() ? getOnTrue() : getOnFalse();
}
