//===- ExpandReduction.cpp - Reductions as elementwise ops ----------------===//
#include "ExpandReduction.h"
#include "BuildTensors.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::isElementwiseBody(Block &body) {
  return llvm::all_of(body.without_terminator(), [](Operation &op) {
    return isa<ConstantOp, SelectOp, ClampOp>(op) || op.hasTrait<OpTrait::Elementwise>();
  });
}

/// A number of the body as a tensor of `shape`; one from outside is repeated.
static Value wholeTensor(ImplicitLocOpBuilder &builder, const IRMapping &mapping, Value value,
                         ArrayRef<int64_t> shape) {
  if (Value mapped = mapping.lookupOrNull(value))
    return mapped;
  return buildBroadcast(builder, value, shape, {});
}

/// Runs the body on tensors of one shape, in the place of its elements.
static SmallVector<Value> runBody(ImplicitLocOpBuilder &builder, Block &body, ValueRange operands) {
  ArrayRef<int64_t> shape = tensorType(operands.front()).getShape();
  IRMapping mapping;
  mapping.map(body.getArguments(), operands);
  for (Operation &op : body.without_terminator()) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto element = cast<SplatElementsAttr>(constant.getValue());
      auto type = tensorType(constant.getResult()).clone(shape);
      Value repeated = ConstantOp::create(builder, element.resizeSplat(type));
      mapping.map(constant.getResult(), repeated);
      continue;
    }
    OperationState state(builder.getLoc(), op.getName());
    for (Value operand : op.getOperands())
      state.addOperands(wholeTensor(builder, mapping, operand, shape));
    for (Value result : op.getResults())
      state.addTypes(tensorType(result).clone(shape));
    state.addAttributes(op.getAttrs());
    mapping.map(op.getResults(), builder.create(state)->getResults());
  }
  SmallVector<Value> results;
  for (Value value : body.back().getOperands())
    results.push_back(wholeTensor(builder, mapping, value, shape));
  return results;
}

/// The value with the reduced dimensions as one, the last.
static Value flattenLast(ImplicitLocOpBuilder &builder, Value value, ArrayRef<int64_t> dimensions) {
  SmallVector<int64_t> permutation, shape;
  int64_t count = 1;
  for (int64_t dimension = 0; dimension < tensorType(value).getRank(); ++dimension) {
    int64_t size = tensorType(value).getDimSize(dimension);
    if (llvm::is_contained(dimensions, dimension)) {
      count *= size;
    } else {
      permutation.push_back(dimension);
      shape.push_back(size);
    }
  }
  for (int64_t dimension = 0; dimension < tensorType(value).getRank(); ++dimension)
    if (llvm::is_contained(dimensions, dimension))
      permutation.push_back(dimension);
  shape.push_back(count);
  return buildReshape(builder, buildTranspose(builder, value, permutation), shape);
}

/// Elements `begin`, `begin` + `stride`, … of the last dimension, `count` of them.
static Value takeLast(ImplicitLocOpBuilder &builder, Value value, int64_t begin, int64_t count,
                      int64_t stride) {
  SmallVector<int64_t> limit(tensorType(value).getShape());
  SmallVector<int64_t> start(limit.size(), 0), strides(limit.size(), 1), shape = limit;
  start.back() = begin;
  limit.back() = begin + (count - 1) * stride + 1;
  strides.back() = stride;
  shape.back() = count;
  return SliceOp::create(builder, tensorType(value).clone(shape), value, start, limit, strides);
}

SmallVector<Value> mlir::remat::expandReduction(ImplicitLocOpBuilder &builder, Block &body,
                                                ValueRange inputs, ValueRange initValues,
                                                ArrayRef<int64_t> dimensions) {
  SmallVector<Value> values;
  for (Value input : inputs)
    values.push_back(flattenLast(builder, input, dimensions));
  SmallVector<int64_t> shape(tensorType(values.front()).getShape().drop_back());
  int64_t count = tensorType(values.front()).getShape().back();
  for (; count > 1; count = (count + 1) / 2) {
    SmallVector<Value> operands, odd;
    for (int64_t half : {0, 1})
      for (Value value : values)
        operands.push_back(takeLast(builder, value, half, count / 2, 2));
    if (count % 2 != 0)
      for (Value value : values)
        odd.push_back(takeLast(builder, value, count - 1, 1, 1));
    values = runBody(builder, body, operands);
    for (auto [value, last] : llvm::zip(values, odd)) {
      SmallVector<int64_t> joined = shape;
      joined.push_back(count / 2 + 1);
      value = ConcatenateOp::create(builder, tensorType(value).clone(joined),
                                    ValueRange{value, last}, static_cast<int64_t>(shape.size()));
    }
  }
  SmallVector<Value> operands;
  for (Value initValue : initValues)
    operands.push_back(buildBroadcast(builder, initValue, shape, {}));
  if (count == 0)
    return operands;
  for (Value value : values)
    operands.push_back(buildReshape(builder, value, shape));
  return runBody(builder, body, operands);
}
