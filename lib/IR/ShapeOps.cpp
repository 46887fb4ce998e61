//===- ShapeOps.cpp - Verification and inference of ops that move elements -===//
#include "ShapeCheck.h"
#include "VerifyInferred.h"
#include "remat/IR/Remat.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

static RankedTensorType tensorType(Value value) { return cast<RankedTensorType>(value.getType()); }

LogicalResult IotaOp::verify() {
  return ShapeCheck(*this).dimension("iota_dimension", getIotaDimensionAttr().getInt(),
                                     tensorType(getResult()).getRank(), "the result");
}

LogicalResult BroadcastInDimOp::verify() {
  ShapeCheck check(*this);
  RankedTensorType from = tensorType(getOperand()), to = tensorType(getResult());
  ArrayRef<int64_t> dimensions = getBroadcastDimensions();
  if (failed(check.sameElementType("operand", from, "the result", to)) ||
      failed(check.length("broadcast_dimensions", dimensions, from.getRank(), "the operand")) ||
      failed(check.dimensions("broadcast_dimensions", dimensions, to.getRank(), "the result")))
    return failure();
  for (auto [place, dimension] : llvm::enumerate(dimensions)) {
    int64_t size = from.getDimSize(place);
    if (size != 1 && size != to.getDimSize(dimension))
      return emitOpError() << "dimension " << place << " of the operand has size " << size
                           << "; 1 or " << to.getDimSize(dimension)
                           << " is expected, the size of dimension " << dimension
                           << " of the result";
  }
  return success();
}

LogicalResult ReshapeOp::verify() {
  RankedTensorType from = tensorType(getOperand()), to = tensorType(getResult());
  if (failed(ShapeCheck(*this).sameElementType("operand", from, "the result", to)))
    return failure();
  if (from.getNumElements() != to.getNumElements())
    return emitOpError() << "the operand has " << from.getNumElements()
                         << " elements, but the result has " << to.getNumElements();
  return success();
}

LogicalResult BitcastConvertOp::verify() {
  RankedTensorType from = tensorType(getOperand()), to = tensorType(getResult());
  int64_t fromBits = from.getElementTypeBitWidth(), toBits = to.getElementTypeBitWidth();
  SmallVector<int64_t> expected(from.getShape());
  if (fromBits > toBits && fromBits % toBits == 0) {
    expected.push_back(fromBits / toBits);
  } else if (fromBits < toBits) {
    if (toBits % fromBits != 0 || expected.empty() || expected.back() != toBits / fromBits)
      return emitOpError() << "elements of " << fromBits << " bits become one of " << toBits
                           << " along a last dimension of size " << toBits << "/" << fromBits
                           << ", but the operand's shape is " << shapeText(from.getShape());
    expected.pop_back();
  } else if (fromBits != toBits) {
    return emitOpError() << "elements of " << fromBits
                         << " bits are no whole number of elements of " << toBits << " bits";
  }
  if (to.getShape() != ArrayRef(expected))
    return emitOpError() << "the result has shape " << shapeText(to.getShape()) << ", but "
                         << shapeText(expected) << " is expected";
  return success();
}

LogicalResult TransposeOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                            Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  RankedTensorType from = tensorType(adaptor.getOperand());
  ArrayRef<int64_t> permutation = adaptor.getPermutation();
  if (failed(check.length("permutation", permutation, from.getRank(), "the operand")) ||
      failed(check.dimensions("permutation", permutation, from.getRank(), "the operand")))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dimension : permutation)
    shape.push_back(from.getDimSize(dimension));
  inferred.push_back(from.clone(shape));
  return success();
}

LogicalResult TransposeOp::verify() { return verifyInferred(*this); }

LogicalResult ReverseOp::verify() {
  return ShapeCheck(*this).dimensions("dimensions", getDimensions(),
                                      tensorType(getOperand()).getRank(), "the operand");
}

LogicalResult SliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                        Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  RankedTensorType from = tensorType(adaptor.getOperand());
  ArrayRef<int64_t> starts = adaptor.getStartIndices(), limits = adaptor.getLimitIndices(),
                    strides = adaptor.getStrides();
  int64_t rank = from.getRank();
  if (failed(check.length("start_indices", starts, rank, "the operand")) ||
      failed(check.length("limit_indices", limits, rank, "the operand")) ||
      failed(check.length("strides", strides, rank, "the operand")) ||
      failed(check.atLeast("start_indices", starts, 0)) ||
      failed(check.atLeast("strides", strides, 1)))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    int64_t start = starts[dimension], limit = limits[dimension];
    if (start > limit || limit > from.getDimSize(dimension))
      return check.fail("takes elements from " + Twine(start) + " to " + Twine(limit) +
                        " of dimension " + Twine(dimension) + ", which has " +
                        Twine(from.getDimSize(dimension)));
    shape.push_back(llvm::divideCeil(limit - start, strides[dimension]));
  }
  inferred.push_back(from.clone(shape));
  return success();
}

