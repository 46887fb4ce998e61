//===- IndexedPlaces.cpp - Places that index tensors name -----------------===//
#include "IndexedPlaces.h"
#include "BuildTensors.h"

using namespace mlir;
using namespace mlir::remat;

IndexedPlaces IndexedPlaces::of(GatherOp op) {
  IndexedPlaces places{op.getStartIndices(), static_cast<int64_t>(op.getIndexVectorDim()), {}};
  for (int64_t dimension : op.getStartIndexMap())
    places.last.push_back(tensorType(op.getOperand()).getDimSize(dimension) -
                          op.getSliceSizes()[dimension]);
  return places;
}

IndexedPlaces IndexedPlaces::of(ScatterOp op) {
  IndexedPlaces places{op.getScatterIndices(), static_cast<int64_t>(op.getIndexVectorDim()), {}};
  SmallVector<int64_t> window = scatterWindow(op);
  for (int64_t dimension : op.getScatterDimsToOperandDims())
    places.last.push_back(tensorType(op.getInputs()[0]).getDimSize(dimension) - window[dimension]);
  return places;
}

/// The last places as a tensor of the indices' type.
Value IndexedPlaces::buildLast(ImplicitLocOpBuilder &builder) const {
  RankedTensorType type = tensorType(indices);
  auto element = cast<IntegerType>(type.getElementType());
  unsigned numBits = element.getWidth() - (element.isUnsigned() ? 0 : 1);
  // An index type that cannot name the last place cannot leave the tensor either.
  int64_t largest =
      numBits >= 63 ? std::numeric_limits<int64_t>::max() : (int64_t(1) << numBits) - 1;
  SmallVector<APInt> numbers;
  for (int64_t place : last)
    numbers.push_back(APInt(element.getWidth(), std::min(place, largest)));
  if (llvm::all_equal(last))
    return ConstantOp::create(builder, DenseElementsAttr::get(type, numbers.front()));
  auto vector = RankedTensorType::get({static_cast<int64_t>(last.size())}, element);
  Value constant = ConstantOp::create(builder, DenseElementsAttr::get(vector, numbers));
  return buildBroadcast(builder, constant, type.getShape(), {indexVectorDim});
}

Value IndexedPlaces::buildClamped(ImplicitLocOpBuilder &builder) const {
  if (last.empty())
    return indices;
  Value zero = buildZeros(builder, tensorType(indices));
  return ClampOp::create(builder, indices.getType(), zero, indices, buildLast(builder));
}

Value IndexedPlaces::buildIsInside(ImplicitLocOpBuilder &builder) const {
  RankedTensorType type = tensorType(indices);
  SmallVector<int64_t> shape(type.getShape());
  bool isVector = indexVectorDim < type.getRank();
  if (isVector)
    shape.erase(shape.begin() + indexVectorDim);
  auto flags = RankedTensorType::get(shape, builder.getI1Type());
  if (last.empty())
    return ConstantOp::create(builder, DenseElementsAttr::get(flags, true));
  Value isFirst =
      buildCompare(builder, ComparisonDirection::GE, indices, buildZeros(builder, type));
  Value isLast = buildCompare(builder, ComparisonDirection::LE, indices, buildLast(builder));
  Value isInside = AndOp::create(builder, isFirst, isLast);
  if (!isVector)
    return isInside;
  if (last.size() == 1)
    return buildReshape(builder, isInside, shape);
  auto scalar = RankedTensorType::get({}, builder.getI1Type());
  Value yes = ConstantOp::create(builder, DenseElementsAttr::get(scalar, true));
  auto all = ReduceOp::create(builder, TypeRange{flags}, ValueRange{isInside}, ValueRange{yes},
                              ArrayRef<int64_t>{indexVectorDim});
  buildCombiner<AndOp>(builder, all.getBody(), builder.getI1Type());
  return all.getResult(0);
}

SmallVector<int64_t> mlir::remat::scatterWindow(ScatterOp op) {
  RankedTensorType updates = tensorType(op.getUpdates()[0]);
  SmallVector<int64_t> window;
  ArrayRef<int64_t> windowDims = op.getUpdateWindowDims();
  for (int64_t dimension = 0; dimension < tensorType(op.getInputs()[0]).getRank(); ++dimension) {
    bool isOne = llvm::is_contained(op.getInsertedWindowDims(), dimension) ||
                 llvm::is_contained(op.getInputBatchingDims(), dimension);
    window.push_back(isOne ? 1 : updates.getDimSize(windowDims.front()));
    windowDims = windowDims.drop_front(isOne ? 0 : 1);
  }
  return window;
}

Value mlir::remat::gatherUpdates(ImplicitLocOpBuilder &builder, ScatterOp op, Value whole) {
  auto type = tensorType(whole).clone(tensorType(op.getUpdates()[0]).getShape());
  return GatherOp::create(builder, type, whole, op.getScatterIndices(), op.getUpdateWindowDims(),
                          op.getInsertedWindowDims(), op.getInputBatchingDims(),
                          op.getScatterIndicesBatchingDims(), op.getScatterDimsToOperandDims(),
                          op.getIndexVectorDim(), scatterWindow(op));
}

ScatterOp mlir::remat::scatterLike(ImplicitLocOpBuilder &builder, ScatterOp op, Value input,
                                   Value updates) {
  return ScatterOp::create(builder, TypeRange{input.getType()}, ValueRange{input},
                           op.getScatterIndices(), ValueRange{updates}, op.getUpdateWindowDims(),
                           op.getInsertedWindowDims(), op.getInputBatchingDims(),
                           op.getScatterIndicesBatchingDims(), op.getScatterDimsToOperandDims(),
                           op.getIndexVectorDim(), op.getIndicesAreSorted(), op.getUniqueIndices());
}
