//===- Convolutions.h - Convolutions on the host -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_CONVOLUTIONS_H
#define REMAT_TEST_EMULATEDCUDA_CONVOLUTIONS_H

#include "Cuda/Dnn.h"
#include <cstdint>
#include <string>
#include <vector>

namespace emulated {

/// A dense array: batch and features (of weights: output and input features), then the spatial
/// sizes; in memory so, or with the second one last.
struct HostArray {
  rematrt::dnn::DataType type = rematrt::dnn::Float;
  bool hasFeaturesLast = false;
  std::vector<int64_t> sizes;

  int64_t elements() const;
  int64_t elementBytes() const { return type == rematrt::dnn::Float ? 4 : 2; }
  /// Elements from an index to the next, for each dimension.
  std::vector<int64_t> strides() const;
};

struct HostConvolution {
  std::vector<int64_t> padding, strides, dilations;
  int64_t groups = 1;
  bool flipsWindow = false;
  /// Others than `Fma` let operands of f32 be rounded to tf32.
  rematrt::dnn::MathType math = rematrt::dnn::Fma;
};

enum class ConvolutionPart { Input, Weights, Output };

/// Empty, or why the sizes do not fit.
std::string brokenRule(const HostConvolution &convolution, const HostArray &input,
                       const HostArray &weights, const HostArray &output);

struct HostOperand {
  HostArray shape;
  char *data;
};

/// Computes one of the three from the other two: the convolution, or one of its gradients. Sums are
/// of f32, in an order that the shapes give.
void convolve(const HostConvolution &convolution, ConvolutionPart written, const HostOperand &input,
              const HostOperand &weights, const HostOperand &output);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_CONVOLUTIONS_H
