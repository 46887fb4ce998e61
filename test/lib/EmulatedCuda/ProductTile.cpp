//===- ProductTile.cpp - The inner loop of products on the host -----------===//
#include "ProductTile.h"

using namespace emulated;

template <typename Sum>
[[gnu::always_inline]] static inline void multiplyHere(const Sum *first, const Sum *second,
                                                       int64_t inner, Sum *sums) {
  constexpr int vectorBytes = 64;
  constexpr int64_t vectors = tileBytes / vectorBytes, lanes = vectorBytes / sizeof(Sum);
  // Anywhere in memory.
  typedef Sum Vector __attribute__((vector_size(vectorBytes), aligned(sizeof(Sum)), may_alias));
  Vector tile[tileColumns][vectors] = {};
  for (int64_t turn = 0; turn < inner; ++turn)
#pragma GCC unroll 8
    for (int64_t part = 0; part < vectors; ++part) {
      Vector rows = *reinterpret_cast<const Vector *>(first + (turn * vectors + part) * lanes);
#pragma GCC unroll 8
      for (int64_t column = 0; column < tileColumns; ++column)
        tile[column][part] += rows * second[column * inner + turn];
    }
#pragma GCC unroll 8
  for (int64_t column = 0; column < tileColumns; ++column)
#pragma GCC unroll 8
    for (int64_t part = 0; part < vectors; ++part)
      *reinterpret_cast<Vector *>(sums + (column * vectors + part) * lanes) = tile[column][part];
}

// GCC makes versions of a function for several processors, but does not put another one into them.
#if defined(__x86_64__)
template <typename Sum>
[[gnu::target("avx512f")]] static void multiplyAvx512(const Sum *first, const Sum *second,
                                                      int64_t inner, Sum *sums) {
  multiplyHere(first, second, inner, sums);
}
template <typename Sum>
[[gnu::target("avx2")]] static void multiplyAvx2(const Sum *first, const Sum *second, int64_t inner,
                                                 Sum *sums) {
  multiplyHere(first, second, inner, sums);
}
#endif

template <typename Sum>
static void multiplyPortable(const Sum *first, const Sum *second, int64_t inner, Sum *sums) {
  multiplyHere(first, second, inner, sums);
}

template <typename Sum> static auto chooseFunction() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx512f"))
    return multiplyAvx512<Sum>;
  if (__builtin_cpu_supports("avx2"))
    return multiplyAvx2<Sum>;
#endif
  return multiplyPortable<Sum>;
}

void emulated::multiplyTile(const float *first, const float *second, int64_t inner, float *sums) {
  static const auto function = chooseFunction<float>();
  function(first, second, inner, sums);
}

void emulated::multiplyTile(const double *first, const double *second, int64_t inner,
                            double *sums) {
  static const auto function = chooseFunction<double>();
  function(first, second, inner, sums);
}
