//===- ElementType.h - Elements in memory and how they are computed -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_ELEMENTTYPE_H
#define REMAT_LIB_RUNTIME_ELEMENTTYPE_H

#include "Float8.h"
#include <bit>
#include <cmath>

namespace rematrt {

/// 0 for a code that no type has.
inline int64_t elementBytes(int64_t type) {
  switch (type) {
  case REMATRT_F64:
  case REMATRT_I64:
  case REMATRT_UI64:
    return 8;
  case REMATRT_F32:
  case REMATRT_I32:
  case REMATRT_UI32:
    return 4;
  case REMATRT_BF16:
  case REMATRT_F16:
  case REMATRT_I16:
  case REMATRT_UI16:
    return 2;
  case REMATRT_I1:
  case REMATRT_I8:
  case REMATRT_UI8:
    return 1;
  default:
    return isFloat8(type) ? 1 : 0;
  }
}

inline bool isFloat(int64_t type) {
  return (type >= REMATRT_F64 && type <= REMATRT_F16) || isFloat8(type);
}

inline bool isSigned(int64_t type) { return type >= REMATRT_I8 && type <= REMATRT_I64; }

/// The upper half of an f32.
struct BFloat16 {
  uint16_t bits;

  explicit operator float() const {
    return std::bit_cast<float>(static_cast<uint32_t>(bits) << 16);
  }
  /// Rounds to nearest, ties to even; NaNs become quiet.
  static BFloat16 round(float value) {
    auto wide = std::bit_cast<uint32_t>(value);
    if (std::isnan(value))
      return {static_cast<uint16_t>((wide >> 16) | 0x40)};
    return {static_cast<uint16_t>((wide + 0x7fff + ((wide >> 16) & 1)) >> 16)};
  }
};

using Float16 = _Float16;

template <typename Type> inline constexpr bool isFloat8Storage = false;
template <int64_t Type> inline constexpr bool isFloat8Storage<Float8<Type>> = true;

/// Converts between the storage types of floats (from 8-bit ones, not to them), and from integers
/// to unsigned ones of another width (modulo 2^width; signed sources are extended by their sign).
template <typename To, typename From> To convertElement(From value) {
  if constexpr (std::is_same_v<To, From>)
    return value;
  else if constexpr (std::is_same_v<From, BFloat16> || isFloat8Storage<From>)
    return convertElement<To>(static_cast<float>(value));
  else if constexpr (std::is_same_v<To, BFloat16>)
    return BFloat16::round(static_cast<float>(value));
  else
    return static_cast<To>(value);
}

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_ELEMENTTYPE_H