LogicalResult SliceOp::verify() { return verifyInferred(*this); }

/// Start indices: one per dimension, all of one type.
static LogicalResult checkStartIndices(ShapeCheck check, ValueRange indices, int64_t rank) {
  if (static_cast<int64_t>(indices.size()) != rank)
    return check.fail("has " + Twine(indices.size()) + " start indices, but the operand has " +
                      Twine(rank) + " dimensions");
  if (!indices.empty() && !llvm::all_equal(indices.getTypes()))
    return check.fail("start indices must have one type");
  return success();
}

/// A part of `sizes` fits into `whole`.
static LogicalResult checkFits(ShapeCheck check, StringRef name, ArrayRef<int64_t> sizes,
                               RankedTensorType whole) {
  if (failed(check.length(name, sizes, whole.getRank(), "the operand")) ||
      failed(check.atLeast(name, sizes, 0)))
    return failure();
  for (auto [dimension, size] : llvm::enumerate(sizes))
    if (size > whole.getDimSize(dimension))
      return check.fail("'" + name + "' asks for " + Twine(size) + " elements of dimension " +
                        Twine(dimension) + ", which has " + Twine(whole.getDimSize(dimension)));
  return success();
}

LogicalResult DynamicSliceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                               Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  RankedTensorType from = tensorType(adaptor.getOperand());
  if (failed(checkStartIndices(check, adaptor.getStartIndices(), from.getRank())) ||
      failed(checkFits(check, "slice_sizes", adaptor.getSliceSizes(), from)))
    return failure();
  inferred.push_back(from.clone(adaptor.getSliceSizes()));
  return success();
}

LogicalResult DynamicSliceOp::verify() { return verifyInferred(*this); }

LogicalResult DynamicUpdateSliceOp::verify() {
  ShapeCheck check(*this);
  RankedTensorType whole = tensorType(getOperand()), part = tensorType(getUpdate());
  if (failed(check.sameElementType("operand", whole, "update", part)) ||
      failed(checkStartIndices(check, getStartIndices(), whole.getRank())) ||
      failed(checkFits(check, "update", part.getShape(), whole)))
    return failure();
  return success();
}

LogicalResult ConcatenateOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                              Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  if (adaptor.getInputs().empty())
    return check.fail("needs at least one operand");
  RankedTensorType first = tensorType(adaptor.getInputs().front());
  int64_t dimension = adaptor.getDimensionAttr().getInt();
  if (failed(check.dimension("dimension", dimension, first.getRank(), "the first operand")))
    return failure();
  SmallVector<int64_t> shape(first.getShape());
  for (auto [number, input] : llvm::enumerate(adaptor.getInputs().drop_front())) {
    RankedTensorType type = tensorType(input);
    if (failed(check.sameElementType("operand 0", first, "operand " + std::to_string(number + 1),
                                     type)))
      return failure();
    SmallVector<int64_t> expected(shape);
    if (type.getRank() == first.getRank())
      expected[dimension] = type.getDimSize(dimension);
    if (type.getShape() != ArrayRef(expected))
      return check.fail("operands 0 and " + Twine(number + 1) + " have shapes " +
                        shapeText(first.getShape()) + " and " + shapeText(type.getShape()) +
                        ", which may differ in dimension " + Twine(dimension) + " only");
    shape[dimension] += type.getDimSize(dimension);
  }
  inferred.push_back(first.clone(shape));
  return success();
}

LogicalResult ConcatenateOp::verify() { return verifyInferred(*this); }

LogicalResult PadOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                      Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  RankedTensorType from = tensorType(adaptor.getOperand());
  ArrayRef<int64_t> low = adaptor.getEdgePaddingLow(), high = adaptor.getEdgePaddingHigh(),
                    interior = adaptor.getInteriorPadding();
  int64_t rank = from.getRank();
  if (failed(check.sameElementType("operand", from, "padding_value",
                                   adaptor.getPaddingValue().getType())) ||
      failed(check.length("edge_padding_low", low, rank, "the operand")) ||
      failed(check.length("edge_padding_high", high, rank, "the operand")) ||
      failed(check.length("interior_padding", interior, rank, "the operand")) ||
      failed(check.atLeast("interior_padding", interior, 0)))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dimension = 0; dimension < rank; ++dimension) {
    int64_t size = from.getDimSize(dimension);
    int64_t padded = low[dimension] + size + std::max<int64_t>(size - 1, 0) * interior[dimension] +
                     high[dimension];
    if (padded < 0)
      return check.fail("padding leaves " + Twine(padded) + " elements of dimension " +
                        Twine(dimension));
    shape.push_back(padded);
  }
  inferred.push_back(from.clone(shape));
  return success();
}

LogicalResult PadOp::verify() { return verifyInferred(*this); }
