//===- BroadcastSource.cpp - What a broadcast value repeats ---------------===//
#include "BroadcastSource.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::remat;

/// Ops that two values may consist of and still be compared.
static constexpr int64_t kMostComparedOps = 256;

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

SmallVector<int64_t> BroadcastSource::shape() const {
  SmallVector<int64_t> sizes;
  for (int64_t dim : dims)
    sizes.push_back(dim < 0 ? 1 : shapeOf(value)[dim]);
  return sizes;
}

/// Where each dimension of a reshape's result comes from, if only ones come and go: -1 for those.
static std::optional<SmallVector<int64_t>> reshapedDims(ReshapeOp op) {
  ArrayRef<int64_t> from = shapeOf(op.getOperand()), to = shapeOf(op.getResult());
  SmallVector<int64_t> dims;
  size_t next = 0;
  for (int64_t size : to) {
    while (next < from.size() && from[next] == 1 && size != 1)
      ++next;
    if (next < from.size() && from[next] == size) {
      dims.push_back(static_cast<int64_t>(next++));
      continue;
    }
    if (size != 1)
      return std::nullopt;
    dims.push_back(-1);
  }
  for (; next < from.size(); ++next)
    if (from[next] != 1)
      return std::nullopt;
  return dims;
}

static bool widensFloat(ConvertOp op) {
  auto from = dyn_cast<FloatType>(getElementTypeOrSelf(op.getOperand().getType()));
  auto to = dyn_cast<FloatType>(getElementTypeOrSelf(op.getType()));
  return from && to && (from == to || from.getWidth() < to.getWidth());
}

BroadcastSource mlir::remat::broadcastSource(Value value) {
  BroadcastSource source{value, {}};
  for (size_t dim = 0; dim < shapeOf(value).size(); ++dim)
    source.dims.push_back(static_cast<int64_t>(dim));
  while (Operation *op = source.value.getDefiningOp()) {
    SmallVector<int64_t> from;
    if (auto broadcast = dyn_cast<BroadcastInDimOp>(op)) {
      from.assign(shapeOf(broadcast.getResult()).size(), -1);
      for (auto [number, dim] : llvm::enumerate(broadcast.getBroadcastDimensions()))
        if (shapeOf(broadcast.getOperand())[number] != 1 ||
            shapeOf(broadcast.getResult())[dim] == 1)
          from[dim] = static_cast<int64_t>(number);
    } else if (auto reshape = dyn_cast<ReshapeOp>(op)) {
      std::optional<SmallVector<int64_t>> dims = reshapedDims(reshape);
      if (!dims)
        return source;
      from = *dims;
    } else if (auto convert = dyn_cast<ConvertOp>(op); convert && widensFloat(convert)) {
      source.value = convert.getOperand();
      continue;
    } else {
      return source;
    }
    for (int64_t &dim : source.dims)
      dim = dim < 0 ? -1 : from[dim];
    source.value = op->getOperand(0);
  }
  return source;
}

std::optional<double> mlir::remat::splatElement(Value value) {
  Value source = broadcastSource(value).value;
  // Numbers are computed where a model divides by the root of its features.
  if (auto root = source.getDefiningOp<SqrtOp>())
    if (std::optional<double> number = splatElement(root.getOperand()))
      return std::sqrt(*number);
  if (auto convert = source.getDefiningOp<ConvertOp>())
    return isa<FloatType>(getElementTypeOrSelf(convert.getType()))
               ? splatElement(convert.getOperand())
               : std::nullopt;
  auto constant = source.getDefiningOp<ConstantOp>();
  auto elements = constant ? dyn_cast<DenseElementsAttr>(constant.getValue()) : nullptr;
  if (!elements || !elements.isSplat())
    return std::nullopt;
  if (isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().convertToDouble();
  // The 0 of `where(mask, x, 0)` in Python.
  if (elements.getElementType().isSignlessInteger() && !elements.getElementType().isInteger(1))
    return elements.getSplatValue<APInt>().signedRoundToDouble();
  return std::nullopt;
}

std::optional<Value> mlir::remat::rowSource(Value value) {
  BroadcastSource source = broadcastSource(value);
  size_t rows = source.dims.size() - 1;
  if (source.dims.size() < 2 || source.dims.back() >= 0)
    return std::nullopt;
  for (size_t dim = 0; dim < rows; ++dim)
    if (source.dims[dim] != static_cast<int64_t>(dim) && shapeOf(value)[dim] != 1)
      return std::nullopt;
  return source.value;
}

static bool areComputedAlike(Value a, Value b, int64_t &budget) {
  if (a == b)
    return true;
  Operation *left = a.getDefiningOp(), *right = b.getDefiningOp();
  if (!left || !right || --budget < 0 || left->getName() != right->getName() ||
      cast<OpResult>(a).getResultNumber() != cast<OpResult>(b).getResultNumber() ||
      left->getNumRegions() != 0 || left->getNumOperands() != right->getNumOperands() ||
      a.getType() != b.getType() || !isPure(left) ||
      left->getAttrDictionary() != right->getAttrDictionary())
    return false;
  return llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()), [&](auto pair) {
    return areComputedAlike(std::get<0>(pair), std::get<1>(pair), budget);
  });
}

bool mlir::remat::areComputedAlike(Value a, Value b) {
  int64_t budget = kMostComparedOps;
  return ::areComputedAlike(a, b, budget);
}
