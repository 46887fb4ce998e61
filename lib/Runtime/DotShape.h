//===- DotShape.h - dot_general as loops around matrix products -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_DOTSHAPE_H
#define REMAT_LIB_RUNTIME_DOTSHAPE_H

#include "DescriptorReader.h"
#include <string>

namespace rematrt {

/// A loop over one dimension of the products and of the arrays that have it. Strides are in
/// elements, 0 where an array does not have the dimension.
struct DotLoop {
  int64_t size;
  int64_t lhsStride;
  int64_t rhsStride;
  int64_t resultStride;
};

/// The dimensions of a dot_general by role. In each list, neighbours that are one run in all
/// arrays are one loop.
struct DotShape {
  int64_t lhsType, rhsType, resultType;
  std::vector<DotLoop> batch;       ///< in all three
  std::vector<DotLoop> rows;        ///< in lhs and result
  std::vector<DotLoop> columns;     ///< in rhs and result
  std::vector<DotLoop> contracting; ///< in lhs and rhs
  int64_t resultElements;
};

/// The descriptor's extent: it can be read even if its content is wrong.
std::span<const int64_t> dotDescriptor(const int64_t *descriptor);

/// Reads a descriptor; nothing, and what is wrong with it, if it contradicts itself.
std::optional<DotShape> readDotShape(const int64_t *descriptor, std::string &error);

/// Product of the sizes.
int64_t totalSize(std::span<const DotLoop> loops);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_DOTSHAPE_H
