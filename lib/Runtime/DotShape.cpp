//===- DotShape.cpp - dot_general as loops around matrix products ---------===//
#include "DotShape.h"
#include "ElementType.h"
#include <algorithm>

using namespace rematrt;

namespace {

/// The descriptor's fields as they stand.
struct DotFields {
  int64_t lhsType, rhsType, resultType;
  std::vector<int64_t> lhsSizes, rhsSizes;
  std::vector<int64_t> lhsBatching, rhsBatching, lhsContracting, rhsContracting;
  std::span<const int64_t> descriptor;
  bool countsArePossible;
};

} // namespace

static DotFields readFields(const int64_t *descriptor) {
  DescriptorReader reader(descriptor);
  DotFields fields = {};
  fields.lhsType = reader.number();
  fields.rhsType = reader.number();
  fields.resultType = reader.number();
  int64_t batching = reader.number(), contracting = reader.number();
  int64_t lhsRank = reader.number(), rhsRank = reader.number();
  auto isPossible = [](int64_t count) { return count >= 0 && count <= maxRank; };
  fields.countsArePossible = isPossible(lhsRank) && isPossible(rhsRank) && isPossible(batching) &&
                             isPossible(contracting) &&
                             batching + contracting <= std::min(lhsRank, rhsRank);
  if (fields.countsArePossible) {
    fields.lhsSizes = reader.numbers(lhsRank);
    fields.rhsSizes = reader.numbers(rhsRank);
    fields.lhsBatching = reader.numbers(batching);
    fields.rhsBatching = reader.numbers(batching);
    fields.lhsContracting = reader.numbers(contracting);
    fields.rhsContracting = reader.numbers(contracting);
  }
  fields.descriptor = reader.read();
  return fields;
}

std::span<const int64_t> rematrt::dotDescriptor(const int64_t *descriptor) {
  return readFields(descriptor).descriptor;
}

int64_t rematrt::totalSize(std::span<const DotLoop> loops) {
  int64_t total = 1;
  for (const DotLoop &loop : loops)
    total *= loop.size;
  return total;
}

/// Removes loops of one iteration and merges neighbours.
static std::vector<DotLoop> simplified(const std::vector<DotLoop> &loops) {
  std::vector<DotLoop> result;
  for (const DotLoop &loop : loops) {
    if (loop.size == 1)
      continue;
    if (!result.empty() && result.back().lhsStride == loop.lhsStride * loop.size &&
        result.back().rhsStride == loop.rhsStride * loop.size &&
        result.back().resultStride == loop.resultStride * loop.size)
      result.back() = {result.back().size * loop.size, loop.lhsStride, loop.rhsStride,
                       loop.resultStride};
    else
      result.push_back(loop);
  }
  return result;
}

static std::vector<int64_t> remaining(int64_t rank, const std::vector<int64_t> &batching,
                                      const std::vector<int64_t> &contracting) {
  std::vector<int64_t> rest;
  for (int64_t dimension = 0; dimension < rank; ++dimension)
    if (std::ranges::find(batching, dimension) == batching.end() &&
        std::ranges::find(contracting, dimension) == contracting.end())
      rest.push_back(dimension);
  return rest;
}

static bool haveEqualSizes(const DotFields &fields, const std::vector<int64_t> &lhsDimensions,
                           const std::vector<int64_t> &rhsDimensions) {
  for (size_t i = 0; i < lhsDimensions.size(); ++i)
    if (fields.lhsSizes[lhsDimensions[i]] != fields.rhsSizes[rhsDimensions[i]])
      return false;
  return true;
}

static bool areDistinct(const std::vector<int64_t> &a, const std::vector<int64_t> &b,
                        int64_t rank) {
  std::vector<int64_t> both = a;
  both.insert(both.end(), b.begin(), b.end());
  return areDistinctDimensions(both, rank);
}

