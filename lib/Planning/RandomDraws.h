//===- RandomDraws.h - Deterministic pseudo-random draws -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_RANDOMDRAWS_H
#define REMAT_LIB_PLANNING_RANDOMDRAWS_H

#include <cmath>
#include <cstdint>

namespace rematplan {

/// The splitmix64 sequence: the same draws on every platform, unlike the distributions of the
/// standard library.
class RandomDraws {
public:
  explicit RandomDraws(uint64_t seed) : state(seed) {}
  uint64_t next() {
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
  }
  /// 0 … count - 1.
  uint64_t below(uint64_t count) { return next() % count; }
  /// In [0, 1).
  double unit() { return static_cast<double>(next() >> 11) * 0x1p-53; }
  double between(double low, double high) { return low + (high - low) * unit(); }
  /// A factor around 1 whose logarithm is spread evenly over ±`spread`.
  double factor(double spread) { return std::exp(between(-spread, spread)); }

private:
  uint64_t state;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_RANDOMDRAWS_H
