//===- Repetitions.h - Maximal repetitions in a sequence -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_REPETITIONS_H
#define REMAT_ANALYSIS_REPETITIONS_H

#include "llvm/ADT/ArrayRef.h"
#include <cstdint>
#include <vector>

namespace mlir::remat {

/// `sequence[i] == sequence[i + period]` for every i in `[begin, end - period)`.
struct Repetition {
  size_t begin = 0;
  size_t end = 0;
  size_t period = 0;

  size_t length() const { return end - begin; }
};

/// Every maximal repetition of a sequence: at least two periods long, extensible to neither side,
/// with the smallest period of its range. Ordered by `begin`, then `end`. There are fewer of them
/// than elements. O(n log n) by divide and conquer (Main and Lorentz).
std::vector<Repetition> findRepetitions(llvm::ArrayRef<uint32_t> sequence);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_REPETITIONS_H
