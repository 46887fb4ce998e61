//===- RandomBitsTest.cpp - rng_bit_generator against XLA -----------------===//
#include "Runtime/ElementType.h"
#include "TestArray.h"
#include <gtest/gtest.h>

using namespace rematrt::test;

namespace {

/// What XLA's CPU backend (jaxlib 0.10) computes; results as bits of the element type.
struct XlaVector {
  int64_t algorithm, type;
  Sizes sizes;
  std::vector<uint64_t> state, newState, bits;
};

} // namespace

static std::vector<int64_t> descriptorOf(const XlaVector &vector) {
  std::vector<int64_t> descriptor = {vector.algorithm, static_cast<int64_t>(vector.state.size()),
                                     vector.type, static_cast<int64_t>(vector.sizes.size())};
  descriptor.insert(descriptor.end(), vector.sizes.begin(), vector.sizes.end());
  return descriptor;
}

TEST(RandomBits, AreThoseOfXla) {
  const XlaVector vectors[] = {
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543211},
       {0xaed4a37f}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {1},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543211},
       {0xaed4a37f}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {7},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543214},
       {0xaed4a37f, 0x1130d111, 0xc3cc4d02, 0x798e402e, 0xaee5264e, 0xb089da7a, 0x49b105a8}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {3, 3},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543216},
       {0xaed4a37f, 0xc3cc4d02, 0xaee5264e, 0x1130d111, 0x798e402e, 0xb089da7a, 0x49b105a8,
        0xe8e52210, 0xf0a39a78}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {4, 6},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba987654321c},
       {0xaed4a37f, 0xc3cc4d02, 0xaee5264e, 0x49b105a8, 0xe8e52210, 0xf0a39a78,
        0x1130d111, 0x798e402e, 0xb089da7a, 0xaf0a8d99, 0xdde94182, 0xdd188ee6,
        0xe2a77238, 0xace8e6a6, 0x56cf7af2, 0xaec69f6e, 0x44496796, 0x99e634b6,
        0x403dbb94, 0xc3dc607f, 0x865bc442, 0xdec05b52, 0x83c5c5d8, 0x4050f5ff}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {5, 3, 5},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba987654323d},
       {0xaed4a37f, 0xc3cc4d02, 0xaee5264e, 0x49b105a8, 0xe8e52210, 0xf0a39a78, 0xe2a77238,
        0xace8e6a6, 0x56cf7af2, 0xaec69f6e, 0x44496796, 0x99e634b6, 0xe9d06f9f, 0x5895c990,
        0x8cebde72, 0x1130d111, 0x798e402e, 0xb089da7a, 0xaf0a8d99, 0xdde94182, 0xdd188ee6,
        0x403dbb94, 0xc3dc607f, 0x865bc442, 0xdec05b52, 0x83c5c5d8, 0x4050f5ff, 0x4278e75a,
        0xbbec2cd0, 0x8246145b, 0xfadeed14, 0x1597aed4, 0x2fa86e84, 0x21ce8696, 0x72e58291,
        0x64969319, 0x6842e427, 0xaa225497, 0x2795bfb9, 0x6492d592, 0xa6ff41f4, 0x59879c28,
        0x966b014c, 0x71252930, 0xea2145f6, 0x6afd9e8a, 0x9e9d78a2, 0x5fa267d0, 0xd7b9ed75,
        0x8dca9f70, 0xa86f6966, 0x90e932fe, 0xb7101ad9, 0xcbd6b66e, 0xe498c402, 0x692a6dda,
        0xc8913bcf, 0x954bf443, 0x43f0a2fa, 0x377d3366, 0x17fb99ec, 0x31a46241, 0xcfd5aaa4,
        0x97428e70, 0xbd52565,  0x3d91e60c, 0x5d4e674c, 0x6801ab24, 0xc96f83c1, 0xe3a2d9ce,
        0x5dd4ae41, 0xbf52d34,  0xc78387ef, 0x281180f4, 0x141f4665}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {3, 4},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543216},
       {0xaed4a37f, 0x1130d111, 0xc3cc4d02, 0x798e402e, 0xaee5264e, 0xb089da7a, 0x49b105a8,
        0xaf0a8d99, 0xe8e52210, 0xdde94182, 0xf0a39a78, 0xdd188ee6}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {2, 3, 2},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543216},
       {0xaed4a37f, 0xc3cc4d02, 0xaee5264e, 0x49b105a8, 0xe8e52210, 0xf0a39a78, 0x1130d111,
        0x798e402e, 0xb089da7a, 0xaf0a8d99, 0xdde94182, 0xdd188ee6}},
      {REMATRT_THREE_FRY,
       REMATRT_UI32,
       {3, 1, 2, 2},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543216},
       {0xaed4a37f, 0xc3cc4d02, 0x1130d111, 0x798e402e, 0xaee5264e, 0x49b105a8, 0xb089da7a,
        0xaf0a8d99, 0xe8e52210, 0xf0a39a78, 0xdde94182, 0xdd188ee6}},
      {REMATRT_THREE_FRY,
       REMATRT_UI64,
       {7},
       {0x123456789abcdef, 0xfffffffffffffffd},
       {0x123456789abcdef, 0x4},
       {0x7e39c6dc3fc5955f, 0xe19a60b4b0f4215b, 0xacf8c4dc0b3d7494, 0x6b35c4f4aaa4d889,
        0xd3dd861375a52907, 0x8ed17fe435d0e5f1, 0x284dbe37c2f19d8}},
      {REMATRT_THREE_FRY,
       REMATRT_UI16,
       {3, 5},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543219},
       {0xa37f, 0xd111, 0x4d02, 0x402e, 0x264e, 0x5a8, 0x8d99, 0x2210, 0x4182, 0x9a78, 0x7238,
        0xbb94, 0xe6a6, 0x607f, 0x7af2}},
      {REMATRT_THREE_FRY,
       REMATRT_I8,
       {6},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543213},
       {0x7f, 0x11, 0x2, 0x2e, 0x4e, 0x7a}},
      {REMATRT_PHILOX,
       REMATRT_UI32,
       {},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543211},
       {0x1ec53d42}},
      {REMATRT_PHILOX,
       REMATRT_UI32,
       {3, 5},
       {0x123456789abcdef, 0xfedcba9876543210},
       {0x123456789abcdef, 0xfedcba9876543214},
       {0x1ec53d42, 0xcfa390b5, 0xf2235702, 0xe71ff917, 0xcb472319, 0xd682777a, 0xa09c7b98,
        0x304e9f89, 0x9f63dd49, 0x3e1b9c67, 0x5d43b2cf, 0x1ece479b, 0x7a29becb, 0xb70bfd8a,
        0xa07766e5}},
      {REMATRT_PHILOX,
       REMATRT_UI32,
       {13},
       {0x123456789abcdef, 0xfffffffffffffffe},
       {0x123456789abcdef, 0x2},
       {0xa485194, 0x41c5f806, 0xd6822fee, 0x3885a3d4, 0x41eb59f3, 0x307385e0, 0x5b8b3389,
        0xa262f67c, 0x7006d264, 0xd71fd4de, 0x3aff468e, 0x40b5f768, 0x34da5d11}},
      {REMATRT_PHILOX,
       REMATRT_UI32,
       {13},
       {0x123456789abcdef, 0xfffffffffffffffe, 0x5},
       {0x123456789abcdef, 0x2, 0x6},
       {0xb2543b5d, 0xd0698851, 0xce793242, 0x14482c6c, 0xf02791c6, 0xea2026ee, 0x4fe73934,
        0xc174f57d, 0x15706cf1, 0x6ae9fc63, 0x7705da3a, 0xde25adea, 0x912a9f2d}},
      {REMATRT_PHILOX,
       REMATRT_UI64,
       {7},
       {0x123456789abcdef, 0xfedcba9876543210, 0xffffffffffffffff},
       {0x123456789abcdef, 0xfedcba9876543214, 0xffffffffffffffff},
       {0xc98504625a7f5252, 0x3c2029bb18e8c1dc, 0xad1e1b6fb0172469, 0x32d8ce933f9f7dde,
        0x25e2233e1591a3dd, 0x295254f897512c22, 0xdc96b03f4c20d5a3}},
      {REMATRT_PHILOX,
       REMATRT_UI64,
       {7},
       {0x123456789abcdef, 0xfffffffffffffffe, 0xffffffffffffffff},
       {0x123456789abcdef, 0x2, 0x0},
       {0x796f0a9a600c42b0, 0x8f6750cb9ac71906, 0xf578e8092d8e471b, 0x6aaccdbff781a438,
        0xc58cb04bb850222e, 0x7a84fff914a7a020, 0x523e0d85adca1466}},
      {REMATRT_PHILOX,
       REMATRT_UI16,
       {6},
       {0x123456789abcdef, 0xfedcba9876543210, 0x4d},
       {0x123456789abcdef, 0xfedcba9876543212, 0x4d},
       {0x29d2, 0x91d5, 0xe508, 0xa763, 0x274c, 0x1d18}}};
  for (const XlaVector &vector : vectors) {
    std::vector<int64_t> descriptor = descriptorOf(vector);
    int64_t size = rematrt::elementBytes(vector.type);
    AlignedBytes result(vector.bits.size() * size);
    std::vector<uint64_t> state = vector.state;
    TestContext context(2);
    ASSERT_EQ(rematrt_rng_bit_generator(context, descriptor.data(), state.data(), state.data(),
                                        result.data(), nullptr),
              REMATRT_OK)
        << context.message();
    EXPECT_EQ(state, vector.newState);
    for (size_t i = 0; i < vector.bits.size(); ++i) {
      uint64_t bits = 0;
      std::memcpy(&bits, result.data() + i * size, size);
      ASSERT_EQ(bits, vector.bits[i]) << "element " << i;
    }
  }
}

