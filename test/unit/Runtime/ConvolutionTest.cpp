//===- ConvolutionTest.cpp - convolution against loops --------------------===//
#include "ConvolutionProblem.h"
#include "Runtime/ConvolutionForm.h"
#include <gtest/gtest.h>

using namespace rematrt;
using namespace rematrt::test;

static constexpr int64_t f32 = REMATRT_F32;

/// Layouts of JAX's two-dimensional layers and their gradients.
static const Roles channelsLast = {0, 3, 1, 2}, kernelInputOutput = {2, 3, 0, 1},
                   kernelOutputInput = {3, 2, 0, 1}, batchAsFeature = {3, 0, 1, 2},
                   kernelBatchInput = {0, 3, 1, 2}, weightsResult = {2, 3, 0, 1},
                   channelsFirst = {0, 1, 2, 3}, kernelChannelsFirst = {1, 0, 2, 3};

static void expectExact(const ConvolutionProblem &problem, std::mt19937_64 &random) {
  TestArray lhs(problem.lhsType, problem.lhsSizes()), rhs(problem.rhsType, problem.rhsSizes());
  lhs.fillExact(random);
  rhs.fillExact(random);
  TestArray expected = naiveConvolution(problem, lhs, rhs);
  for (int64_t threads : {1, 2})
    EXPECT_TRUE(runConvolution(problem, lhs, rhs, threads, threads) == expected)
        << describe(problem);
}

static std::optional<ConvolutionForm> formOf(const ConvolutionProblem &problem) {
  std::string error;
  std::optional<ConvolutionShape> shape = readConvolutionShape(problem.descriptor().data(), error);
  EXPECT_TRUE(shape) << error << ": " << describe(problem);
  return shape ? findConvolutionForm(*shape) : std::nullopt;
}

using Kind = ConvolutionForm::Kind;

/// Layers, gradients, transposed layers and groups, with the form that each must be recognised as.
struct NamedProblem {
  const char *name;
  ConvolutionProblem problem;
  Kind kind;
};

