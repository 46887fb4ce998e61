//===- Float8.h - 8-bit floats as numbers -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_FLOAT8_H
#define REMAT_LIB_RUNTIME_FLOAT8_H

#include "remat/Runtime/Rematrt.h"
#include <array>
#include <bit>

namespace rematrt {

inline constexpr bool isFloat8(int64_t type) {
  return type >= REMATRT_F8E5M2 && type <= REMATRT_F8E8M0FNU;
}

/// How a type reads its patterns.
struct Float8Format {
  int mantissaBits, bias;
  /// The largest exponent is that of infinities and NaNs.
  bool hasInfinity;
  /// The pattern of -0 is NaN, and the only one.
  bool hasNanForNegativeZero;
};

constexpr Float8Format float8Format(int64_t type) {
  switch (type) {
  case REMATRT_F8E5M2:
    return {2, 15, true, false};
  case REMATRT_F8E4M3:
    return {3, 7, true, false};
  case REMATRT_F8E3M4:
    return {4, 3, true, false};
  case REMATRT_F8E5M2FNUZ:
    return {2, 16, false, true};
  case REMATRT_F8E4M3FNUZ:
    return {3, 8, false, true};
  case REMATRT_F8E4M3B11FNUZ:
    return {3, 11, false, true};
  default:
    return {3, 7, false, false};
  }
}

/// 2^exponent, of a normal f32.
constexpr float powerOfTwo(int exponent) {
  return std::bit_cast<float>(static_cast<uint32_t>(exponent + 127) << 23);
}

/// What a pattern stands for, exactly.
constexpr float decodeFloat8(int64_t type, unsigned pattern) {
  constexpr float nan = std::bit_cast<float>(0x7fc00000u);
  if (type == REMATRT_F8E8M0FNU) {
    // Powers of two alone; the least one, 2^-127, is below the normal numbers of f32.
    if (pattern == 0)
      return std::bit_cast<float>(0x00400000u);
    return pattern == 0xff ? nan : powerOfTwo(static_cast<int>(pattern) - 127);
  }
  const Float8Format format = float8Format(type);
  unsigned magnitude = pattern & 0x7f, exponent = magnitude >> format.mantissaBits;
  unsigned mantissa = magnitude & ((1u << format.mantissaBits) - 1);
  float sign = pattern & 0x80 ? -1.0f : 1.0f;
  if (format.hasNanForNegativeZero && pattern == 0x80)
    return nan;
  if (format.hasInfinity && exponent == 0x7fu >> format.mantissaBits)
    return mantissa ? nan : sign * std::bit_cast<float>(0x7f800000u);
  if (!format.hasInfinity && !format.hasNanForNegativeZero && magnitude == 0x7f)
    return nan;
  if (exponent == 0)
    return sign * static_cast<float>(mantissa) * powerOfTwo(1 - format.bias - format.mantissaBits);
  return sign * static_cast<float>((1u << format.mantissaBits) | mantissa) *
         powerOfTwo(static_cast<int>(exponent) - format.bias - format.mantissaBits);
}

template <int64_t Type> constexpr std::array<float, 256> makeFloat8Table() {
  std::array<float, 256> table = {};
  for (unsigned pattern = 0; pattern < table.size(); ++pattern)
    table[pattern] = decodeFloat8(Type, pattern);
  return table;
}

/// An element of one of the types; it is only read.
template <int64_t Type> struct Float8 {
  uint8_t bits;

  explicit operator float() const {
    static constexpr std::array<float, 256> table = makeFloat8Table<Type>();
    return table[bits];
  }
};

/// Calls `use` with an element of an 8-bit type.
template <typename Use> auto withFloat8(int64_t type, Use &&use) {
  switch (type) {
  case REMATRT_F8E5M2:
    return use(Float8<REMATRT_F8E5M2>());
  case REMATRT_F8E4M3:
    return use(Float8<REMATRT_F8E4M3>());
  case REMATRT_F8E4M3FN:
    return use(Float8<REMATRT_F8E4M3FN>());
  case REMATRT_F8E5M2FNUZ:
    return use(Float8<REMATRT_F8E5M2FNUZ>());
  case REMATRT_F8E4M3FNUZ:
    return use(Float8<REMATRT_F8E4M3FNUZ>());
  case REMATRT_F8E4M3B11FNUZ:
    return use(Float8<REMATRT_F8E4M3B11FNUZ>());
  case REMATRT_F8E3M4:
    return use(Float8<REMATRT_F8E3M4>());
  default:
    return use(Float8<REMATRT_F8E8M0FNU>());
  }
}

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_FLOAT8_H
