//===- CudaConvolutionForm.cpp - Convolutions as cuDNN takes them ---------===//
#include "CudaConvolutionForm.h"
#include "ConvolutionForm.h"
#include "remat/Conversion/CudaLibraryOps.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/IR/FullPrecision.h"

using namespace mlir;
using namespace mlir::remat;
using Kind = rematrt::ConvolutionForm::Kind;
using Array = rematrt::ConvolutionArray;

namespace {

/// Which dimension of an array is what in cuDNN's terms: batch and features of a layer's input or
/// output, output and input features of its weights.
struct ArrayRoles {
  int64_t first, second;
  SmallVector<int64_t> spatial;

  /// The array's dimensions in the order that cuDNN wants them in memory.
  SmallVector<int64_t> order(bool featuresLast) const {
    SmallVector<int64_t> dims{first};
    if (!featuresLast)
      dims.push_back(second);
    llvm::append_range(dims, spatial);
    if (featuresLast)
      dims.push_back(second);
    return dims;
  }
};

class Former {
public:
  Former(ConvolutionOp op, const rematrt::ConvolutionForm &form)
      : op(op), form(form), builder(op) {}

  FailureOr<ConvolutionOp> run();

private:
  ArrayRoles rolesOf(Array array);
  void padInput();
  Value transposed(Value value, ArrayRef<int64_t> order);
  void note(Value made) { changes.push_back(made.getDefiningOp()); }

  ConvolutionOp op;
  const rematrt::ConvolutionForm &form;
  OpBuilder builder;
  Value lhs, rhs;
  SmallVector<int64_t> padding;
  /// Of the result in each spatial dimension: elements more in front, and all of them.
  SmallVector<int64_t> resultFront, resultSizes;
  SmallVector<Operation *> changes;
};

} // namespace

/// The dimensions of the op's arrays have other roles in a gradient.
ArrayRoles Former::rolesOf(Array array) {
  bool swaps = form.kind == Kind::WeightGradient;
  int64_t batch, features;
  SmallVector<int64_t> spatial;
  switch (array) {
  case Array::Lhs:
    batch = op.getInputBatchDimension();
    features = op.getInputFeatureDimension();
    spatial = llvm::to_vector(op.getInputSpatialDimensions());
    break;
  case Array::Rhs:
    // As an input or output of a layer the kernel's input features are the batch.
    batch = op.getKernelInputFeatureDimension();
    features = op.getKernelOutputFeatureDimension();
    spatial = llvm::to_vector(op.getKernelSpatialDimensions());
    // A layer's weights have output features first. In its input's gradient they are the op's
    // input features.
    if (form.kind == Kind::Forward)
      std::swap(batch, features);
    return {batch, features, spatial};
  case Array::Result:
    batch = op.getOutputBatchDimension();
    features = op.getOutputFeatureDimension();
    spatial = llvm::to_vector(op.getOutputSpatialDimensions());
    // The weights' gradient has the input's features where the op has the batch, if lhs is the
    // input.
    if (swaps && form.input == Array::Lhs)
      std::swap(batch, features);
    return {batch, features, spatial};
  }
  if (swaps)
    std::swap(batch, features);
  return {batch, features, spatial};
}

Value Former::transposed(Value value, ArrayRef<int64_t> order) {
  if (llvm::is_sorted(order))
    return value;
  value = TransposeOp::create(builder, op.getLoc(), value, order);
  note(value);
  return value;
}

static SmallVector<int64_t> inverse(ArrayRef<int64_t> order) {
  SmallVector<int64_t> places(order.size());
  for (auto [place, dim] : llvm::enumerate(order))
    places[dim] = static_cast<int64_t>(place);
  return places;
}

/// Whether as much padding behind as before gives the output's size.
static bool isSymmetric(const rematrt::ConvolutionForm::Axis &axis) {
  int64_t room = axis.inputSize + 2 * axis.paddingLow - ((axis.windowSize - 1) * axis.dilation + 1);
  return room >= 0 && room / axis.stride + 1 == axis.outputSize;
}

/// Uneven padding becomes part of the input, or is cut off its gradient.
void Former::padInput() {
  bool isEven = form.inputOffset == 0 && llvm::all_of(form.axes, isSymmetric);
  if (isEven || form.input == Array::Rhs)
    return;
  if (form.input == Array::Lhs) {
    auto type = cast<RankedTensorType>(lhs.getType());
    SmallVector<int64_t> low(type.getRank(), 0), high = low, interior = low;
    SmallVector<int64_t> shape(type.getShape());
    for (auto [axis, dim] : llvm::enumerate(op.getInputSpatialDimensions())) {
      low[dim] = padding[2 * axis];
      high[dim] = padding[2 * axis + 1];
      shape[dim] += low[dim] + high[dim];
    }
    Value zero =
        ConstantOp::create(builder, op.getLoc(),
                           DenseElementsAttr::get(RankedTensorType::get({}, type.getElementType()),
                                                  builder.getZeroAttr(type.getElementType())));
    note(zero);
    lhs = PadOp::create(builder, op.getLoc(), type.clone(shape), lhs, zero, low, high, interior);
    note(lhs);
    padding.assign(padding.size(), 0);
    return;
  }
  for (auto [number, axis] : llvm::enumerate(form.axes)) {
    // The gradient of an input that has its padding inside.
    int64_t window = (axis.windowSize - 1) * axis.dilation;
    int64_t size = axis.inputSize + axis.paddingLow + std::max<int64_t>(axis.paddingHigh, 0);
    resultFront.push_back(axis.paddingLow);
    resultSizes.push_back(size);
    padding[2 * number] = window;
    padding[2 * number + 1] = size - 1 - (axis.outputSize - 1) * axis.stride;
  }
}

