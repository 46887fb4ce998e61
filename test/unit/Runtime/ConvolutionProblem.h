//===- ConvolutionProblem.h - Convolutions for tests, by definition -*- C++ -*-===//
#ifndef REMAT_TEST_UNIT_RUNTIME_CONVOLUTIONPROBLEM_H
#define REMAT_TEST_UNIT_RUNTIME_CONVOLUTIONPROBLEM_H

#include "TestArray.h"

namespace rematrt::test {

struct TestAxis {
  int64_t lhsSize, windowSize;
  int64_t windowStride = 1, paddingLow = 0, paddingHigh = 0, lhsDilation = 1, rhsDilation = 1;
  bool isReversed = false;

  /// Positions of the window; less than 1 if it does not fit.
  int64_t resultSize() const {
    int64_t padded = (lhsSize - 1) * lhsDilation + 1 + paddingLow + paddingHigh;
    int64_t window = (windowSize - 1) * rhsDilation + 1;
    return padded < window ? 0 : (padded - window) / windowStride + 1;
  }
};

/// Where an array keeps batch, feature and spatial dimensions (of the kernel: input feature, output
/// feature, window).
using Roles = Sizes;

struct ConvolutionProblem {
  int64_t lhsType, rhsType, resultType;
  int64_t lhsBatch, kernelInputs, kernelOutputs;
  std::vector<TestAxis> axes;
  Roles lhsRoles, rhsRoles, resultRoles;
  int64_t featureGroups = 1, batchGroups = 1;

  Sizes lhsSizes() const;
  Sizes rhsSizes() const;
  Sizes resultSizes() const;
  std::vector<int64_t> descriptor() const;
};

/// By definition, in doubles.
TestArray naiveConvolution(const ConvolutionProblem &problem, const TestArray &lhs,
                           const TestArray &rhs);

/// Runs with as much scratch as `scratchThreads` threads can use.
TestArray runConvolution(const ConvolutionProblem &problem, const TestArray &lhs,
                         const TestArray &rhs, int64_t threads, int64_t scratchThreads);

std::string describe(const ConvolutionProblem &problem);

} // namespace rematrt::test

#endif // REMAT_TEST_UNIT_RUNTIME_CONVOLUTIONPROBLEM_H
