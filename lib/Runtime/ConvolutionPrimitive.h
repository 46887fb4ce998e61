//===- ConvolutionPrimitive.h - oneDNN's convolutions of one form -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CONVOLUTIONPRIMITIVE_H
#define REMAT_LIB_RUNTIME_CONVOLUTIONPRIMITIVE_H

#include "ConvolutionForm.h"
#include "Primitive.h"
#include "StridedCopy.h"

namespace rematrt {

/// Sizes of the input or output of `batch` elements, as oneDNN orders them: batch, features of all
/// groups, spatial.
std::vector<int64_t> inputSizes(const ConvolutionForm &form, int64_t batch);
std::vector<int64_t> outputSizes(const ConvolutionForm &form, int64_t batch);

/// Sizes and strides of the weights: group (if there are several), output, input, window. Strides
/// of flipped windows are given as if they were not.
std::vector<int64_t> weightsSizes(const ConvolutionForm &form);
std::vector<int64_t> weightsStrides(const ConvolutionForm &form);

/// Dense strides with the features innermost, which oneDNN's fast code reads without reordering.
std::vector<int64_t> channelsLastStrides(const std::vector<int64_t> &sizes);

/// The input or output of a form in the channels-last layout: where it has that layout and type
/// already, or through a copy of one chunk of the batch at a time.
class ChannelsLastArray {
public:
  /// `isWritten`: the copy goes from channels-last to the array.
  static std::optional<ChannelsLastArray> create(const std::vector<int64_t> &chunkSizes,
                                                 std::vector<int64_t> strides, int64_t offset,
                                                 int64_t type, int64_t computeType, bool isWritten);

  bool isCopied() const { return copy.has_value(); }
  int64_t copyBytes() const { return chunkCopyBytes; }
  /// Where batch element `begin` of the array is.
  char *at(const void *array, int64_t begin) const {
    return const_cast<char *>(static_cast<const char *>(array)) +
           (offset + begin * batchStride) * bytes;
  }
  /// Copies `batch` elements that start at `element` to or from `channelsLast`.
  void run(char *element, char *channelsLast, int64_t batch) const;

private:
  std::optional<StridedCopy> copy;
  int64_t offset = 0, batchStride = 0, bytes = 0;
  int64_t elementBytesInCopy = 0, denseBatchStride = 0, chunkCopyBytes = 0;
  bool isWritten = false;
};

/// A form for `batch` elements with channels-last input and output. `outputType` is that of the
/// array that is computed; the weights' layout is oneDNN's choice. Null if oneDNN has no optimised
/// code.
std::unique_ptr<Primitive> createConvolutionPrimitive(const ConvolutionForm &form, int64_t batch,
                                                      int64_t computeType, int64_t outputType);

/// How a batch is cut into chunks, by shape alone: that keeps the order of additions.
struct BatchChunks {
  int64_t count, size;
  int64_t sizeOf(int64_t chunk, int64_t batch) const {
    return chunk == count - 1 ? batch - chunk * size : size;
  }
};
BatchChunks cutBatch(const ConvolutionForm &form, int64_t minChunkProducts, int64_t maxChunks);

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CONVOLUTIONPRIMITIVE_H
