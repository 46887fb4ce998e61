//===- ConvolutionShape.h - A convolution's dimensions by role -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CONVOLUTIONSHAPE_H
#define REMAT_LIB_RUNTIME_CONVOLUTIONSHAPE_H

#include "DescriptorReader.h"
#include <string>

namespace rematrt {

/// A dimension of an array; the stride is in elements.
struct ArrayDimension {
  int64_t size;
  int64_t stride;
};

/// One spatial dimension of the three arrays, and how the window moves along it.
struct ConvolutionAxis {
  ArrayDimension lhs, window, result;
  int64_t windowStride, paddingLow, paddingHigh, lhsDilation, rhsDilation;
  bool isReversed;
};

/// StableHLO's convolution:
///   result[b, f, y] = sum over i, w of lhs[b, i, (y * windowStride + w * rhsDilation
///                     - paddingLow) / lhsDilation] * rhs[i, f, w]
/// where the division leaves no rest.
struct ConvolutionShape {
  int64_t lhsType, rhsType, resultType;
  int64_t featureGroups, batchGroups;
  ArrayDimension lhsBatch, lhsFeature;
  ArrayDimension rhsInput, rhsOutput;
  ArrayDimension resultBatch, resultFeature;
  std::vector<ConvolutionAxis> axes;
  int64_t lhsElements, rhsElements, resultElements;
};

/// The descriptor's extent: it can be read even if its content is wrong.
std::span<const int64_t> convolutionDescriptor(const int64_t *descriptor);

/// Reads a descriptor; nothing, and what is wrong with it, if it contradicts itself.
std::optional<ConvolutionShape> readConvolutionShape(const int64_t *descriptor, std::string &error);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CONVOLUTIONSHAPE_H
