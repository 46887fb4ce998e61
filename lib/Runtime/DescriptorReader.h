//===- DescriptorReader.h - Fields of a descriptor in order -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_DESCRIPTORREADER_H
#define REMAT_LIB_RUNTIME_DESCRIPTORREADER_H

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace rematrt {

/// Largest rank; a descriptor with more is taken for damaged.
constexpr int64_t maxRank = 32;

/// Reads the fields of a descriptor in order. Its length follows from its content.
class DescriptorReader {
public:
  explicit DescriptorReader(const int64_t *descriptor) : begin(descriptor), next(descriptor) {}

  int64_t number() { return *next++; }
  std::vector<int64_t> numbers(int64_t count) {
    std::vector<int64_t> list(next, next + count);
    next += count;
    return list;
  }
  /// All that was read so far.
  std::span<const int64_t> read() const { return {begin, next}; }

private:
  const int64_t *begin;
  const int64_t *next;
};

/// Product of sizes; nothing if a size is negative or the product leaves 62 bits.
inline std::optional<int64_t> elementCount(std::span<const int64_t> sizes) {
  int64_t count = 1;
  bool empty = false;
  for (int64_t size : sizes) {
    if (size < 0)
      return std::nullopt;
    empty |= size == 0;
    if (size > 0 && count > (int64_t(1) << 62) / size)
      return std::nullopt;
    count *= size > 0 ? size : 1;
  }
  return empty ? 0 : count;
}

/// Strides, in elements, of a dense row-major array.
inline std::vector<int64_t> denseStrides(std::span<const int64_t> sizes) {
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = 1;
  for (size_t i = sizes.size(); i-- > 0;) {
    strides[i] = stride;
    stride *= sizes[i];
  }
  return strides;
}

/// Whether all are dimensions of `rank`, none of them twice.
inline bool areDistinctDimensions(std::span<const int64_t> dimensions, int64_t rank) {
  uint64_t seen = 0;
  for (int64_t dimension : dimensions) {
    if (dimension < 0 || dimension >= rank || (seen >> dimension & 1))
      return false;
    seen |= uint64_t(1) << dimension;
  }
  return true;
}

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_DESCRIPTORREADER_H
