//===- PackedWeights.h - Weights between the op's and oneDNN's layout -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_PACKEDWEIGHTS_H
#define REMAT_LIB_RUNTIME_PACKEDWEIGHTS_H

#include "ConvolutionForm.h"
#include "Primitive.h"
#include "ScratchLayout.h"
#include "StridedCopy.h"

namespace rematrt {

/// The way between a form's weights in the op's array and in the layout that oneDNN chose: a
/// reorder, and a copy beside it where the window is flipped or the type is another one.
class PackedWeights {
public:
  /// For weights that are read: array → oneDNN. Takes its places in the shared scratch.
  static std::optional<PackedWeights> create(const ConvolutionForm &form, int64_t arrayType,
                                             const dnnl_memory_desc_t &packed, int64_t packedType,
                                             ScratchLayout &layout);
  /// For weights that are computed: oneDNN → array. The packed ones lie elsewhere.
  static std::optional<PackedWeights> createWritten(const ConvolutionForm &form, int64_t arrayType,
                                                    const dnnl_memory_desc_t &packed,
                                                    int64_t packedType, ScratchLayout &layout);

  dnnl_status_t prepare();
  /// `packed`: where they are afterwards, in the scratch or in the array itself.
  dnnl_status_t pack(dnnl_stream_t stream, const void *array, char *scratch, void *&packed) const;
  dnnl_status_t unpack(dnnl_stream_t stream, void *packed, char *scratch, void *array) const;

private:
  bool chooseCopy(const ConvolutionForm &form, int64_t arrayType, int64_t packedType,
                  bool isWritten, ScratchLayout &layout);

  /// The array to or from one in the same order of dimensions, neither flipped nor of another type.
  std::optional<StridedCopy> copy;
  int64_t copyOffset = 0;
  /// First element of the array that the copy touches, in bytes.
  int64_t flipOffsetBytes = 0;
  std::unique_ptr<Primitive> reorder;
  int64_t packedOffset = 0, reorderScratchOffset = 0;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_PACKEDWEIGHTS_H