static std::vector<NamedProblem> layersAndGradients(int64_t type, int64_t resultType,
                                                    int64_t batch) {
  auto make = [&](int64_t lhsBatch, int64_t inputs, int64_t outputs, TestAxis axis, Roles lhs,
                  Roles rhs, Roles result, int64_t featureGroups = 1, int64_t batchGroups = 1) {
    return ConvolutionProblem{type,         type, resultType, lhsBatch, inputs,        outputs,
                              {axis, axis}, lhs,  rhs,        result,   featureGroups, batchGroups};
  };
  return {
      {"3x3", make(batch, 16, 32, {8, 3, 1, 1, 1}, channelsLast, kernelInputOutput, channelsLast),
       Kind::Forward},
      {"3x3, few channels",
       make(batch, 3, 32, {9, 3, 1, 1, 1}, channelsLast, kernelInputOutput, channelsLast),
       Kind::Forward},
      {"3x3, channels first",
       make(batch, 16, 32, {8, 3, 1, 1, 1}, channelsFirst, kernelChannelsFirst, channelsFirst),
       Kind::Forward},
      {"3x3, stride 2",
       make(batch, 16, 32, {8, 3, 2, 1, 1}, channelsLast, kernelInputOutput, channelsLast),
       Kind::Forward},
      {"1x1, stride 2",
       make(batch, 16, 32, {8, 1, 2, 0, 0}, channelsLast, kernelInputOutput, channelsLast),
       Kind::Forward},
      {"3x3, dilated window",
       make(batch, 16, 16, {9, 3, 1, 2, 2, 1, 2}, channelsLast, kernelInputOutput, channelsLast),
       Kind::Forward},
      {"3x3, reversed",
       make(batch, 16, 16, {8, 3, 1, 1, 1, 1, 1, true}, channelsLast, kernelInputOutput,
            channelsLast),
       Kind::Forward},
      {"negative padding",
       make(batch, 16, 16, {12, 3, 1, -1, -2}, channelsLast, kernelInputOutput, channelsLast),
       Kind::Forward},
      {"gradient by the input",
       make(batch, 32, 16, {8, 3, 1, 1, 1}, channelsLast, kernelOutputInput, channelsLast),
       Kind::Forward},
      {"gradient by the input, stride 2",
       make(batch, 32, 16, {4, 3, 1, 1, 2, 2}, channelsLast, kernelOutputInput, channelsLast),
       Kind::InputGradient},
      {"gradient by the input, stride 2, reversed",
       make(batch, 32, 16, {4, 3, 1, 1, 2, 2, 1, true}, channelsLast, kernelOutputInput,
            channelsLast),
       Kind::InputGradient},
      {"gradient by the input, stride 2, channels first",
       make(batch, 32, 16, {4, 3, 1, 1, 2, 2}, channelsFirst, kernelChannelsFirst, channelsFirst),
       Kind::InputGradient},
      {"gradient by the weights",
       make(16, batch, 32, {8, 8, 1, 1, 1}, batchAsFeature, kernelBatchInput, weightsResult),
       Kind::WeightGradient},
      {"gradient by the weights, stride 2",
       make(16, batch, 32, {8, 4, 1, 1, 0, 1, 2}, batchAsFeature, kernelBatchInput, weightsResult),
       Kind::WeightGradient},
      {"gradient by the weights, 1x1, stride 2",
       make(16, batch, 32, {8, 4, 1, 0, -1, 1, 2}, batchAsFeature, kernelBatchInput, weightsResult),
       Kind::WeightGradient},
      {"gradient by the weights, channels first",
       make(16, batch, 32, {8, 8, 1, 1, 1}, {1, 0, 2, 3}, {0, 1, 2, 3}, {1, 0, 2, 3}),
       Kind::WeightGradient},
      {"gradient by a transposed layer's weights",
       make(16, batch, 32, {4, 8, 1, 1, 1, 2}, batchAsFeature, kernelBatchInput, weightsResult),
       Kind::WeightGradient},
      {"groups",
       make(batch, 8, 32, {8, 3, 1, 1, 1}, channelsLast, kernelInputOutput, channelsLast, 4),
       Kind::Forward},
      {"depthwise",
       make(batch, 1, 32, {8, 3, 1, 1, 1}, channelsLast, kernelInputOutput, channelsLast, 32),
       Kind::Forward},
      {"gradient by the input of groups, stride 2",
       make(batch, 8, 16, {4, 3, 1, 1, 2, 2}, channelsLast, kernelOutputInput, channelsLast, 4),
       Kind::InputGradient},
      {"gradient by the weights of groups",
       make(32, batch, 32, {8, 8, 1, 1, 1}, batchAsFeature, kernelBatchInput, weightsResult, 1, 4),
       Kind::WeightGradient},
      {"gradient by the depthwise weights",
       make(32, batch, 32, {8, 8, 1, 1, 1}, batchAsFeature, kernelBatchInput, weightsResult, 1, 32),
       Kind::WeightGradient}};
}

TEST(Convolution, AgreesWithLoopsOnLayersAndGradients) {
  std::mt19937_64 random(1);
  const int64_t types[][2] = {{f32, f32},
                              {REMATRT_BF16, REMATRT_BF16},
                              {REMATRT_BF16, f32},
                              {REMATRT_F16, REMATRT_F16},
                              {REMATRT_F64, REMATRT_F64}};
  for (auto [type, resultType] : types)
    for (const NamedProblem &named : layersAndGradients(type, resultType, 3)) {
      SCOPED_TRACE(named.name);
      std::optional<ConvolutionForm> form = formOf(named.problem);
      ASSERT_TRUE(form);
      EXPECT_EQ(form->kind, named.kind);
      expectExact(named.problem, random);
    }
}

/// Random numbers are rounded: only the same order of additions gives the same bits.
TEST(Convolution, HasTheSameBitsForAnyNumberOfThreads) {
  std::mt19937_64 random(2);
  for (int64_t type : {f32, int64_t(REMATRT_BF16)})
    for (const NamedProblem &named : layersAndGradients(type, type, 96)) {
      SCOPED_TRACE(named.name);
      ConvolutionProblem problem = named.problem;
      TestArray lhs(type, problem.lhsSizes()), rhs(type, problem.rhsSizes());
      lhs.fillUniform(random);
      rhs.fillUniform(random);
      TestArray one = runConvolution(problem, lhs, rhs, 1, 1);
      EXPECT_TRUE(runConvolution(problem, lhs, rhs, 2, 2) == one);
      EXPECT_TRUE(runConvolution(problem, lhs, rhs, 3, 3) == one);
      // Scratch for one thread of three.
      EXPECT_TRUE(runConvolution(problem, lhs, rhs, 3, 1) == one);
      // Elsewhere in memory.
      TestArray movedLhs = lhs, movedRhs = rhs;
      EXPECT_TRUE(runConvolution(problem, movedLhs, movedRhs, 1, 1) == one);
    }
}

