//===- ConvolutionForm.cpp - Convolutions as a library sees them ----------===//
#include "ConvolutionForm.h"
#include <algorithm>

using namespace rematrt;

using Kind = ConvolutionForm::Kind;

int64_t ConvolutionForm::products() const {
  int64_t count = batchSize * groups * inputFeatures * outputFeatures;
  for (const Axis &axis : axes)
    count *= axis.windowSize * axis.outputSize;
  return count;
}

static bool anyAxis(const ConvolutionShape &shape, bool (*test)(const ConvolutionAxis &)) {
  return std::ranges::any_of(shape.axes, test);
}

static bool isDilatedLhs(const ConvolutionAxis &axis) { return axis.lhsDilation > 1; }

/// The layer itself.
static ConvolutionForm forwardForm(const ConvolutionShape &shape) {
  ConvolutionForm form = {};
  form.kind = Kind::Forward;
  form.input = ConvolutionArray::Lhs;
  form.weights = ConvolutionArray::Rhs;
  form.output = ConvolutionArray::Result;
  form.batchSize = shape.lhsBatch.size;
  form.groups = shape.featureGroups;
  form.inputFeatures = shape.rhsInput.size;
  form.outputFeatures = shape.rhsOutput.size / form.groups;
  form.inputBatchStride = shape.lhsBatch.stride;
  form.inputFeatureStride = shape.lhsFeature.stride;
  form.outputBatchStride = shape.resultBatch.stride;
  form.outputFeatureStride = shape.resultFeature.stride;
  form.weightsGroupStride = form.outputFeatures * shape.rhsOutput.stride;
  form.weightsInputStride = shape.rhsInput.stride;
  form.weightsOutputStride = shape.rhsOutput.stride;
  for (const ConvolutionAxis &axis : shape.axes)
    form.axes.push_back({axis.lhs.size, axis.window.size, axis.result.size, axis.windowStride,
                         axis.rhsDilation, axis.paddingLow, 0, axis.lhs.stride, axis.window.stride,
                         axis.result.stride, axis.isReversed});
  return form;
}

/// The lhs is a gradient of a layer's output, dilated by the layer's stride; the result is the
/// gradient of the input. The layer's window runs the other way.
static ConvolutionForm inputGradientForm(const ConvolutionShape &shape) {
  ConvolutionForm form = {};
  form.kind = Kind::InputGradient;
  form.input = ConvolutionArray::Result;
  form.weights = ConvolutionArray::Rhs;
  form.output = ConvolutionArray::Lhs;
  form.batchSize = shape.lhsBatch.size;
  form.groups = shape.featureGroups;
  form.inputFeatures = shape.rhsOutput.size / form.groups;
  form.outputFeatures = shape.rhsInput.size;
  form.inputBatchStride = shape.resultBatch.stride;
  form.inputFeatureStride = shape.resultFeature.stride;
  form.outputBatchStride = shape.lhsBatch.stride;
  form.outputFeatureStride = shape.lhsFeature.stride;
  form.weightsGroupStride = form.inputFeatures * shape.rhsOutput.stride;
  form.weightsInputStride = shape.rhsOutput.stride;
  form.weightsOutputStride = shape.rhsInput.stride;
  for (const ConvolutionAxis &axis : shape.axes)
    form.axes.push_back(
        {axis.result.size, axis.window.size, axis.lhs.size, axis.lhsDilation, axis.rhsDilation,
         (axis.window.size - 1) * axis.rhsDilation - axis.paddingLow, 0, axis.result.stride,
         axis.window.stride, axis.lhs.stride, !axis.isReversed});
  return form;
}

