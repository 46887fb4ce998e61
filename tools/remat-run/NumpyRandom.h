//===- NumpyRandom.h - The numbers of numpy.random.default_rng -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_NUMPYRANDOM_H
#define REMAT_TOOLS_REMAT_RUN_NUMPYRANDOM_H

#include <cstdint>
#include <optional>

namespace mlir::remat {

/// Draws what `numpy.random.default_rng(seed)` draws, bit by bit: inputs can be made again in
/// Python. (PCG64, seeded through a SeedSequence.)
class NumpyRandom {
public:
  explicit NumpyRandom(uint64_t seed);

  /// As `uniform(low, high)`.
  double uniform(double low, double high);
  /// As `integers(0, limit)`, for limits below 2^32.
  uint32_t integer(uint32_t limit);

private:
  __extension__ using Wide = unsigned __int128;

  void step();
  uint64_t next64();
  uint32_t next32();

  Wide state = 0;
  Wide increment = 0;
  /// The upper half of a number whose lower half was drawn.
  std::optional<uint32_t> saved;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_NUMPYRANDOM_H
