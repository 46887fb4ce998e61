//===- AttentionShape.h - What a descriptor of attention says -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_ATTENTIONSHAPE_H
#define REMAT_LIB_RUNTIME_ATTENTIONSHAPE_H

#include "DescriptorReader.h"
#include <string>

namespace rematrt {

/// A matrix for each batch and head within a larger array. Strides are in elements.
struct HeadMatrices {
  int64_t type, rows, columns;
  int64_t batchStride, headStride, rowStride;

  int64_t offset(int64_t batch, int64_t head) const {
    return batch * batchStride + head * headStride;
  }
};

/// An array with an element for each score, or repeated along some dimensions (stride 0).
struct ScoreArray {
  int64_t type = 0; ///< 0: there is none
  int64_t batchStride = 0, headStride = 0, rowStride = 0, columnStride = 0;
};

/// Softmax attention of every head: result = softmax(scale q kᵀ + bias) v, where the softmax's
/// elements are multiplied by the dropout's elements and by a factor.
struct AttentionShape {
  int64_t batches, heads, queries, keys, features, valueFeatures;
  HeadMatrices q, k, v, result;
  /// Of the gradient call only: types are 0 else.
  HeadMatrices gradient, qGradient, kGradient, vGradient;
  ScoreArray bias, dropout;
  double scale, dropoutFactor;
};

/// The descriptor's extent.
std::span<const int64_t> attentionDescriptor(const int64_t *descriptor);

/// Reads a descriptor; nothing, and what is wrong with it, if it contradicts itself.
std::optional<AttentionShape> readAttentionShape(const int64_t *descriptor, bool isGradient,
                                                 std::string &error);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_ATTENTIONSHAPE_H
