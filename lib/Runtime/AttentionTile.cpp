//===- AttentionTile.cpp - Scores of some queries and some keys -----------===//
#include "AttentionTile.h"
#include "ElementType.h"
#include <algorithm>
#include <dnnl.h>
#include <limits>

using namespace rematrt;

// See MatrixProduct.cpp.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) &&                             \
    !defined(__SANITIZE_ADDRESS__)
#define REMATRT_FOR_EACH_CPU __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define REMATRT_FOR_EACH_CPU
#endif

/// Calls `use` with a value of the type's C++ type.
template <typename Use> static void withType(int64_t type, Use &&use) {
  switch (type) {
  case REMATRT_F32:
    return use(float());
  case REMATRT_BF16:
    return use(BFloat16());
  case REMATRT_F16:
    return use(Float16());
  default:
    return use(uint8_t()); // i1
  }
}

void rematrt::loadRows(const HeadMatrices &matrices, const void *data, int64_t batch, int64_t head,
                       int64_t firstRow, int64_t rows, float *to) {
  withType(matrices.type, [&](auto element) {
    auto *from = static_cast<const decltype(element) *>(data) + matrices.offset(batch, head);
    for (int64_t row = firstRow; row < firstRow + rows; ++row, to += matrices.columns)
      for (int64_t column = 0; column < matrices.columns; ++column)
        to[column] = convertElement<float>(from[row * matrices.rowStride + column]);
  });
}

void rematrt::storeRows(const HeadMatrices &matrices, void *data, int64_t batch, int64_t head,
                        int64_t firstRow, int64_t rows, const float *from) {
  withType(matrices.type, [&](auto element) {
    using Element = decltype(element);
    auto *to = static_cast<Element *>(data) + matrices.offset(batch, head);
    for (int64_t row = firstRow; row < firstRow + rows; ++row, from += matrices.columns)
      for (int64_t column = 0; column < matrices.columns; ++column)
        to[row * matrices.rowStride + column] = convertElement<Element>(from[column]);
  });
}

/// Calls `use(place, element)` for every element of the range.
template <typename Use>
static void forEachScore(const ScoreArray &array, const void *data, const TileRange &range,
                         Use &&use) {
  withType(array.type, [&](auto element) {
    auto *first = static_cast<const decltype(element) *>(data) + range.batch * array.batchStride +
                  range.head * array.headStride + range.firstRow * array.rowStride +
                  range.firstColumn * array.columnStride;
    for (int64_t row = 0; row < range.rows; ++row)
      for (int64_t column = 0; column < range.columns; ++column)
        use(row * range.columns + column,
            convertElement<float>(first[row * array.rowStride + column * array.columnStride]));
  });
}

void rematrt::addScores(const ScoreArray &array, const void *data, const TileRange &range,
                        float *tile) {
  if (array.type != 0)
    forEachScore(array, data, range, [&](int64_t place, float value) { tile[place] += value; });
}

void rematrt::multiplyScores(const ScoreArray &array, const void *data, double factor,
                             const TileRange &range, float *tile) {
  float rounded = static_cast<float>(factor);
  if (array.type != 0)
    forEachScore(array, data, range,
                 [&](int64_t place, float value) { tile[place] *= value * rounded; });
}

/// e^x with an error of 2 units in the last place; 0 below the smallest normal number.
[[gnu::always_inline]] static inline float exponential(float x) {
  constexpr float least = -87.33654f, most = 88.72283f;
  // NaN passes both comparisons as it is.
  float bounded = x < least ? least : x;
  bounded = bounded > most ? most : bounded;
  // x = n ln 2 + r: adding a large number rounds.
  constexpr float round = 12582912.0f;
  float n = (bounded * 1.44269504f + round) - round;
  float r = bounded - n * 0.693359375f + n * 2.12194440e-4f;
  float p = 1.9875691500e-4f;
  for (float coefficient :
       {1.3981999507e-3f, 8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f})
    p = p * r + coefficient;
  p = p * r * r + r + 1.0f;
  // In two steps: 2^128 is no float.
  auto power = [](int32_t exponent) { return std::bit_cast<float>((exponent + 127) << 23); };
  int32_t whole = n == n ? static_cast<int32_t>(n) : 0;
  float result = p * power(whole / 2) * power(whole - whole / 2);
  return x < least ? 0.0f : x > most ? std::numeric_limits<float>::infinity() : result;
}

/// Sums of many elements are made in as many lanes.
static constexpr int64_t sumLanes = 16;

template <typename Element>
[[gnu::always_inline]] static inline float sumOf(int64_t count, Element &&element) {
  float lanes[sumLanes] = {};
  int64_t index = 0;
  for (; index + sumLanes <= count; index += sumLanes)
    for (int64_t lane = 0; lane < sumLanes; ++lane)
      lanes[lane] += element(index + lane);
  float sum = 0;
  for (float lane : lanes)
    sum += lane;
  for (; index < count; ++index)
    sum += element(index);
  return sum;
}

REMATRT_FOR_EACH_CPU float rematrt::exponentials(float *values, int64_t count, float shift,
                                                 float factor) {
  return sumOf(count, [=](int64_t index) {
    return values[index] = exponential(values[index] - shift) * factor;
  });
}

REMATRT_FOR_EACH_CPU float rematrt::dotProduct(const float *a, const float *b, int64_t count) {
  return sumOf(count, [=](int64_t index) { return a[index] * b[index]; });
}

float rematrt::maximum(const float *values, int64_t count) {
  float largest = -std::numeric_limits<float>::infinity();
  bool hasNan = false;
  for (int64_t index = 0; index < count; ++index) {
    hasNan |= values[index] != values[index];
    largest = values[index] > largest ? values[index] : largest;
  }
  return hasNan ? std::numeric_limits<float>::quiet_NaN() : largest;
}

bool rematrt::multiply(bool lhsTransposed, bool rhsTransposed, int64_t m, int64_t n, int64_t k,
                       double factor, const float *lhs, const float *rhs, bool accumulates,
                       float *result) {
  return dnnl_sgemm(lhsTransposed ? 'T' : 'N', rhsTransposed ? 'T' : 'N', m, n, k,
                    static_cast<float>(factor), lhs, lhsTransposed ? m : k, rhs,
                    rhsTransposed ? k : n, accumulates ? 1.0f : 0.0f, result, n) == dnnl_success;
}