FailureOr<ConvolutionOp> Former::run() {
  lhs = op.getLhs();
  rhs = op.getRhs();
  padding = llvm::to_vector(op.getPadding());
  padInput();
  ArrayRoles lhsRoles = rolesOf(Array::Lhs), rhsRoles = rolesOf(Array::Rhs);
  ArrayRoles resultRoles = rolesOf(Array::Result);
  // Features last unless the input has them first already.
  const ArrayRoles &input = form.input == Array::Lhs   ? lhsRoles
                            : form.input == Array::Rhs ? rhsRoles
                                                       : resultRoles;
  bool featuresLast = !llvm::is_sorted(input.order(false));
  SmallVector<int64_t> lhsOrder = lhsRoles.order(featuresLast);
  SmallVector<int64_t> rhsOrder = rhsRoles.order(featuresLast);
  SmallVector<int64_t> resultOrder = resultRoles.order(featuresLast);
  lhs = transposed(lhs, lhsOrder);
  rhs = transposed(rhs, rhsOrder);

  auto type = cast<RankedTensorType>(op.getType());
  SmallVector<int64_t> shape(type.getShape());
  for (auto [axis, size] : llvm::enumerate(resultSizes))
    shape[op.getOutputSpatialDimensions()[axis]] = size;
  SmallVector<int64_t> made =
      llvm::map_to_vector(resultOrder, [&](int64_t dim) { return shape[dim]; });
  SmallVector<int64_t> lhsPlace = inverse(lhsOrder), rhsPlace = inverse(rhsOrder);
  SmallVector<int64_t> resultPlace = inverse(resultOrder);
  auto placesOf = [](ArrayRef<int64_t> places, ArrayRef<int64_t> dims) {
    return llvm::map_to_vector(dims, [&](int64_t dim) { return places[dim]; });
  };
  auto formed = ConvolutionOp::create(
      builder, op.getLoc(), type.clone(made), lhs, rhs, lhsPlace[op.getInputBatchDimension()],
      lhsPlace[op.getInputFeatureDimension()], placesOf(lhsPlace, op.getInputSpatialDimensions()),
      rhsPlace[op.getKernelInputFeatureDimension()], rhsPlace[op.getKernelOutputFeatureDimension()],
      placesOf(rhsPlace, op.getKernelSpatialDimensions()),
      resultPlace[op.getOutputBatchDimension()], resultPlace[op.getOutputFeatureDimension()],
      placesOf(resultPlace, op.getOutputSpatialDimensions()), op.getWindowStrides(), padding,
      op.getLhsDilation(), op.getRhsDilation(), op.getWindowReversal(), op.getFeatureGroupCount(),
      op.getBatchGroupCount());
  keepFullPrecision(op, formed);
  changes.push_back(formed);
  if (!runsInCudaLibrary(formed)) {
    for (Operation *change : llvm::reverse(changes))
      change->erase();
    return failure();
  }
  Value result = transposed(formed, resultPlace);
  if (!resultSizes.empty()) {
    SmallVector<int64_t> start(shape.size(), 0), limit(type.getShape()), strides(shape.size(), 1);
    for (auto [axis, dim] : llvm::enumerate(op.getOutputSpatialDimensions())) {
      start[dim] = resultFront[axis];
      limit[dim] += resultFront[axis];
    }
    result = SliceOp::create(builder, op.getLoc(), type, result, start, limit, strides);
  }
  op.replaceAllUsesWith(result);
  op.erase();
  return formed;
}

FailureOr<ConvolutionOp> mlir::remat::formForCudnn(ConvolutionOp op) {
  FailureOr<SmallVector<int64_t>> descriptor = runtimeDescriptor(op);
  if (failed(descriptor))
    return failure();
  std::string why;
  std::optional<rematrt::ConvolutionShape> shape =
      rematrt::readConvolutionShape(descriptor->data(), why);
  if (!shape)
    return failure();
  std::optional<rematrt::ConvolutionForm> form = rematrt::findConvolutionForm(*shape);
  if (!form)
    return failure();
  return Former(op, *form).run();
}
