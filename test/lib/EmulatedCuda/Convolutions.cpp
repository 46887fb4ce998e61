//===- Convolutions.cpp - Convolutions on the host ------------------------===//
#include "Convolutions.h"
#include "ElementType.h"
#include "Tf32.h"
#include <cstring>

using namespace emulated;
using rematrt::dnn::Float;
using rematrt::dnn::Half;

int64_t HostArray::elements() const {
  int64_t count = 1;
  for (int64_t size : sizes)
    count *= size;
  return count;
}

std::vector<int64_t> HostArray::strides() const {
  size_t rank = sizes.size();
  // The order in memory, the nearest first.
  std::vector<size_t> order;
  if (hasFeaturesLast)
    order.push_back(1);
  for (size_t dimension = rank; dimension-- > 2;)
    order.push_back(dimension);
  if (!hasFeaturesLast)
    order.push_back(1);
  order.push_back(0);
  std::vector<int64_t> strides(rank);
  int64_t next = 1;
  for (size_t dimension : order) {
    strides[dimension] = next;
    next *= sizes[dimension];
  }
  return strides;
}

std::string emulated::brokenRule(const HostConvolution &convolution, const HostArray &input,
                                 const HostArray &weights, const HostArray &output) {
  size_t rank = input.sizes.size();
  if (weights.sizes.size() != rank || output.sizes.size() != rank ||
      convolution.padding.size() != rank - 2)
    return "ranks differ";
  if (input.type != weights.type || input.type != output.type)
    return "types differ";
  if (input.sizes[0] != output.sizes[0] || weights.sizes[0] != output.sizes[1] ||
      input.sizes[1] != weights.sizes[1] * convolution.groups ||
      weights.sizes[0] % convolution.groups != 0)
    return "batch or features do not fit";
  for (size_t spatial = 0; spatial + 2 < rank; ++spatial) {
    int64_t window = (weights.sizes[spatial + 2] - 1) * convolution.dilations[spatial] + 1;
    int64_t padded = input.sizes[spatial + 2] + 2 * convolution.padding[spatial];
    if (padded < window ||
        output.sizes[spatial + 2] != (padded - window) / convolution.strides[spatial] + 1)
      return "spatial sizes do not fit";
  }
  return "";
}

static std::vector<float> read(const HostOperand &operand, bool isTf32) {
  std::vector<float> values(operand.shape.elements());
  for (size_t number = 0; number < values.size(); ++number) {
    const char *at = operand.data + number * operand.shape.elementBytes();
    if (operand.shape.type == Float) {
      std::memcpy(&values[number], at, 4);
      if (isTf32)
        values[number] = roundToTf32(values[number]);
    } else if (operand.shape.type == Half) {
      _Float16 half;
      std::memcpy(&half, at, 2);
      values[number] = half;
    } else {
      rematrt::BFloat16 half;
      std::memcpy(&half, at, 2);
      values[number] = static_cast<float>(half);
    }
  }
  return values;
}

static void write(const HostOperand &operand, const std::vector<float> &values) {
  for (size_t number = 0; number < values.size(); ++number) {
    char *at = operand.data + number * operand.shape.elementBytes();
    if (operand.shape.type == Float) {
      std::memcpy(at, &values[number], 4);
    } else if (operand.shape.type == Half) {
      auto half = static_cast<_Float16>(values[number]);
      std::memcpy(at, &half, 2);
    } else {
      rematrt::BFloat16 half = rematrt::BFloat16::round(values[number]);
      std::memcpy(at, &half, 2);
    }
  }
}

namespace {
/// Two elements that are multiplied, and where the product goes; offsets of the three arrays.
struct Places {
  int64_t input, weights, output;
};

/// Calls a function for each product of a convolution but for features, which it loops over itself.
class Windows {
public:
  Windows(const HostConvolution &convolution, const HostArray &input, const HostArray &weights,
          const HostArray &output)
      : convolution(convolution), input(input), weights(weights), output(output),
        inputStrides(input.strides()), weightsStrides(weights.strides()),
        outputStrides(output.strides()) {}

  template <typename Function> void forEach(const Function &function) const {
    for (int64_t batch = 0; batch < input.sizes[0]; ++batch)
      walk(2, {batch * inputStrides[0], 0, batch * outputStrides[0]}, function);
  }

private:
  /// From this dimension on: all places of the output, and of the window.
  template <typename Function>
  void walk(size_t dimension, Places at, const Function &function) const {
    if (dimension == input.sizes.size())
      return function(at);
    size_t spatial = dimension - 2;
    for (int64_t out = 0; out < output.sizes[dimension]; ++out)
      for (int64_t window = 0; window < weights.sizes[dimension]; ++window) {
        int64_t in = out * convolution.strides[spatial] + window * convolution.dilations[spatial] -
                     convolution.padding[spatial];
        if (in < 0 || in >= input.sizes[dimension])
          continue;
        int64_t place = convolution.flipsWindow ? weights.sizes[dimension] - 1 - window : window;
        walk(dimension + 1,
             {at.input + in * inputStrides[dimension],
              at.weights + place * weightsStrides[dimension],
              at.output + out * outputStrides[dimension]},
             function);
      }
  }

  const HostConvolution &convolution;
  const HostArray &input, &weights, &output;
  std::vector<int64_t> inputStrides, weightsStrides, outputStrides;
};
} // namespace

void emulated::convolve(const HostConvolution &convolution, ConvolutionPart written,
                        const HostOperand &input, const HostOperand &weights,
                        const HostOperand &output) {
  const bool isTf32 = convolution.math != rematrt::dnn::Fma;
  std::vector<float> x = read(input, isTf32), w = read(weights, isTf32), y = read(output, isTf32);
  std::vector<float> &result = written == ConvolutionPart::Input     ? x
                               : written == ConvolutionPart::Weights ? w
                                                                     : y;
  result.assign(result.size(), 0);
  int64_t xFeature = input.shape.strides()[1], yFeature = output.shape.strides()[1];
  int64_t wOutput = weights.shape.strides()[0], wInput = weights.shape.strides()[1];
  int64_t inputs = weights.shape.sizes[1];
  int64_t outputs = weights.shape.sizes[0], together = outputs / convolution.groups;
  Windows windows(convolution, input.shape, weights.shape, output.shape);
  windows.forEach([&](Places at) {
    for (int64_t to = 0; to < outputs; ++to) {
      int64_t first = to / together * inputs;
      for (int64_t from = 0; from < inputs; ++from) {
        float &a = x[at.input + (first + from) * xFeature];
        float &b = w[at.weights + to * wOutput + from * wInput];
        float &c = y[at.output + to * yFeature];
        if (written == ConvolutionPart::Output)
          c += a * b;
        else if (written == ConvolutionPart::Input)
          a += b * c;
        else
          b += a * c;
      }
    }
  });
  write(written == ConvolutionPart::Input     ? input
        : written == ConvolutionPart::Weights ? weights
                                              : output,
        result);
}
