//===- ConvolutionShape.cpp - A convolution's dimensions by role ----------===//
#include "ConvolutionShape.h"
#include "ElementType.h"
#include <algorithm>

using namespace rematrt;

namespace {

/// Sizes of an array and which of its dimensions plays which role.
struct ArrayFields {
  std::vector<int64_t> sizes;
  /// Batch or input feature, feature or output feature, then the spatial ones.
  std::vector<int64_t> roles;

  bool isPossible() const {
    return areDistinctDimensions(roles, sizes.size()) && elementCount(sizes);
  }
  ArrayDimension operator[](size_t role) const {
    return {sizes[roles[role]], denseStrides(sizes)[roles[role]]};
  }
};

/// The descriptor's fields as they stand.
struct ConvolutionFields {
  int64_t types[3];
  int64_t featureGroups, batchGroups;
  ArrayFields lhs, rhs, result;
  std::vector<int64_t> windowStrides, padding, lhsDilation, rhsDilation, reversal;
  std::span<const int64_t> descriptor;
  bool rankIsPossible;
};

} // namespace

static ConvolutionFields readFields(const int64_t *descriptor) {
  DescriptorReader reader(descriptor);
  ConvolutionFields fields = {};
  for (int64_t &type : fields.types)
    type = reader.number();
  int64_t spatialRank = reader.number();
  fields.featureGroups = reader.number();
  fields.batchGroups = reader.number();
  fields.rankIsPossible = spatialRank >= 0 && spatialRank + 2 <= maxRank;
  if (fields.rankIsPossible) {
    for (ArrayFields *array : {&fields.lhs, &fields.rhs, &fields.result})
      array->sizes = reader.numbers(spatialRank + 2);
    for (ArrayFields *array : {&fields.lhs, &fields.rhs, &fields.result})
      array->roles = reader.numbers(spatialRank + 2);
    fields.windowStrides = reader.numbers(spatialRank);
    fields.padding = reader.numbers(2 * spatialRank);
    fields.lhsDilation = reader.numbers(spatialRank);
    fields.rhsDilation = reader.numbers(spatialRank);
    fields.reversal = reader.numbers(spatialRank);
  }
  fields.descriptor = reader.read();
  return fields;
}

std::span<const int64_t> rematrt::convolutionDescriptor(const int64_t *descriptor) {
  return readFields(descriptor).descriptor;
}

/// Positions of the window along an axis.
static int64_t windowPositions(const ConvolutionAxis &axis) {
  auto dilated = [](int64_t size, int64_t dilation) {
    return size == 0 ? 0 : (size - 1) * dilation + 1;
  };
  int64_t padded = dilated(axis.lhs.size, axis.lhsDilation) + axis.paddingLow + axis.paddingHigh;
  int64_t window = dilated(axis.window.size, axis.rhsDilation);
  return padded < window || padded <= 0 ? 0 : (padded - window) / axis.windowStride + 1;
}

static const char *whatIsWrong(const ConvolutionShape &shape) {
  if (shape.featureGroups < 1 || shape.batchGroups < 1 ||
      (shape.featureGroups > 1 && shape.batchGroups > 1))
    return "convolution: group counts must be positive, and one of them 1";
  if (shape.rhsInput.size * shape.featureGroups != shape.lhsFeature.size)
    return "convolution: the features of lhs must be those of the kernel times the groups";
  if (shape.rhsOutput.size % shape.featureGroups != 0 ||
      shape.rhsOutput.size % shape.batchGroups != 0 || shape.lhsBatch.size % shape.batchGroups != 0)
    return "convolution: batch and output features must be multiples of their groups";
  if (shape.resultBatch.size != shape.lhsBatch.size / shape.batchGroups ||
      shape.resultFeature.size != shape.rhsOutput.size)
    return "convolution: the result has the wrong batch or feature size";
  for (const ConvolutionAxis &axis : shape.axes) {
    if (axis.windowStride < 1 || axis.lhsDilation < 1 || axis.rhsDilation < 1)
      return "convolution: strides and dilations must be positive";
    if (axis.result.size != windowPositions(axis))
      return "convolution: the result has the wrong spatial size";
  }
  return nullptr;
}

std::optional<ConvolutionShape> rematrt::readConvolutionShape(const int64_t *descriptor,
                                                              std::string &error) {
  ConvolutionFields fields = readFields(descriptor);
  if (!std::ranges::all_of(fields.types, elementBytes)) {
    error = "convolution: unknown element type";
    return std::nullopt;
  }
  if (!fields.rankIsPossible) {
    error = "convolution: impossible rank";
    return std::nullopt;
  }
  if (!fields.lhs.isPossible() || !fields.rhs.isPossible() || !fields.result.isPossible()) {
    error = "convolution: impossible sizes, or dimension numbers that are not distinct";
    return std::nullopt;
  }
  ConvolutionShape shape = {};
  shape.lhsType = fields.types[0];
  shape.rhsType = fields.types[1];
  shape.resultType = fields.types[2];
  shape.featureGroups = fields.featureGroups;
  shape.batchGroups = fields.batchGroups;
  shape.lhsBatch = fields.lhs[0];
  shape.lhsFeature = fields.lhs[1];
  shape.rhsInput = fields.rhs[0];
  shape.rhsOutput = fields.rhs[1];
  shape.resultBatch = fields.result[0];
  shape.resultFeature = fields.result[1];
  for (size_t i = 0; i < fields.windowStrides.size(); ++i)
    shape.axes.push_back({fields.lhs[i + 2], fields.rhs[i + 2], fields.result[i + 2],
                          fields.windowStrides[i], fields.padding[2 * i], fields.padding[2 * i + 1],
                          fields.lhsDilation[i], fields.rhsDilation[i], fields.reversal[i] != 0});
  shape.lhsElements = *elementCount(fields.lhs.sizes);
  shape.rhsElements = *elementCount(fields.rhs.sizes);
  shape.resultElements = *elementCount(fields.result.sizes);
  if (const char *wrong = whatIsWrong(shape)) {
    error = wrong;
    return std::nullopt;
  }
  return shape;
}
