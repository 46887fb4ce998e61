//===- ConvolutionsTest.cpp - Convolutions of the emulated cuDNN ----------===//
#include "Convolutions.h"
#include <gtest/gtest.h>

using namespace emulated;

namespace {

/// An array with small integers: all sums are exact.
struct Values {
  Values(std::vector<int64_t> sizes, bool hasFeaturesLast, int64_t seed) {
    shape.sizes = std::move(sizes);
    shape.hasFeaturesLast = hasFeaturesLast;
    data.resize(shape.elements());
    for (size_t at = 0; at < data.size(); ++at)
      data[at] = float((at * 7 + seed) % 5) - 2;
  }
  HostOperand operand() { return {shape, reinterpret_cast<char *>(data.data())}; }

  HostArray shape;
  std::vector<float> data;
};

double product(const Values &a, const Values &b) {
  double sum = 0;
  for (size_t at = 0; at < a.data.size(); ++at)
    sum += double(a.data[at]) * b.data[at];
  return sum;
}

} // namespace

TEST(Convolutions, OneRowByHand) {
  // 1 2 3 4 with a window of 1 10: cross-correlation, then flipped; padded by one, every other one.
  Values x({1, 1, 1, 4}, false, 0), w({1, 1, 1, 2}, false, 0), y({1, 1, 1, 3}, false, 0);
  x.data = {1, 2, 3, 4};
  w.data = {1, 10};
  HostConvolution convolution{{0, 1}, {1, 2}, {1, 1}, 1, false};
  ASSERT_EQ(brokenRule(convolution, x.shape, w.shape, y.shape), "");
  convolve(convolution, ConvolutionPart::Output, x.operand(), w.operand(), y.operand());
  EXPECT_EQ(y.data, (std::vector<float>{0 + 10, 2 + 30, 4 + 0}));
  convolution.flipsWindow = true;
  convolve(convolution, ConvolutionPart::Output, x.operand(), w.operand(), y.operand());
  EXPECT_EQ(y.data, (std::vector<float>{0 + 1, 20 + 3, 40 + 0}));
}

TEST(Convolutions, GradientsAreTransposes) {
  // <y, x * w> = <x, gradient by x> = <w, gradient by w>, for any y: two groups, strides,
  // dilations.
  HostConvolution convolution{{1, 2}, {2, 1}, {1, 2}, 2, true};
  for (bool hasFeaturesLast : {false, true}) {
    // Heights (5 + 2 - 3) / 2 + 1 = 3; widths (4 + 4 - 5) / 1 + 1 = 4.
    Values x({2, 4, 5, 4}, hasFeaturesLast, 1), w({6, 2, 3, 3}, hasFeaturesLast, 2);
    Values y({2, 6, 3, 4}, hasFeaturesLast, 3), result = y, dx = x, dw = w;
    ASSERT_EQ(brokenRule(convolution, x.shape, w.shape, y.shape), "");
    convolve(convolution, ConvolutionPart::Output, x.operand(), w.operand(), result.operand());
    convolve(convolution, ConvolutionPart::Input, dx.operand(), w.operand(), y.operand());
    convolve(convolution, ConvolutionPart::Weights, x.operand(), dw.operand(), y.operand());
    double expected = product(y, result);
    EXPECT_NE(expected, 0);
    EXPECT_EQ(product(x, dx), expected);
    EXPECT_EQ(product(w, dw), expected);
  }
}

TEST(Convolutions, SizesThatDoNotFit) {
  HostConvolution convolution{{0, 0}, {1, 1}, {1, 1}, 1, false};
  Values x({1, 2, 4, 4}, false, 0), w({3, 2, 3, 3}, false, 0);
  EXPECT_EQ(brokenRule(convolution, x.shape, w.shape, Values({1, 3, 2, 3}, false, 0).shape),
            "spatial sizes do not fit");
  EXPECT_EQ(brokenRule(convolution, x.shape, w.shape, Values({1, 2, 2, 2}, false, 0).shape),
            "batch or features do not fit");
}
