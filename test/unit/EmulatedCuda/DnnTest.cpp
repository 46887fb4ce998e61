//===- DnnTest.cpp - The rules that the emulated cuDNN checks -------------===//
//
// A convolution that breaks no rule, of 1 x 2 x 4 x 4 and a window of 3 x 3, and each rule alone.
//
//===----------------------------------------------------------------------===//
#include "Cuda/Dnn.h"
#include "DriverFixture.h"

using namespace emulated;
using namespace rematrt::dnn;

// The library's functions, as Dnn.h lists them.
#define DECLARE(name, parameters) extern "C" rematrt::dnn::Status name parameters;
REMATRT_CUDA_DNN_FUNCTIONS(DECLARE)
#undef DECLARE

namespace {

class Dnn : public DriverFixture {
protected:
  void SetUp() override {
    DriverFixture::SetUp();
    ASSERT_EQ(cudnnCreate(&library), success);
    ASSERT_EQ(cudnnSetStream(library, reinterpret_cast<rematrt::dnn::Stream>(first)), success);
    ASSERT_EQ(cudnnCreateTensorDescriptor(&input), success);
    ASSERT_EQ(cudnnCreateTensorDescriptor(&output), success);
    ASSERT_EQ(cudnnCreateFilterDescriptor(&weights), success);
    ASSERT_EQ(cudnnCreateConvolutionDescriptor(&convolution), success);
    describe(FeaturesFirst, 4);
    const int padding[] = {0, 0}, ones[] = {1, 1};
    ASSERT_EQ(cudnnSetConvolutionNdDescriptor(convolution, 2, padding, ones, ones, CrossCorrelation,
                                              Float),
              success);
  }
  void TearDown() override {
    cudnnDestroyConvolutionDescriptor(convolution);
    cudnnDestroyFilterDescriptor(weights);
    for (Tensor tensor : {input, output})
      cudnnDestroyTensorDescriptor(tensor);
    cudnnDestroy(library);
    EXPECT_EQ(Report::get().libraryHandles, 0);
    DriverFixture::TearDown();
  }

  void describe(TensorFormat inputFormat, int width) {
    const int x[] = {1, 2, 4, width}, w[] = {3, 2, 3, 3}, y[] = {1, 3, 2, 2};
    EXPECT_EQ(cudnnSetTensorNdDescriptorEx(input, inputFormat, Float, 4, x), success);
    EXPECT_EQ(cudnnSetFilterNdDescriptor(weights, Float, FeaturesFirst, 4, w), success);
    EXPECT_EQ(cudnnSetTensorNdDescriptorEx(output, FeaturesFirst, Float, 4, y), success);
  }
  /// The proposal to take is the last of three.
  int algorithm() {
    Proposal proposals[3];
    int count = 0;
    cudnnGetConvolutionForwardAlgorithm_v7(library, input, weights, convolution, output, 3, &count,
                                           proposals);
    return proposals[2].algorithm;
  }
  Status run(int chosen, size_t offset = 0) {
    float one = 1, zero = 0;
    auto at = [](CUdeviceptr address) { return reinterpret_cast<void *>(address); };
    return cudnnConvolutionForward(library, &one, input, at(memory + offset), weights,
                                   at(memory + 512), convolution, chosen, nullptr, 0, &zero, output,
                                   at(other));
  }

  Handle library = nullptr;
  Tensor input = nullptr, output = nullptr;
  Filter weights = nullptr;
  Convolution convolution = nullptr;
};

} // namespace

TEST_F(Dnn, AConvolutionBreaksNoRule) {
  EXPECT_EQ(run(algorithm()), success);
  EXPECT_EQ(broken(), 0);
}

TEST_F(Dnn, OnlyDeterministicAlgorithmsWithinTheirWorkspaceRun) {
  for (int chosen = 0; chosen < algorithm(); ++chosen)
    EXPECT_NE(run(chosen), success);
  EXPECT_EQ(broken(), 2);
}

TEST_F(Dnn, SizesFormatsAndPlacesFit) {
  describe(FeaturesFirst, 5);
  EXPECT_NE(run(algorithm()), success);
  describe(FeaturesLast, 4);
  EXPECT_NE(run(algorithm()), success);
  describe(FeaturesFirst, 4);
  EXPECT_NE(run(algorithm(), /*offset=*/4), success);
  EXPECT_EQ(broken(), 3);
  // The input's 128 bytes would begin 16 before the allocation's end.
  EXPECT_NE(run(algorithm(), /*offset=*/bytes - 16), success);
  EXPECT_EQ(broken(), 4);
}

TEST_F(Dnn, DescriptorsAreOfFourOrFiveDimensions) {
  const int sizes[] = {1, 2, 4, 4, 4, 4};
  for (int rank : {3, 6})
    EXPECT_NE(cudnnSetTensorNdDescriptorEx(input, FeaturesFirst, Float, rank, sizes), success);
  const int empty[] = {1, 0, 4, 4};
  EXPECT_NE(cudnnSetFilterNdDescriptor(weights, Float, FeaturesFirst, 4, empty), success);
  EXPECT_EQ(broken(), 3);
}

TEST_F(Dnn, HandlesAreThisLibrarys) {
  EXPECT_NE(cudnnSetStream(reinterpret_cast<Handle>(host.data()), nullptr), success);
  EXPECT_NE(cudnnDestroyTensorDescriptor(reinterpret_cast<Tensor>(weights)), success);
  EXPECT_EQ(broken(), 2);
}