static const char *whatIsWrong(const DotFields &fields) {
  if (!elementBytes(fields.lhsType) || !elementBytes(fields.rhsType) ||
      !elementBytes(fields.resultType))
    return "dot: unknown element type";
  if (!fields.countsArePossible)
    return "dot: impossible rank or number of batching or contracting dimensions";
  if (!areDistinct(fields.lhsBatching, fields.lhsContracting, fields.lhsSizes.size()) ||
      !areDistinct(fields.rhsBatching, fields.rhsContracting, fields.rhsSizes.size()))
    return "dot: batching and contracting dimensions must be distinct dimensions of the operand";
  if (!haveEqualSizes(fields, fields.lhsBatching, fields.rhsBatching) ||
      !haveEqualSizes(fields, fields.lhsContracting, fields.rhsContracting))
    return "dot: batching and contracting dimensions must have equal sizes on both sides";
  if (!elementCount(fields.lhsSizes) || !elementCount(fields.rhsSizes))
    return "dot: impossible sizes";
  return nullptr;
}

std::optional<DotShape> rematrt::readDotShape(const int64_t *descriptor, std::string &error) {
  DotFields fields = readFields(descriptor);
  if (const char *wrong = whatIsWrong(fields)) {
    error = wrong;
    return std::nullopt;
  }
  std::vector<int64_t> lhsStrides = denseStrides(fields.lhsSizes);
  std::vector<int64_t> rhsStrides = denseStrides(fields.rhsSizes);
  std::vector<int64_t> lhsRest =
      remaining(fields.lhsSizes.size(), fields.lhsBatching, fields.lhsContracting);
  std::vector<int64_t> rhsRest =
      remaining(fields.rhsSizes.size(), fields.rhsBatching, fields.rhsContracting);

  DotShape shape = {fields.lhsType, fields.rhsType, fields.resultType, {}, {}, {}, {}, 0};
  std::vector<int64_t> resultSizes;
  for (int64_t dimension : fields.lhsBatching)
    resultSizes.push_back(fields.lhsSizes[dimension]);
  for (int64_t dimension : lhsRest)
    resultSizes.push_back(fields.lhsSizes[dimension]);
  for (int64_t dimension : rhsRest)
    resultSizes.push_back(fields.rhsSizes[dimension]);
  std::optional<int64_t> resultElements = elementCount(resultSizes);
  if (!resultElements) {
    error = "dot: the result is too large";
    return std::nullopt;
  }
  shape.resultElements = *resultElements;
  std::vector<int64_t> resultStrides = denseStrides(resultSizes);
  size_t resultDimension = 0;
  for (size_t i = 0; i < fields.lhsBatching.size(); ++i) {
    int64_t lhs = fields.lhsBatching[i], rhs = fields.rhsBatching[i];
    shape.batch.push_back(
        {fields.lhsSizes[lhs], lhsStrides[lhs], rhsStrides[rhs], resultStrides[resultDimension++]});
  }
  for (int64_t lhs : lhsRest)
    shape.rows.push_back(
        {fields.lhsSizes[lhs], lhsStrides[lhs], 0, resultStrides[resultDimension++]});
  for (int64_t rhs : rhsRest)
    shape.columns.push_back(
        {fields.rhsSizes[rhs], 0, rhsStrides[rhs], resultStrides[resultDimension++]});
  for (size_t i = 0; i < fields.lhsContracting.size(); ++i) {
    int64_t lhs = fields.lhsContracting[i], rhs = fields.rhsContracting[i];
    shape.contracting.push_back({fields.lhsSizes[lhs], lhsStrides[lhs], rhsStrides[rhs], 0});
  }
  // The order of additions is free: the order in lhs merges most.
  std::ranges::stable_sort(shape.contracting, std::ranges::greater{}, &DotLoop::lhsStride);
  for (std::vector<DotLoop> *loops :
       {&shape.batch, &shape.rows, &shape.columns, &shape.contracting})
    *loops = simplified(*loops);
  return shape;
}
