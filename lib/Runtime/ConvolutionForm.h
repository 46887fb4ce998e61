//===- ConvolutionForm.h - Convolutions as a library sees them -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CONVOLUTIONFORM_H
#define REMAT_LIB_RUNTIME_CONVOLUTIONFORM_H

#include "ConvolutionShape.h"

namespace rematrt {

/// Which array of the StableHLO op plays a role of the library's convolution.
enum class ConvolutionArray { Lhs, Rhs, Result };

/// A convolution of a network's layer, of which one array is computed from the other two:
///   output[n, o, y] = sum over i, w of input[n, i, y * stride + w * dilation - paddingLow]
///                     * weights[o, i, w]
/// What StableHLO writes as one op with many attributes is one of three computations here: the
/// layer itself, its gradient by the input (a dilated lhs), or by the weights (batch and features
/// swapped). Libraries have fast code for each.
struct ConvolutionForm {
  enum class Kind { Forward, InputGradient, WeightGradient };

  struct Axis {
    int64_t inputSize, windowSize, outputSize;
    int64_t stride, dilation, paddingLow, paddingHigh;
    int64_t inputStride, weightsStride, outputStride;
    /// The op counts window positions from the other end.
    bool flipsWindow;
  };

  Kind kind;
  ConvolutionArray input, weights, output;
  int64_t batchSize, groups;
  int64_t inputFeatures, outputFeatures; ///< of one group
  int64_t inputBatchStride, inputFeatureStride;
  int64_t outputBatchStride, outputFeatureStride;
  int64_t weightsGroupStride, weightsInputStride, weightsOutputStride;
  /// First element that is used: negative padding skips some.
  int64_t inputOffset;
  std::vector<Axis> axes;

  /// Multiplications of the whole.
  int64_t products() const;
};

/// The form of a convolution; nothing for the few that have none.
std::optional<ConvolutionForm> findConvolutionForm(const ConvolutionShape &shape);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CONVOLUTIONFORM_H
