//===- BuildTensors.cpp - Tensors that several rules make -----------------===//
#include "BuildTensors.h"

using namespace mlir;
using namespace mlir::remat;

Value mlir::remat::buildSplat(ImplicitLocOpBuilder &builder, RankedTensorType type, double number) {
  Type element = type.getElementType();
  Attribute attribute = isa<FloatType>(element)
                            ? Attribute(builder.getFloatAttr(element, number))
                            : builder.getIntegerAttr(element, static_cast<int64_t>(number));
  return ConstantOp::create(builder, DenseElementsAttr::get(type, attribute));
}

Value mlir::remat::buildIota(ImplicitLocOpBuilder &builder, ArrayRef<int64_t> shape,
                             int64_t dimension) {
  return IotaOp::create(builder, RankedTensorType::get(shape, builder.getI32Type()), dimension);
}

Value mlir::remat::buildReshape(ImplicitLocOpBuilder &builder, Value value,
                                ArrayRef<int64_t> shape) {
  RankedTensorType type = tensorType(value).clone(shape);
  return type == value.getType() ? value : ReshapeOp::create(builder, type, value);
}

Value mlir::remat::buildConvert(ImplicitLocOpBuilder &builder, Value value, Type element) {
  RankedTensorType type = tensorType(value).clone(element);
  return type == value.getType() ? value : ConvertOp::create(builder, type, value);
}

Value mlir::remat::buildTranspose(ImplicitLocOpBuilder &builder, Value value,
                                  ArrayRef<int64_t> permutation) {
  if (llvm::is_sorted(permutation))
    return value;
  SmallVector<int64_t> shape;
  for (int64_t dimension : permutation)
    shape.push_back(tensorType(value).getDimSize(dimension));
  return TransposeOp::create(builder, tensorType(value).clone(shape), value, permutation);
}

Value mlir::remat::buildBroadcast(ImplicitLocOpBuilder &builder, Value value,
                                  ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions) {
  RankedTensorType type = tensorType(value).clone(shape);
  if (type == value.getType() && llvm::is_sorted(dimensions))
    return value;
  return BroadcastInDimOp::create(builder, type, value, dimensions);
}

/// 0 to `rank` without `dimensions`.
static SmallVector<int64_t> otherDimensions(int64_t rank, ArrayRef<int64_t> dimensions) {
  SmallVector<int64_t> others;
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    if (!llvm::is_contained(dimensions, dimension))
      others.push_back(dimension);
  return others;
}

Value mlir::remat::buildBroadcastOver(ImplicitLocOpBuilder &builder, Value value,
                                      ArrayRef<int64_t> shape, ArrayRef<int64_t> dimensions) {
  return buildBroadcast(builder, value, shape, otherDimensions(shape.size(), dimensions));
}

Value mlir::remat::buildSum(ImplicitLocOpBuilder &builder, Value value,
                            ArrayRef<int64_t> dimensions) {
  if (dimensions.empty())
    return value;
  Type element = tensorType(value).getElementType();
  bool isNarrow = isa<FloatType>(element) && element.getIntOrFloatBitWidth() < 32;
  Type sumElement = isNarrow ? builder.getF32Type() : element;
  Value wide = buildConvert(builder, value, sumElement);
  SmallVector<int64_t> shape;
  for (int64_t dimension : otherDimensions(tensorType(value).getRank(), dimensions))
    shape.push_back(tensorType(value).getDimSize(dimension));
  Value zero = buildZeros(builder, RankedTensorType::get({}, sumElement));
  SmallVector<int64_t> sorted = llvm::to_vector(dimensions);
  llvm::sort(sorted);
  auto sum = ReduceOp::create(builder, TypeRange{RankedTensorType::get(shape, sumElement)},
                              ValueRange{wide}, ValueRange{zero}, sorted);
  buildCombiner<AddOp>(builder, sum.getBody(), sumElement);
  return buildConvert(builder, sum.getResult(0), element);
}

Value mlir::remat::buildSum(ImplicitLocOpBuilder &builder, Value value) {
  return buildSum(builder, value,
                  llvm::to_vector(llvm::seq<int64_t>(0, tensorType(value).getRank())));
}

Value mlir::remat::buildCompare(ImplicitLocOpBuilder &builder, ComparisonDirection direction,
                                Value lhs, Value rhs) {
  return CompareOp::create(builder, tensorType(lhs).clone(builder.getI1Type()), lhs, rhs,
                           ComparisonDirectionAttr::get(builder.getContext(), direction),
                           ComparisonTypeAttr());
}

void mlir::remat::buildComparator(ImplicitLocOpBuilder &builder, Region &body, Type element,
                                  ComparisonDirection direction) {
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, element);
  Location location = builder.getLoc();
  Block *block = builder.createBlock(&body, {}, {scalar, scalar}, {location, location});
  YieldOp::create(builder,
                  buildCompare(builder, direction, block->getArgument(0), block->getArgument(1)));
}

std::optional<double> mlir::remat::splatNumber(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (auto constant = dyn_cast<ConstantOp>(op)) {
      auto splat = dyn_cast<SplatElementsAttr>(constant.getValue());
      if (!splat || !isa<FloatType>(splat.getElementType()))
        return std::nullopt;
      return splat.getSplatValue<FloatAttr>().getValueAsDouble();
    }
    if (!isa<BroadcastInDimOp, ReshapeOp, TransposeOp, ConvertOp>(op))
      return std::nullopt;
    value = op->getOperand(0);
  }
  return std::nullopt;
}

SmallVector<Operation *> mlir::remat::collectOps(ImplicitLocOpBuilder &builder,
                                                 llvm::function_ref<void()> build) {
  Block *block = builder.getInsertionBlock();
  Block::iterator end = builder.getInsertionPoint();
  Operation *last = end == block->begin() ? nullptr : &*std::prev(end);
  build();
  Block::iterator begin = last ? std::next(last->getIterator()) : block->begin();
  SmallVector<Operation *> ops;
  for (Operation &op : llvm::make_range(begin, end))
    ops.push_back(&op);
  return ops;
}
