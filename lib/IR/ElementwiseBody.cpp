//===- ElementwiseBody.cpp - Bodies on elements, run on whole tensors -----===//
#include "remat/IR/ElementwiseBody.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::remat;

static RankedTensorType tensorOf(Value value) { return cast<RankedTensorType>(value.getType()); }

bool mlir::remat::isElementwiseBody(Block &body) {
  return llvm::all_of(body.without_terminator(), [](Operation &op) {
    bool isOnElements =
        llvm::all_of(op.getResults(), [](Value result) { return tensorOf(result).getRank() == 0; });
    return isOnElements &&
           (isa<ConstantOp, SelectOp, ClampOp>(op) || op.hasTrait<OpTrait::Elementwise>());
  });
}

/// A number of the body as a tensor of `shape`; one from outside is repeated.
static Value wholeTensor(ImplicitLocOpBuilder &builder, const IRMapping &mapping, Value value,
                         ArrayRef<int64_t> shape) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  RankedTensorType type = tensorOf(value).clone(shape);
  if (type == value.getType())
    return value;
  return BroadcastInDimOp::create(builder, type, value, ArrayRef<int64_t>());
}

SmallVector<Value> mlir::remat::runElementwiseBody(ImplicitLocOpBuilder &builder, Block &body,
                                                   ValueRange operands) {
  ArrayRef<int64_t> shape = tensorOf(operands.front()).getShape();
  IRMapping mapping;
  mapping.map(body.getArguments(), operands);
  for (Operation &op : body.without_terminator()) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto element = cast<SplatElementsAttr>(constant.getValue());
      auto type = tensorOf(constant.getResult()).clone(shape);
      Value repeated = ConstantOp::create(builder, element.resizeSplat(type));
      mapping.map(constant.getResult(), repeated);
      continue;
    }
    OperationState state(builder.getLoc(), op.getName());
    for (Value operand : op.getOperands())
      state.addOperands(wholeTensor(builder, mapping, operand, shape));
    for (Value result : op.getResults())
      state.addTypes(tensorOf(result).clone(shape));
    state.addAttributes(op.getAttrs());
    mapping.map(op.getResults(), builder.create(state)->getResults());
  }
  SmallVector<Value> results;
  for (Value value : body.back().getOperands())
    results.push_back(wholeTensor(builder, mapping, value, shape));
  return results;
}
