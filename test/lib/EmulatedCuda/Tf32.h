//===- Tf32.h - f32 as tensor cores may read it -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_TF32_H
#define REMAT_TEST_EMULATEDCUDA_TF32_H

#include <bit>
#include <cmath>
#include <cstdint>

namespace emulated {

/// 10 of the 23 bits of mantissa, to nearest, ties to even.
inline float roundToTf32(float value) {
  if (!std::isfinite(value))
    return value;
  constexpr uint32_t dropped = 13;
  auto bits = std::bit_cast<uint32_t>(value);
  bits += (1u << (dropped - 1)) - 1 + ((bits >> dropped) & 1);
  return std::bit_cast<float>(bits >> dropped << dropped);
}

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_TF32_H