/// Large enough for several tasks.
TEST(RandomBits, DoNotDependOnTheNumberOfThreads) {
  for (int64_t algorithm : {REMATRT_THREE_FRY, REMATRT_PHILOX}) {
    XlaVector vector = {algorithm, REMATRT_UI32, {123, 456}, {1, 2}, {}, {}};
    std::vector<int64_t> descriptor = descriptorOf(vector);
    TestArray results[] = {TestArray(REMATRT_UI32, {123, 456}),
                           TestArray(REMATRT_UI32, {123, 456})};
    for (int64_t threads : {1, 2}) {
      TestContext context(threads);
      std::vector<uint64_t> newState(2);
      rematrt_rng_bit_generator(context, descriptor.data(), vector.state.data(), newState.data(),
                                results[threads - 1].bytes.data(), nullptr);
    }
    EXPECT_TRUE(results[0] == results[1]);
  }
}

TEST(RandomBits, RefusesWhatContradictsItself) {
  for (const std::vector<int64_t> &descriptor : {std::vector<int64_t>{3, 2, REMATRT_UI32, 0},
                                                 {REMATRT_THREE_FRY, 3, REMATRT_UI32, 0},
                                                 {REMATRT_PHILOX, 2, REMATRT_I1, 0},
                                                 {REMATRT_PHILOX, 2, REMATRT_UI32, 1, -1}}) {
    TestContext context(1);
    uint64_t state[3] = {};
    EXPECT_EQ(rematrt_rng_bit_generator(context, descriptor.data(), state, state, nullptr, "op"),
              REMATRT_INVALID_DESCRIPTOR);
  }
}
