//===- StridedCopy.cpp - Copies between layouts and types -----------------===//
#include "StridedCopy.h"
#include "ElementType.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace rematrt;

/// Elements of a tile's side: a tile of 8-byte elements fits the smallest level of cache in both
/// layouts.
static constexpr int64_t tileSide = 32;

template <typename To, typename From>
static void copyTile(void *destination, const void *source, const CopyDimension &rows,
                     const CopyDimension &columns) {
  auto *to = static_cast<To *>(destination);
  auto *from = static_cast<const From *>(source);
  if (columns.destinationStride == 1 && columns.sourceStride == 1) {
    for (int64_t row = 0; row < rows.size; ++row) {
      To *toRow = to + row * rows.destinationStride;
      const From *fromRow = from + row * rows.sourceStride;
      if constexpr (std::is_same_v<To, From>)
        std::memcpy(toRow, fromRow, columns.size * sizeof(To));
      else
        for (int64_t column = 0; column < columns.size; ++column)
          toRow[column] = convertElement<To>(fromRow[column]);
    }
    return;
  }
  for (int64_t rowBegin = 0; rowBegin < rows.size; rowBegin += tileSide)
    for (int64_t columnBegin = 0; columnBegin < columns.size; columnBegin += tileSide) {
      int64_t rowEnd = std::min(rowBegin + tileSide, rows.size);
      int64_t columnEnd = std::min(columnBegin + tileSide, columns.size);
      for (int64_t row = rowBegin; row < rowEnd; ++row)
        for (int64_t column = columnBegin; column < columnEnd; ++column)
          to[row * rows.destinationStride + column * columns.destinationStride] =
              convertElement<To>(from[row * rows.sourceStride + column * columns.sourceStride]);
    }
}

/// To and from the storage types of floats.
template <typename To> static StridedCopy::TileKernel floatKernel(int64_t sourceType) {
  switch (sourceType) {
  case REMATRT_F64:
    return copyTile<To, double>;
  case REMATRT_F32:
    return copyTile<To, float>;
  case REMATRT_BF16:
    return copyTile<To, BFloat16>;
  case REMATRT_F16:
    return copyTile<To, Float16>;
  default:
    return withFloat8(sourceType, [](auto example) -> StridedCopy::TileKernel {
      return copyTile<To, decltype(example)>;
    });
  }
}

/// Bits decide in integers: the destination is unsigned, the source extends itself.
template <typename To> static StridedCopy::TileKernel integerKernel(int64_t sourceType) {
  switch (sourceType) {
  case REMATRT_I8:
    return copyTile<To, int8_t>;
  case REMATRT_I16:
    return copyTile<To, int16_t>;
  case REMATRT_I32:
    return copyTile<To, int32_t>;
  case REMATRT_I64:
    return copyTile<To, int64_t>;
  case REMATRT_UI16:
    return copyTile<To, uint16_t>;
  case REMATRT_UI32:
    return copyTile<To, uint32_t>;
  case REMATRT_UI64:
    return copyTile<To, uint64_t>;
  default:
    return copyTile<To, uint8_t>;
  }
}

/// Same type on both sides: only its size matters.
static StridedCopy::TileKernel plainKernel(int64_t bytes) {
  switch (bytes) {
  case 1:
    return copyTile<uint8_t, uint8_t>;
  case 2:
    return copyTile<uint16_t, uint16_t>;
  case 4:
    return copyTile<uint32_t, uint32_t>;
  default:
    return copyTile<uint64_t, uint64_t>;
  }
}

static StridedCopy::TileKernel tileKernel(int64_t to, int64_t from) {
  if (to == from)
    return plainKernel(elementBytes(to));
  if (isFloat(to) != isFloat(from) || to == REMATRT_I1 || isFloat8(to))
    return nullptr;
  switch (to) {
  case REMATRT_F64:
    return floatKernel<double>(from);
  case REMATRT_F32:
    return floatKernel<float>(from);
  case REMATRT_BF16:
    return floatKernel<BFloat16>(from);
  case REMATRT_F16:
    return floatKernel<Float16>(from);
  default:
    break;
  }
  switch (elementBytes(to)) {
  case 1:
    return integerKernel<uint8_t>(from);
  case 2:
    return integerKernel<uint16_t>(from);
  case 4:
    return integerKernel<uint32_t>(from);
  default:
    return integerKernel<uint64_t>(from);
  }
}

std::optional<StridedCopy> StridedCopy::create(std::vector<CopyDimension> dimensions,
                                               int64_t destinationType, int64_t sourceType) {
  StridedCopy copy;
  copy.kernel = tileKernel(destinationType, sourceType);
  if (!copy.kernel)
    return std::nullopt;
  copy.destinationElementBytes = elementBytes(destinationType);
  copy.sourceElementBytes = elementBytes(sourceType);
  std::erase_if(dimensions, [](const CopyDimension &d) { return d.size == 1; });
  std::stable_sort(dimensions.begin(), dimensions.end(),
                   [](const CopyDimension &a, const CopyDimension &b) {
                     return std::abs(a.destinationStride) > std::abs(b.destinationStride);
                   });
  // Neighbours that are one run in both layouts are one loop.
  std::vector<CopyDimension> merged;
  for (const CopyDimension &dimension : dimensions) {
    if (!merged.empty() &&
        merged.back().destinationStride == dimension.size * dimension.destinationStride &&
        merged.back().sourceStride == dimension.size * dimension.sourceStride)
      merged.back() = {merged.back().size * dimension.size, dimension.destinationStride,
                       dimension.sourceStride};
    else
      merged.push_back(dimension);
  }
  if (!merged.empty()) {
    copy.columns = merged.back();
    merged.pop_back();
  }
  // A tile spans the fastest dimensions of both layouts.
  if (!merged.empty()) {
    auto fastest = std::min_element(merged.begin(), merged.end(),
                                    [](const CopyDimension &a, const CopyDimension &b) {
                                      return std::abs(a.sourceStride) < std::abs(b.sourceStride);
                                    });
    copy.rows = *fastest;
    merged.erase(fastest);
  }
  copy.outer = std::move(merged);
  return copy;
}

void StridedCopy::runFrom(size_t loop, char *destination, const char *source) const {
  if (loop == outer.size()) {
    kernel(destination, source, rows, columns);
    return;
  }
  const CopyDimension &dimension = outer[loop];
  for (int64_t i = 0; i < dimension.size; ++i)
    runFrom(loop + 1, destination + i * dimension.destinationStride * destinationElementBytes,
            source + i * dimension.sourceStride * sourceElementBytes);
}

void StridedCopy::runSlices(void *destination, const void *source, int64_t begin,
                            int64_t end) const {
  auto *to = static_cast<char *>(destination);
  auto *from = static_cast<const char *>(source);
  if (outer.empty()) {
    if (begin < end)
      runFrom(0, to, from);
    return;
  }
  for (int64_t slice = begin; slice < end; ++slice)
    runFrom(1, to + slice * outer.front().destinationStride * destinationElementBytes,
            from + slice * outer.front().sourceStride * sourceElementBytes);
}
