//===- DnnConvolution.cpp - Convolutions in cuDNN's terms -----------------===//
#include "DnnConvolution.h"
#include "remat/Runtime/Rematrt.h"
#include <algorithm>
#include <climits>

using namespace rematrt;

namespace {

/// An array as the form describes it: two roles, then the spatial dimensions.
struct RoleArray {
  ArrayDimension first, second;
  std::vector<ArrayDimension> axes;

  /// Whether the dimensions lie in memory in one of the two orders, without gaps.
  bool isDense(bool featuresLast) const {
    std::vector<ArrayDimension> order{first};
    if (!featuresLast)
      order.push_back(second);
    order.insert(order.end(), axes.begin(), axes.end());
    if (featuresLast)
      order.push_back(second);
    int64_t stride = 1;
    for (auto dimension = order.rbegin(); dimension != order.rend(); ++dimension) {
      if (dimension->size != 1 && dimension->stride != stride)
        return false;
      stride *= dimension->size;
    }
    return true;
  }

  bool fits() const {
    auto isInt = [](const ArrayDimension &dimension) { return dimension.size <= INT_MAX; };
    return isInt(first) && isInt(second) && std::ranges::all_of(axes, isInt);
  }

  std::vector<int> sizes() const {
    std::vector<int> list{static_cast<int>(first.size), static_cast<int>(second.size)};
    // cuDNN's least is two spatial dimensions.
    if (axes.size() == 1)
      list.push_back(1);
    for (const ArrayDimension &axis : axes)
      list.push_back(static_cast<int>(axis.size));
    return list;
  }
};

struct FormArrays {
  RoleArray input, weights, output;
};

} // namespace

static FormArrays arraysOf(const ConvolutionForm &form) {
  FormArrays arrays;
  arrays.input = {{form.batchSize, form.inputBatchStride},
                  {form.inputFeatures * form.groups, form.inputFeatureStride},
                  {}};
  arrays.output = {{form.batchSize, form.outputBatchStride},
                   {form.outputFeatures * form.groups, form.outputFeatureStride},
                   {}};
  arrays.weights = {{form.outputFeatures * form.groups, form.weightsOutputStride},
                    {form.inputFeatures, form.weightsInputStride},
                    {}};
  for (const ConvolutionForm::Axis &axis : form.axes) {
    arrays.input.axes.push_back({axis.inputSize, axis.inputStride});
    arrays.weights.axes.push_back({axis.windowSize, axis.weightsStride});
    arrays.output.axes.push_back({axis.outputSize, axis.outputStride});
  }
  return arrays;
}

/// Whether as much padding behind as before gives the output's size.
static bool isSymmetric(const ConvolutionForm::Axis &axis) {
  int64_t window = (axis.windowSize - 1) * axis.dilation + 1;
  int64_t room = axis.inputSize + 2 * axis.paddingLow - window;
  return room >= 0 && room / axis.stride + 1 == axis.outputSize;
}

std::optional<DnnConvolution> rematrt::findDnnConvolution(const ConvolutionShape &shape,
                                                          std::string &why) {
  auto refuse = [&](const char *reason) {
    why = reason;
    return std::nullopt;
  };
  bool isFloat =
      shape.lhsType == REMATRT_F32 || shape.lhsType == REMATRT_F16 || shape.lhsType == REMATRT_BF16;
  if (!isFloat || shape.rhsType != shape.lhsType || shape.resultType != shape.lhsType)
    return refuse("element types other than f32, f16 or bf16, one in all arrays");
  if (shape.lhsElements == 0 || shape.rhsElements == 0 || shape.resultElements == 0)
    return refuse("empty arrays");
  std::optional<ConvolutionForm> form = findConvolutionForm(shape);
  if (!form)
    return refuse("a convolution that is neither a layer nor a gradient of one");
  if (form->inputOffset != 0 || !std::ranges::all_of(form->axes, isSymmetric))
    return refuse("other padding behind than before");
  // The window of a single place runs in any direction.
  bool flips = std::ranges::any_of(form->axes, [](const ConvolutionForm::Axis &axis) {
    return axis.flipsWindow && axis.windowSize > 1;
  });
  if (std::ranges::any_of(form->axes, [&](const ConvolutionForm::Axis &axis) {
        return axis.windowSize > 1 && axis.flipsWindow != flips;
      }))
    return refuse("a window that is reversed in some dimensions only");
  FormArrays arrays = arraysOf(*form);
  // Groups must be the outermost part of the weights.
  if (form->groups > 1 &&
      form->weightsGroupStride != form->outputFeatures * form->weightsOutputStride)
    return refuse("weights whose groups are not outermost");
  auto areDense = [&](bool featuresLast) {
    return arrays.input.isDense(featuresLast) && arrays.weights.isDense(featuresLast) &&
           arrays.output.isDense(featuresLast);
  };
  bool hasFeaturesLast = areDense(true);
  if (!hasFeaturesLast && !areDense(false))
    return refuse("arrays that have features neither first nor last in all three");
  if (!arrays.input.fits() || !arrays.weights.fits() || !arrays.output.fits())
    return refuse("dimensions of 2^31 or more");

  DnnConvolution made = {};
  made.kind = form->kind;
  made.input = form->input;
  made.weights = form->weights;
  made.output = form->output;
  made.type = shape.lhsType;
  made.hasFeaturesLast = hasFeaturesLast;
  made.groups = form->groups;
  made.inputSizes = arrays.input.sizes();
  made.weightsSizes = arrays.weights.sizes();
  made.outputSizes = arrays.output.sizes();
  made.flipsWindow = flips;
  if (form->axes.size() == 1) {
    made.padding.push_back(0);
    made.strides.push_back(1);
    made.dilations.push_back(1);
  }
  for (const ConvolutionForm::Axis &axis : form->axes) {
    made.padding.push_back(static_cast<int>(axis.paddingLow));
    made.strides.push_back(static_cast<int>(axis.stride));
    made.dilations.push_back(static_cast<int>(axis.dilation));
  }
  return made;
}
