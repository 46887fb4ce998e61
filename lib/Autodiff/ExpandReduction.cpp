//===- ExpandReduction.cpp - Reductions as elementwise ops ----------------===//
#include "ExpandReduction.h"
#include "BuildTensors.h"
#include "remat/IR/ElementwiseBody.h"

using namespace mlir;
using namespace mlir::remat;

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
    values = runElementwiseBody(builder, body, operands);
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
  return runElementwiseBody(builder, body, operands);
}
