//===- ByteSizeTest.cpp - Bytes of a value's type -------------------------===//
#include "remat/Analysis/ByteSize.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/MLIRContext.h"
#include <gtest/gtest.h>

using namespace mlir;
using namespace mlir::remat;

namespace {
class ByteSize : public ::testing::Test {
protected:
  ByteSize() { context.allowUnregisteredDialects(); }

  /// The size, or the error.
  std::string size(StringRef type, int64_t dynamicDim = 0) {
    Type parsed = parseType(type, &context);
    EXPECT_TRUE(parsed) << type.str();
    llvm::Expected<int64_t> bytes = byteSize(parsed, dynamicDim);
    return bytes ? std::to_string(*bytes) : llvm::toString(bytes.takeError());
  }

  MLIRContext context{MLIRContext::Threading::DISABLED};
};
} // namespace

TEST_F(ByteSize, Tensors) {
  EXPECT_EQ(size("tensor<2x3xf32>"), "24");
  EXPECT_EQ(size("tensor<f64>"), "8");
  EXPECT_EQ(size("tensor<7xbf16>"), "14");
  EXPECT_EQ(size("tensor<0x5xf32>"), "0");
  EXPECT_EQ(size("memref<4x4xf16>"), "32");
  EXPECT_EQ(size("vector<4xf32>"), "16");
}

TEST_F(ByteSize, ElementsTakeWholeBytes) {
  EXPECT_EQ(size("tensor<10xi1>"), "10");
  EXPECT_EQ(size("tensor<10xi4>"), "10");
  EXPECT_EQ(size("tensor<10xi17>"), "30");
  EXPECT_EQ(size("tensor<10xf8E4M3FN>"), "10");
  EXPECT_EQ(size("tensor<10xindex>"), "80");
  EXPECT_EQ(size("tensor<3xcomplex<f32>>"), "24");
}

TEST_F(ByteSize, NumbersTuplesTokens) {
  EXPECT_EQ(size("f32"), "4");
  EXPECT_EQ(size("index"), "8");
  EXPECT_EQ(size("tuple<>"), "0");
  EXPECT_EQ(size("tuple<tensor<2xf32>, tuple<f64, i8>>"), "17");
  EXPECT_EQ(size("none"), "0");
  EXPECT_EQ(size("!stablehlo.token"), "0");
}

TEST_F(ByteSize, DynamicDimensions) {
  EXPECT_EQ(size("tensor<?x4xf32>"),
            "type tensor<?x4xf32> has a dynamic dimension, so its bytes are not known");
  EXPECT_EQ(size("tensor<?x4xf32>", 8), "128");
  EXPECT_EQ(size("tensor<?x?xf32>", 3), "36");
  EXPECT_EQ(size("tensor<*xf32>", 8), "type tensor<*xf32> has no rank, so its bytes are not known");
}

TEST_F(ByteSize, UnknownTypes) {
  EXPECT_EQ(size("!mystery.box"), "the size of type !mystery.box is not known");
  EXPECT_EQ(size("() -> f32"), "the size of type () -> f32 is not known");
}

TEST_F(ByteSize, Overflow) {
  // 2^61 - 1 elements of 4 bytes still fit.
  EXPECT_EQ(size("tensor<2305843009213693951xf32>"), "9223372036854775804");
  EXPECT_EQ(size("tensor<2305843009213693952xf32>"),
            "type tensor<2305843009213693952xf32> takes more than 2^63 bytes");
  EXPECT_EQ(size("tuple<tensor<2305843009213693951xf32>, tensor<2xf32>>"),
            "type tuple<tensor<2305843009213693951xf32>, tensor<2xf32>> takes more than 2^63 "
            "bytes");
  EXPECT_EQ(size("tensor<?x?xf32>", int64_t(1) << 40),
            "type tensor<?x?xf32> takes more than 2^63 bytes");
}
