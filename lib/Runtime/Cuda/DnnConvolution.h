//===- DnnConvolution.h - Convolutions in cuDNN's terms -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_DNNCONVOLUTION_H
#define REMAT_LIB_RUNTIME_CUDA_DNNCONVOLUTION_H

#include "ConvolutionForm.h"

namespace rematrt {

/// A convolution that cuDNN takes as it is: dense arrays with features first or last in all three,
/// and as much padding before as behind.
struct DnnConvolution {
  ConvolutionForm::Kind kind;
  ConvolutionArray input, weights, output;
  int64_t type;
  /// N, spatial dimensions, C in memory; else N, C, spatial dimensions.
  bool hasFeaturesLast;
  int64_t groups;
  /// Batch and features, output and input features of the weights; then two or three spatial sizes.
  std::vector<int> inputSizes, weightsSizes, outputSizes;
  std::vector<int> padding, strides, dilations;
  bool flipsWindow;
};

/// Nothing, and what of it cuDNN does not take.
std::optional<DnnConvolution> findDnnConvolution(const ConvolutionShape &shape, std::string &why);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_DNNCONVOLUTION_H
