//===- AttentionShape.cpp - What a descriptor of attention says -----------===//
#include "AttentionShape.h"
#include "ElementType.h"
#include <algorithm>
#include <bit>

using namespace rematrt;

/// Ten types, the heads' dimension, six sizes, four sizes of bias and of dropout, scale and factor.
static constexpr int64_t descriptorLength = 10 + 1 + 6 + 4 + 4 + 2;

std::span<const int64_t> rematrt::attentionDescriptor(const int64_t *descriptor) {
  return {descriptor, descriptorLength};
}

static HeadMatrices headMatrices(int64_t type, int64_t headsDimension, int64_t heads, int64_t rows,
                                 int64_t columns) {
  HeadMatrices made = {type, rows, columns, heads * rows * columns, 0, 0};
  made.headStride = headsDimension == 1 ? rows * columns : columns;
  made.rowStride = headsDimension == 1 ? columns : heads * columns;
  return made;
}

/// Sizes are those of the scores, or 1 where an element serves all.
static bool readScoreArray(ScoreArray &array, int64_t type, const std::vector<int64_t> &sizes,
                           const AttentionShape &shape) {
  array.type = type;
  const int64_t scores[4] = {shape.batches, shape.heads, shape.queries, shape.keys};
  int64_t *strides[4] = {&array.batchStride, &array.headStride, &array.rowStride,
                         &array.columnStride};
  std::vector<int64_t> dense = denseStrides(sizes);
  for (int i = 0; i < 4; ++i) {
    if (sizes[i] != 1 && sizes[i] != scores[i])
      return false;
    *strides[i] = sizes[i] == 1 ? 0 : dense[i];
  }
  return true;
}

static bool isComputed(int64_t type) {
  return type == REMATRT_F32 || type == REMATRT_BF16 || type == REMATRT_F16;
}

std::optional<AttentionShape> rematrt::readAttentionShape(const int64_t *descriptor,
                                                          bool isGradient, std::string &error) {
  DescriptorReader reader(descriptor);
  std::vector<int64_t> types = reader.numbers(10);
  int64_t headsDimension = reader.number();
  std::vector<int64_t> sizes = reader.numbers(6);
  std::vector<int64_t> biasSizes = reader.numbers(4), dropoutSizes = reader.numbers(4);
  AttentionShape shape = {};
  shape.scale = std::bit_cast<double>(reader.number());
  shape.dropoutFactor = std::bit_cast<double>(reader.number());

  std::vector<int64_t> computed{types[0], types[1], types[2], types[5]};
  if (isGradient)
    computed.insert(computed.end(), types.begin() + 6, types.end());
  if (types[3] != 0)
    computed.push_back(types[3]);
  if (types[4] != 0 && types[4] != REMATRT_I1)
    computed.push_back(types[4]);
  if (!std::ranges::all_of(computed, isComputed)) {
    error = "attention: element types must be f32, bf16 or f16, of dropout also i1";
    return std::nullopt;
  }
  std::vector<int64_t> scoreSizes(sizes.begin(), sizes.begin() + 4);
  if ((headsDimension != 1 && headsDimension != 2) || !elementCount(sizes) ||
      !elementCount(scoreSizes)) {
    error = "attention: impossible sizes, or heads in neither dimension 1 nor 2";
    return std::nullopt;
  }
  shape.batches = sizes[0];
  shape.heads = sizes[1];
  shape.queries = sizes[2];
  shape.keys = sizes[3];
  shape.features = sizes[4];
  shape.valueFeatures = sizes[5];
  auto matrices = [&](int number, int64_t rows, int64_t columns) {
    return headMatrices(types[number], headsDimension, shape.heads, rows, columns);
  };
  shape.q = matrices(0, shape.queries, shape.features);
  shape.k = matrices(1, shape.keys, shape.features);
  shape.v = matrices(2, shape.keys, shape.valueFeatures);
  shape.result = matrices(5, shape.queries, shape.valueFeatures);
  shape.gradient = matrices(6, shape.queries, shape.valueFeatures);
  shape.qGradient = matrices(7, shape.queries, shape.features);
  shape.kGradient = matrices(8, shape.keys, shape.features);
  shape.vGradient = matrices(9, shape.keys, shape.valueFeatures);
  if (!readScoreArray(shape.bias, types[3], biasSizes, shape) ||
      !readScoreArray(shape.dropout, types[4], dropoutSizes, shape)) {
    error = "attention: sizes of bias and dropout must be those of the scores, or 1";
    return std::nullopt;
  }
  return shape;
}
