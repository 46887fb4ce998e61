//===- SliceRules.cpp - Gradients of parts and of what is put together ----===//
#include "BuildTensors.h"
#include "Rules.h"

using namespace mlir;
using namespace mlir::remat;

static Value zeroLike(ImplicitLocOpBuilder &builder, Value value) {
  return buildZeros(builder, RankedTensorType::get({}, tensorType(value).getElementType()));
}

/// Zeros where nothing was taken.
static LogicalResult sliceBackward(SliceOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult());
  RankedTensorType operand = tensorType(op.getOperand());
  SmallVector<int64_t> high, interior;
  for (int64_t dimension = 0; dimension < operand.getRank(); ++dimension) {
    int64_t stride = op.getStrides()[dimension], start = op.getStartIndices()[dimension],
            size = tensorType(g).getDimSize(dimension);
    int64_t reach = size == 0 ? 0 : (size - 1) * stride + 1;
    interior.push_back(stride - 1);
    high.push_back(operand.getDimSize(dimension) - start - reach);
  }
  cotangents.add(op.getOperand(), PadOp::create(builder, operand, g, zeroLike(builder, g),
                                                op.getStartIndices(), high, interior));
  return success();
}

static LogicalResult concatenateBackward(ConcatenateOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  RankedTensorType type = tensorType(g);
  auto dimension = static_cast<int64_t>(op.getDimension());
  SmallVector<int64_t> start(type.getRank(), 0), limit(type.getShape()), strides(type.getRank(), 1);
  for (Value input : op.getInputs()) {
    limit[dimension] = start[dimension] + tensorType(input).getDimSize(dimension);
    if (cotangents.isWanted(input))
      cotangents.add(
          input, SliceOp::create(cotangents.builder(), input.getType(), g, start, limit, strides));
    start[dimension] = limit[dimension];
  }
  return success();
}

/// The elements of the operand in the cotangent of the padded tensor; zeros for those that negative
/// padding took away.
static Value takePadded(ImplicitLocOpBuilder &builder, PadOp op, Value g) {
  RankedTensorType operand = tensorType(op.getOperand());
  SmallVector<int64_t> start, limit, strides, low, high;
  bool isCut = false;
  for (int64_t dimension = 0; dimension < operand.getRank(); ++dimension) {
    int64_t size = operand.getDimSize(dimension), stride = op.getInteriorPadding()[dimension] + 1,
            before = op.getEdgePaddingLow()[dimension], after = op.getEdgePaddingHigh()[dimension];
    low.push_back(std::max<int64_t>(-before, 0));
    high.push_back(std::max<int64_t>(-after, 0));
    isCut |= before < 0 || after < 0;
    start.push_back(std::max<int64_t>(before, 0));
    limit.push_back(start.back() + (size == 0 ? 0 : (size - 1) * stride + 1));
    strides.push_back(stride);
  }
  if (isCut) {
    SmallVector<int64_t> shape(tensorType(g).getShape()), none(operand.getRank(), 0);
    for (size_t dimension = 0; dimension < shape.size(); ++dimension)
      shape[dimension] += low[dimension] + high[dimension];
    g = PadOp::create(builder, tensorType(g).clone(shape), g, zeroLike(builder, g), low, high,
                      none);
  }
  return SliceOp::create(builder, operand, g, start, limit, strides);
}

static LogicalResult padBackward(PadOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult());
  Value taken = takePadded(builder, op, g);
  cotangents.add(op.getOperand(), taken);
  if (cotangents.isWanted(op.getPaddingValue()))
    cotangents.add(op.getPaddingValue(),
                   SubtractOp::create(builder, buildSum(builder, g), buildSum(builder, taken)));
  return success();
}

static LogicalResult dynamicSliceBackward(DynamicSliceOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  RankedTensorType type = tensorType(op.getOperand());
  cotangents.add(op.getOperand(),
                 DynamicUpdateSliceOp::create(builder, type, buildZeros(builder, type),
                                              cotangents.of(op.getResult()), op.getStartIndices()));
  return success();
}

static LogicalResult dynamicUpdateSliceBackward(DynamicUpdateSliceOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult());
  RankedTensorType part = tensorType(op.getUpdate());
  if (cotangents.isWanted(op.getUpdate()))
    cotangents.add(op.getUpdate(),
                   DynamicSliceOp::create(builder, part, g, op.getStartIndices(), part.getShape()));
  if (cotangents.isWanted(op.getOperand()))
    cotangents.add(op.getOperand(),
                   DynamicUpdateSliceOp::create(builder, g.getType(), g, buildZeros(builder, part),
                                                op.getStartIndices()));
  return success();
}

void mlir::remat::attachSliceRules(MLIRContext &context) {
  SliceOp::attachInterface<FunctionRule<SliceOp, sliceBackward>>(context);
  ConcatenateOp::attachInterface<FunctionRule<ConcatenateOp, concatenateBackward>>(context);
  PadOp::attachInterface<FunctionRule<PadOp, padBackward>>(context);
  DynamicSliceOp::attachInterface<FunctionRule<DynamicSliceOp, dynamicSliceBackward>>(context);
  DynamicUpdateSliceOp::attachInterface<
      FunctionRule<DynamicUpdateSliceOp, dynamicUpdateSliceBackward>>(context);
}
