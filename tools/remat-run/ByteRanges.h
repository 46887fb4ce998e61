//===- ByteRanges.h - A set of bytes -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_BYTERANGES_H
#define REMAT_TOOLS_REMAT_RUN_BYTERANGES_H

#include <cstdint>
#include <map>

namespace mlir::remat {

/// A set of bytes as disjoint half-open ranges, which do not touch each other.
class ByteRanges {
public:
  /// In O(log n + ranges that vanish).
  void add(int64_t begin, int64_t end);
  void remove(int64_t begin, int64_t end);
  void add(const ByteRanges &other);
  void remove(const ByteRanges &other);

  int64_t bytes() const;
  /// With begins rounded down and ends rounded up to multiples of `alignment`.
  ByteRanges aligned(int64_t alignment) const;

  /// Begin → end.
  const std::map<int64_t, int64_t> &ranges() const { return endOf; }

  friend bool operator==(const ByteRanges &a, const ByteRanges &b) { return a.endOf == b.endOf; }

private:
  std::map<int64_t, int64_t> endOf;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_BYTERANGES_H
