//===- DotMatrices.cpp - dot_general as products of matrices --------------===//
#include "DotMatrices.h"
#include "remat/Runtime/Rematrt.h"
#include <algorithm>
#include <limits>

using namespace rematrt;

/// Takes the loop that is to be a dimension of the matrices: one whose elements are neighbours
/// (stride 1), else the largest. A loop of one turn where there is none.
static DotLoop takeLoop(std::vector<DotLoop> &loops, int64_t DotLoop::*stride) {
  if (loops.empty())
    return {1, 0, 0, 0};
  auto isBefore = [&](const DotLoop &a, const DotLoop &b) {
    bool aIsNear = a.*stride == 1, bIsNear = b.*stride == 1;
    return aIsNear != bIsNear ? bIsNear : a.size < b.size;
  };
  auto chosen = std::max_element(loops.begin(), loops.end(), isBefore);
  DotLoop taken = *chosen;
  loops.erase(chosen);
  return taken;
}

/// A matrix whose element (i, j) is at i * rowStride + j * columnStride; false if neither is 1.
static bool readMatrix(ColumnMajorMatrix &matrix, int64_t rows, int64_t rowStride, int64_t columns,
                       int64_t columnStride) {
  if (rowStride == 1 || rows == 1) {
    matrix.rows = rows;
    matrix.columns = columns;
    matrix.leadingElements = std::max(columns == 1 ? 1 : columnStride, rows);
    return true;
  }
  if (columnStride != 1 && columns != 1)
    return false;
  matrix.rows = columns;
  matrix.columns = rows;
  matrix.leadingElements = std::max(rowStride, columns);
  matrix.isTransposed = true;
  return true;
}

/// One place for each turn of all `loops`, the last one fastest.
static std::vector<ProductPlace> enumerate(const std::vector<ProductPlace> &from,
                                           const std::vector<DotLoop> &loops, bool accumulates) {
  std::vector<ProductPlace> places = from;
  for (const DotLoop &loop : loops) {
    std::vector<ProductPlace> next;
    for (const ProductPlace &place : places)
      for (int64_t turn = 0; turn < loop.size; ++turn)
        next.push_back({place.lhs + turn * loop.lhsStride, place.rhs + turn * loop.rhsStride,
                        place.result + turn * loop.resultStride,
                        place.accumulates || (accumulates && turn > 0)});
    places = std::move(next);
  }
  return places;
}

std::optional<DotMatrices> DotMatrices::of(const DotShape &shape, std::string &error) {
  std::vector<DotLoop> outer = shape.batch, rows = shape.rows, columns = shape.columns,
                       sums = shape.contracting;
  DotLoop sum = takeLoop(sums, &DotLoop::lhsStride);
  DotLoop column = takeLoop(columns, &DotLoop::resultStride);
  DotLoop row = takeLoop(rows, &DotLoop::lhsStride);
  DotLoop batch = {1, 0, 0, 0};
  if (!outer.empty()) {
    auto largest =
        std::max_element(outer.begin(), outer.end(),
                         [](const DotLoop &a, const DotLoop &b) { return a.size < b.size; });
    batch = *largest;
    outer.erase(largest);
  }
  if (batch.size > std::numeric_limits<int32_t>::max()) {
    error = "dot: cuBLASLt takes less than 2^31 products of a batch";
    return std::nullopt;
  }
  DotMatrices made;
  MatrixShapes &shapes = made.shapes;
  shapes.batch = batch.size;
  bool isReadable =
      readMatrix(shapes.first, column.size, column.rhsStride, sum.size, sum.rhsStride) &&
      readMatrix(shapes.second, sum.size, sum.lhsStride, row.size, row.lhsStride) &&
      readMatrix(shapes.result, column.size, column.resultStride, row.size, row.resultStride) &&
      !shapes.result.isTransposed;
  if (!isReadable) {
    error = "dot: cuBLASLt cannot read operands whose elements lie apart in both directions";
    return std::nullopt;
  }
  shapes.first.batchElements = batch.rhsStride;
  shapes.second.batchElements = batch.lhsStride;
  shapes.result.batchElements = batch.resultStride;
  outer.insert(outer.end(), rows.begin(), rows.end());
  outer.insert(outer.end(), columns.begin(), columns.end());
  made.products = enumerate({ProductPlace()}, outer, /*accumulates=*/false);
  made.products = enumerate(made.products, sums, /*accumulates=*/true);
  return made;
}

bool rematrt::hasFloat8Product(int64_t lhsType, int64_t rhsType, int64_t resultType) {
  auto isKnown = [](int64_t type) { return type == REMATRT_F8E4M3FN || type == REMATRT_F8E5M2; };
  return isKnown(lhsType) && isKnown(rhsType) &&
         !(lhsType == REMATRT_F8E5M2 && rhsType == REMATRT_F8E5M2) &&
         (resultType == REMATRT_F32 || resultType == REMATRT_BF16 || resultType == REMATRT_F16);
}

bool rematrt::hasFloat8Form(const DotMatrices &matrices) {
  constexpr int64_t multiple = 16;
  const MatrixShapes &shapes = matrices.shapes;
  const bool isAligned = shapes.first.leadingElements % multiple == 0 &&
                         shapes.second.leadingElements % multiple == 0 &&
                         shapes.result.leadingElements % multiple == 0 &&
                         shapes.first.batchElements % multiple == 0 &&
                         shapes.second.batchElements % multiple == 0;
  return matrices.products.size() == 1 && shapes.first.isTransposed &&
         !shapes.second.isTransposed && shapes.first.rows % multiple == 0 &&
         shapes.first.columns % multiple == 0 && isAligned;
}
