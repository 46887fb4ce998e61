//===- ConvolutionProblem.cpp - Convolutions for tests, by definition -----===//
#include "ConvolutionProblem.h"
#include <gtest/gtest.h>

using namespace rematrt::test;

static Sizes placed(const Roles &roles, const Sizes &byRole) {
  Sizes sizes(roles.size());
  for (size_t i = 0; i < roles.size(); ++i)
    sizes[roles[i]] = byRole[i];
  return sizes;
}

Sizes ConvolutionProblem::lhsSizes() const {
  Sizes byRole = {lhsBatch, kernelInputs * featureGroups};
  for (const TestAxis &axis : axes)
    byRole.push_back(axis.lhsSize);
  return placed(lhsRoles, byRole);
}

Sizes ConvolutionProblem::rhsSizes() const {
  Sizes byRole = {kernelInputs, kernelOutputs};
  for (const TestAxis &axis : axes)
    byRole.push_back(axis.windowSize);
  return placed(rhsRoles, byRole);
}

Sizes ConvolutionProblem::resultSizes() const {
  Sizes byRole = {lhsBatch / batchGroups, kernelOutputs};
  for (const TestAxis &axis : axes)
    byRole.push_back(axis.resultSize());
  return placed(resultRoles, byRole);
}

std::vector<int64_t> ConvolutionProblem::descriptor() const {
  std::vector<int64_t> list = {
      lhsType, rhsType, resultType, static_cast<int64_t>(axes.size()), featureGroups, batchGroups};
  auto append = [&](const Sizes &part) { list.insert(list.end(), part.begin(), part.end()); };
  append(lhsSizes());
  append(rhsSizes());
  append(resultSizes());
  append(lhsRoles);
  append(rhsRoles);
  append(resultRoles);
  auto appendAxes = [&](int64_t TestAxis::*field) {
    for (const TestAxis &axis : axes)
      list.push_back(axis.*field);
  };
  appendAxes(&TestAxis::windowStride);
  for (const TestAxis &axis : axes)
    append({axis.paddingLow, axis.paddingHigh});
  appendAxes(&TestAxis::lhsDilation);
  appendAxes(&TestAxis::rhsDilation);
  for (const TestAxis &axis : axes)
    list.push_back(axis.isReversed);
  return list;
}

TestArray rematrt::test::naiveConvolution(const ConvolutionProblem &problem, const TestArray &lhs,
                                          const TestArray &rhs) {
  TestArray result(problem.resultType, problem.resultSizes());
  if (result.elementCount() == 0)
    return result;
  int64_t groups = problem.featureGroups * problem.batchGroups;
  int64_t groupFeatures = problem.kernelOutputs / groups;
  int64_t resultBatch = problem.lhsBatch / problem.batchGroups;
  Sizes windowSizes;
  for (const TestAxis &axis : problem.axes)
    windowSizes.push_back(axis.windowSize);
  // Indices by role: batch, feature, spatial.
  Sizes byRole(problem.axes.size() + 2, 0), roleSizes = {resultBatch, problem.kernelOutputs};
  for (const TestAxis &axis : problem.axes)
    roleSizes.push_back(axis.resultSize());
  do {
    int64_t group = byRole[1] / groupFeatures;
    double sum = 0;
    Sizes window(problem.axes.size(), 0);
    do {
      Sizes lhsByRole(byRole.size()), rhsByRole(byRole.size());
      bool isInside = true;
      for (size_t i = 0; i < window.size(); ++i) {
        const TestAxis &axis = problem.axes[i];
        int64_t place =
            byRole[i + 2] * axis.windowStride + window[i] * axis.rhsDilation - axis.paddingLow;
        isInside = isInside && place >= 0 && place % axis.lhsDilation == 0 &&
                   place / axis.lhsDilation < axis.lhsSize;
        lhsByRole[i + 2] = place / axis.lhsDilation;
        rhsByRole[i + 2] = axis.isReversed ? axis.windowSize - 1 - window[i] : window[i];
      }
      for (int64_t input = 0; isInside && input < problem.kernelInputs; ++input) {
        lhsByRole[0] = byRole[0] + (problem.batchGroups > 1 ? group * resultBatch : 0);
        lhsByRole[1] = input + (problem.featureGroups > 1 ? group * problem.kernelInputs : 0);
        rhsByRole[0] = input;
        rhsByRole[1] = byRole[1];
        sum += lhs.get(positionOf(lhs.sizes, placed(problem.lhsRoles, lhsByRole))) *
               rhs.get(positionOf(rhs.sizes, placed(problem.rhsRoles, rhsByRole)));
      }
    } while (nextIndex(window, windowSizes));
    result.set(positionOf(result.sizes, placed(problem.resultRoles, byRole)), sum);
  } while (nextIndex(byRole, roleSizes));
  return result;
}

TestArray rematrt::test::runConvolution(const ConvolutionProblem &problem, const TestArray &lhs,
                                        const TestArray &rhs, int64_t threads,
                                        int64_t scratchThreads) {
  TestContext context(threads);
  std::vector<int64_t> descriptor = problem.descriptor();
  TestArray result(problem.resultType, problem.resultSizes());
  int64_t scratchBytes = rematrt_convolution_scratch_bytes(descriptor.data(), scratchThreads);
  EXPECT_GE(scratchBytes, 0) << describe(problem);
  AlignedBytes scratch(std::max<int64_t>(scratchBytes, 0));
  // Twice: the second run uses what the first one prepared.
  for (int run = 0; run < 2; ++run)
    EXPECT_EQ(rematrt_convolution(context, descriptor.data(), lhs.bytes.data(), rhs.bytes.data(),
                                  result.bytes.data(), scratch.data(), scratch.size(), "here"),
              REMATRT_OK)
        << context.message();
  return result;
}

std::string rematrt::test::describe(const ConvolutionProblem &problem) {
  std::string text;
  for (int64_t number : problem.descriptor())
    text += std::to_string(number) + " ";
  return text;
}
