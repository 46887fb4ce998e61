//===- NumpyRandom.cpp - The numbers of numpy.random.default_rng ----------===//
#include "NumpyRandom.h"
#include <array>
#include <bit>
#include <utility>

using namespace mlir::remat;

/// What numpy's SeedSequence makes of a seed for PCG64: 4 words.
static std::array<uint64_t, 4> seedWords(uint64_t seed) {
  uint32_t constant = 0x43b0d7e5;
  auto hash = [&](uint32_t value) {
    value ^= constant;
    constant *= 0x931e8875;
    value *= constant;
    return value ^ (value >> 16);
  };
  auto mix = [](uint32_t a, uint32_t b) {
    uint32_t mixed = 0xca01f9dd * a - 0x4973f715 * b;
    return mixed ^ (mixed >> 16);
  };
  std::array<uint32_t, 4> pool = {hash(static_cast<uint32_t>(seed)),
                                  hash(static_cast<uint32_t>(seed >> 32)), hash(0), hash(0)};
  for (size_t from = 0; from < pool.size(); ++from)
    for (size_t to = 0; to < pool.size(); ++to)
      if (from != to)
        pool[to] = mix(pool[to], hash(pool[from]));

  std::array<uint64_t, 4> words = {};
  uint32_t output = 0x8b51f9dd;
  for (size_t i = 0; i < 2 * words.size(); ++i) {
    uint32_t value = pool[i % pool.size()] ^ output;
    output *= 0x58f38ded;
    value *= output;
    value ^= value >> 16;
    words[i / 2] |= static_cast<uint64_t>(value) << (i % 2 * 32);
  }
  return words;
}

NumpyRandom::NumpyRandom(uint64_t seed) {
  std::array<uint64_t, 4> words = seedWords(seed);
  increment = (static_cast<Wide>(words[2]) << 64 | words[3]) << 1 | 1;
  step();
  state += static_cast<Wide>(words[0]) << 64 | words[1];
  step();
}

void NumpyRandom::step() {
  constexpr Wide multiplier = static_cast<Wide>(0x2360ed051fc65da4) << 64 | 0x4385df649fccf645;
  state = state * multiplier + increment;
}

uint64_t NumpyRandom::next64() {
  step();
  auto folded = static_cast<uint64_t>(state >> 64) ^ static_cast<uint64_t>(state);
  return std::rotr(folded, static_cast<int>(state >> 122));
}

uint32_t NumpyRandom::next32() {
  if (saved)
    return *std::exchange(saved, std::nullopt);
  uint64_t number = next64();
  saved = static_cast<uint32_t>(number >> 32);
  return static_cast<uint32_t>(number);
}

double NumpyRandom::uniform(double low, double high) {
  return low + (high - low) * (static_cast<double>(next64() >> 11) * 0x1p-53);
}

uint32_t NumpyRandom::integer(uint32_t limit) {
  if (limit <= 1)
    return 0;
  // Lemire's method: products whose lower half is below the threshold would favour some numbers.
  uint32_t threshold = -limit % limit;
  uint64_t product;
  do
    product = static_cast<uint64_t>(next32()) * limit;
  while (static_cast<uint32_t>(product) < threshold);
  return static_cast<uint32_t>(product >> 32);
}