/// Batch and features are swapped: the sum runs over the layer's batch (the op's features) and the
/// layer's output (the op's window).
static ConvolutionForm weightGradientForm(const ConvolutionShape &shape) {
  ConvolutionForm form = {};
  form.kind = Kind::WeightGradient;
  form.weights = ConvolutionArray::Result;
  form.batchSize = shape.lhsFeature.size;
  form.groups = shape.batchGroups;
  form.weightsGroupStride = shape.rhsOutput.size / form.groups * shape.resultFeature.stride;
  int64_t lhsFeatures = shape.resultBatch.size, rhsFeatures = shape.rhsOutput.size / form.groups;
  // A dilated lhs is the output's gradient of a layer whose input is the rhs: a transposed
  // convolution's gradient.
  bool rhsIsInput = anyAxis(shape, isDilatedLhs);
  if (rhsIsInput) {
    form.input = ConvolutionArray::Rhs;
    form.output = ConvolutionArray::Lhs;
    form.inputFeatures = rhsFeatures;
    form.outputFeatures = lhsFeatures;
    form.inputBatchStride = shape.rhsInput.stride;
    form.inputFeatureStride = shape.rhsOutput.stride;
    form.outputBatchStride = shape.lhsFeature.stride;
    form.outputFeatureStride = shape.lhsBatch.stride;
    form.weightsInputStride = shape.resultFeature.stride;
    form.weightsOutputStride = shape.resultBatch.stride;
  } else {
    form.input = ConvolutionArray::Lhs;
    form.output = ConvolutionArray::Rhs;
    form.inputFeatures = lhsFeatures;
    form.outputFeatures = rhsFeatures;
    form.inputBatchStride = shape.lhsFeature.stride;
    form.inputFeatureStride = shape.lhsBatch.stride;
    form.outputBatchStride = shape.rhsInput.stride;
    form.outputFeatureStride = shape.rhsOutput.stride;
    form.weightsInputStride = shape.resultBatch.stride;
    form.weightsOutputStride = shape.resultFeature.stride;
  }
  for (const ConvolutionAxis &axis : shape.axes) {
    if (rhsIsInput)
      form.axes.push_back({axis.window.size, axis.result.size, axis.lhs.size, axis.lhsDilation, 1,
                           axis.result.size - 1 - axis.paddingLow, 0, axis.window.stride,
                           axis.result.stride, axis.lhs.stride, true});
    else
      form.axes.push_back({axis.lhs.size, axis.result.size, axis.window.size, axis.rhsDilation,
                           axis.windowStride, axis.paddingLow, 0, axis.lhs.stride,
                           axis.result.stride, axis.window.stride, false});
  }
  return form;
}

/// Makes paddings what libraries accept: not negative, and such that the last position of the
/// window is the output's last. False if that cannot be.
static bool fitPadding(ConvolutionForm &form) {
  for (ConvolutionForm::Axis &axis : form.axes) {
    if (axis.paddingLow < 0) {
      // The input's first elements are not read. A gradient of them would be zero.
      if (form.kind == Kind::InputGradient)
        return false;
      form.inputOffset -= axis.paddingLow * axis.inputStride;
      axis.inputSize += axis.paddingLow;
      axis.paddingLow = 0;
    }
    int64_t end = (axis.outputSize - 1) * axis.stride + (axis.windowSize - 1) * axis.dilation + 1;
    axis.paddingHigh = end - axis.inputSize - axis.paddingLow;
    // A rest shorter than a stride is allowed, and keeps the input whole.
    if (axis.paddingHigh > -axis.stride)
      axis.paddingHigh = std::max<int64_t>(axis.paddingHigh, 0);
    if (axis.paddingHigh < 0) {
      if (form.kind == Kind::InputGradient)
        return false;
      axis.inputSize += axis.paddingHigh;
      axis.paddingHigh = 0;
    }
    if (axis.inputSize <= 0)
      return false;
  }
  return true;
}

/// Products of window and of result: the gradient by the weights has a large window and a small
/// result, a layer the opposite.
static bool hasLargeWindow(const ConvolutionShape &shape) {
  int64_t window = 1, result = 1;
  for (const ConvolutionAxis &axis : shape.axes) {
    window *= axis.window.size;
    result *= axis.result.size;
  }
  return window > result;
}

std::optional<ConvolutionForm> rematrt::findConvolutionForm(const ConvolutionShape &shape) {
  if (shape.axes.empty() || shape.axes.size() > 3)
    return std::nullopt;
  auto isReversed = [](const ConvolutionAxis &axis) { return axis.isReversed; };
  auto hasStride = [](const ConvolutionAxis &axis) { return axis.windowStride > 1; };
  auto isDilatedRhs = [](const ConvolutionAxis &axis) { return axis.rhsDilation > 1; };
  bool lhsIsDilated = anyAxis(shape, isDilatedLhs);
  bool swapsRoles = shape.batchGroups > 1 || (shape.featureGroups == 1 && hasLargeWindow(shape));

  std::optional<ConvolutionForm> form;
  if (swapsRoles && !anyAxis(shape, isReversed) &&
      (!lhsIsDilated || (!anyAxis(shape, hasStride) && !anyAxis(shape, isDilatedRhs))))
    form = weightGradientForm(shape);
  else if (shape.batchGroups > 1)
    return std::nullopt;
  else if (!lhsIsDilated)
    form = forwardForm(shape);
  else if (!anyAxis(shape, hasStride))
    form = inputGradientForm(shape);
  if (!form || !fitPadding(*form))
    return std::nullopt;
  return form;
}