static Roles randomRoles(size_t rank, std::mt19937_64 &random) {
  Roles roles;
  for (size_t i = 0; i < rank; ++i)
    roles.push_back(i);
  for (size_t i = rank; i > 1; --i)
    std::swap(roles[i - 1], roles[random() % i]);
  return roles;
}

/// All attributes at once, most of them unlike any layer.
TEST(Convolution, AgreesWithLoopsOnRandomAttributes) {
  std::mt19937_64 random(3);
  const int64_t types[][2] = {{f32, f32},
                              {f32, f32},
                              {REMATRT_BF16, REMATRT_BF16},
                              {REMATRT_F16, f32},
                              {REMATRT_F64, REMATRT_F64},
                              {REMATRT_I32, REMATRT_I32},
                              {REMATRT_I8, REMATRT_I32},
                              {REMATRT_UI16, REMATRT_UI16}};
  auto oneOf = [&](int64_t limit) { return 1 + static_cast<int64_t>(random() % limit); };
  for (int i = 0; i < 300; ++i) {
    size_t spatialRank = random() % 4;
    const auto &type = types[random() % std::size(types)];
    ConvolutionProblem problem = {type[0],
                                  type[0],
                                  type[1],
                                  oneOf(3),
                                  oneOf(3),
                                  oneOf(3),
                                  {},
                                  randomRoles(spatialRank + 2, random),
                                  randomRoles(spatialRank + 2, random),
                                  randomRoles(spatialRank + 2, random)};
    if (random() % 3 == 0) {
      int64_t groups = oneOf(3);
      problem.kernelOutputs *= groups;
      if (random() % 2) {
        problem.featureGroups = groups;
      } else {
        problem.batchGroups = groups;
        problem.lhsBatch *= groups;
      }
    }
    for (size_t axis = 0; axis < spatialRank; ++axis)
      problem.axes.push_back({oneOf(7), oneOf(5), random() % 3 ? 1 : oneOf(3),
                              static_cast<int64_t>(random() % 5) - 1,
                              static_cast<int64_t>(random() % 5) - 1, random() % 3 ? 1 : oneOf(3),
                              random() % 3 ? 1 : oneOf(3), random() % 4 == 0});
    expectExact(problem, random);
  }
}

TEST(Convolution, RefusesWhatContradictsItself) {
  ConvolutionProblem good = {
      f32, f32, f32, 2, 4, 4, {{5, 3}, {5, 3}}, channelsLast, kernelInputOutput, channelsLast};
  auto expectMessage = [](const std::vector<int64_t> &descriptor, const char *message,
                          rematrt_status status) {
    TestContext context(1);
    EXPECT_EQ(rematrt_convolution_scratch_bytes(descriptor.data(), 1), -1);
    EXPECT_EQ(rematrt_convolution(context, descriptor.data(), nullptr, nullptr, nullptr, nullptr, 0,
                                  "op"),
              status);
    EXPECT_EQ(context.message(), message);
  };
  std::vector<int64_t> wrong = good.descriptor();
  wrong[0] = 0;
  expectMessage(wrong, "op: convolution: unknown element type", REMATRT_INVALID_DESCRIPTOR);
  wrong = good.descriptor();
  wrong[3] = -1;
  expectMessage(wrong, "op: convolution: impossible rank", REMATRT_INVALID_DESCRIPTOR);
  wrong = good.descriptor();
  wrong[6] = 3; // lhs batch, unlike the result's
  expectMessage(wrong, "op: convolution: the result has the wrong batch or feature size",
                REMATRT_INVALID_DESCRIPTOR);
  wrong = good.descriptor();
  wrong[7] = 6; // lhs height
  expectMessage(wrong, "op: convolution: the result has the wrong spatial size",
                REMATRT_INVALID_DESCRIPTOR);
  good.resultType = REMATRT_I32;
  expectMessage(good.descriptor(), "op: convolution: no code for these element types",
                REMATRT_UNSUPPORTED);
}
