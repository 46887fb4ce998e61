//===- NumpyRandomTest.cpp - The numbers of numpy.random.default_rng ------===//
#include "remat-run/NumpyRandom.h"
#include <gtest/gtest.h>
#include <vector>

using namespace mlir::remat;

namespace {

/// What numpy 2 draws, one call after the other: uniform(-0.1, 0.1) three times,
/// integers(0, 4, 5), uniform(0.01, 0.1), integers(0, 1000003, 4), integers(0, 3000000000, 4),
/// integers(0, 1, 2), uniform(0, 1).
struct NumpyDraws {
  uint64_t seed;
  double first[3];
  std::vector<uint32_t> small;
  double second;
  std::vector<uint32_t> large, huge;
  double last;
};

} // namespace

TEST(NumpyRandom, DrawsWhatNumpyDraws) {
  const NumpyDraws vectors[] = {
      {0,
       {0x1.c0cbca647ced0p-6, -0x1.792e736320f47p-5, -0x1.7808d4489d6d2p-4},
       {0, 0, 0, 3, 2},
       0x1.0897182890b27p-4,
       {912758, 970745, 729498, 632272},
       {1630874973, 1679752336, 2805217270, 832041137},
       0x1.66f0d1577d200p-9},
      {1,
       {0x1.35e59496dac00p-9, 0x1.7105158c043bcp-4, -0x1.2381235316a62p-4},
       {3, 3, 0, 1, 3},
       0x1.5a1593a5fe4d1p-4,
       {423327, 256992, 409200, 643830},
       {1648781062, 257217833, 82677339, 2260539325},
       0x1.13878535acff3p-1},
      {12345678901234567,
       {-0x1.061a6b2f56f86p-5, 0x1.4516a29cdb7ccp-4, 0x1.8f779cb1ce3b6p-4},
       {1, 0, 2, 0, 3},
       0x1.c8e5f5560ad99p-5,
       {627354, 630363, 650500, 658630},
       {1369021532, 2396374274, 1582484921, 2060464431},
       0x1.4dc3e0d7c9fd2p-2}};
  for (const NumpyDraws &expected : vectors) {
    NumpyRandom random(expected.seed);
    auto expectIntegers = [&](uint32_t limit, const std::vector<uint32_t> &numbers) {
      for (uint32_t number : numbers)
        EXPECT_EQ(random.integer(limit), number);
    };
    for (double number : expected.first)
      EXPECT_EQ(random.uniform(-0.1, 0.1), number);
    expectIntegers(4, expected.small);
    EXPECT_EQ(random.uniform(0.01, 0.1), expected.second);
    expectIntegers(1000003, expected.large);
    expectIntegers(3000000000, expected.huge);
    expectIntegers(1, {0, 0});
    EXPECT_EQ(random.uniform(0, 1), expected.last);
  }
}
