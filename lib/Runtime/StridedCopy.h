//===- StridedCopy.h - Copies between layouts and types -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_STRIDEDCOPY_H
#define REMAT_LIB_RUNTIME_STRIDEDCOPY_H

#include <cstdint>
#include <optional>
#include <vector>

namespace rematrt {

/// One dimension of a copy; strides count elements and may be negative.
struct CopyDimension {
  int64_t size;
  int64_t destinationStride;
  int64_t sourceStride;
};

/// A prepared copy from one strided layout and type to another: packing for library calls.
class StridedCopy {
public:
  /// Nothing if the types cannot be converted: floats convert to floats, integers and i1 to
  /// integers of any width.
  static std::optional<StridedCopy> create(std::vector<CopyDimension> dimensions,
                                           int64_t destinationType, int64_t sourceType);

  /// Slices of the outermost loop, for several threads.
  int64_t sliceCount() const { return outer.empty() ? 1 : outer.front().size; }

  void run(void *destination, const void *source) const {
    runSlices(destination, source, 0, sliceCount());
  }
  void runSlices(void *destination, const void *source, int64_t begin, int64_t end) const;

  /// Copies a tile: rows.size x columns.size elements.
  using TileKernel = void (*)(void *destination, const void *source, const CopyDimension &rows,
                              const CopyDimension &columns);

private:
  void runFrom(size_t loop, char *destination, const char *source) const;

  /// All loops but the two innermost, the outermost first.
  std::vector<CopyDimension> outer;
  CopyDimension rows{1, 0, 0};
  CopyDimension columns{1, 0, 0};
  int64_t destinationElementBytes = 0;
  int64_t sourceElementBytes = 0;
  TileKernel kernel = nullptr;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_STRIDEDCOPY_H
