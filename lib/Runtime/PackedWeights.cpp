//===- PackedWeights.cpp - Weights between the op's and oneDNN's layout ---===//
#include "PackedWeights.h"
#include "ConvolutionPrimitive.h"
#include "ElementType.h"
#include "Parallel.h"

using namespace rematrt;

bool PackedWeights::chooseCopy(const ConvolutionForm &form, int64_t arrayType, int64_t packedType,
                               bool isWritten, ScratchLayout &layout) {
  bool isNeeded = arrayType != packedType;
  std::vector<int64_t> sizes = weightsSizes(form), strides = weightsStrides(form);
  std::vector<int64_t> arrayStrides = strides;
  size_t firstAxis = sizes.size() - form.axes.size();
  int64_t elements = 1;
  for (int64_t size : sizes)
    elements *= size;
  for (size_t i = 0; i < form.axes.size(); ++i)
    if (form.axes[i].flipsWindow && sizes[firstAxis + i] > 1) {
      isNeeded = true;
      arrayStrides[firstAxis + i] = -strides[firstAxis + i];
      flipOffsetBytes +=
          (sizes[firstAxis + i] - 1) * strides[firstAxis + i] * elementBytes(arrayType);
    }
  if (!isNeeded)
    return true;
  std::vector<CopyDimension> dimensions;
  for (size_t i = 0; i < sizes.size(); ++i)
    dimensions.push_back(isWritten ? CopyDimension{sizes[i], arrayStrides[i], strides[i]}
                                   : CopyDimension{sizes[i], strides[i], arrayStrides[i]});
  copy = isWritten ? StridedCopy::create(dimensions, arrayType, packedType)
                   : StridedCopy::create(dimensions, packedType, arrayType);
  copyOffset = layout.addShared(elements * elementBytes(packedType));
  return copy.has_value();
}

std::optional<PackedWeights> PackedWeights::create(const ConvolutionForm &form, int64_t arrayType,
                                                   const dnnl_memory_desc_t &packed,
                                                   int64_t packedType, ScratchLayout &layout) {
  PackedWeights weights;
  if (!weights.chooseCopy(form, arrayType, packedType, /*isWritten=*/false, layout))
    return std::nullopt;
  dnnl_memory_desc_t array = stridedMemory(weightsSizes(form), weightsStrides(form), packedType);
  if (dnnl_memory_desc_equal(&array, &packed))
    return weights;
  SingleThreadedLibraries singleThreaded;
  weights.reorder = Primitive::createReorder(array, packed);
  if (!weights.reorder)
    return std::nullopt;
  weights.packedOffset = layout.addShared(static_cast<int64_t>(dnnl_memory_desc_get_size(&packed)));
  weights.reorderScratchOffset = layout.addShared(weights.reorder->scratchBytes());
  return weights;
}

std::optional<PackedWeights> PackedWeights::createWritten(const ConvolutionForm &form,
                                                          int64_t arrayType,
                                                          const dnnl_memory_desc_t &packed,
                                                          int64_t packedType,
                                                          ScratchLayout &layout) {
  PackedWeights weights;
  if (!weights.chooseCopy(form, arrayType, packedType, /*isWritten=*/true, layout))
    return std::nullopt;
  dnnl_memory_desc_t array = stridedMemory(weightsSizes(form), weightsStrides(form), packedType);
  SingleThreadedLibraries singleThreaded;
  weights.reorder = Primitive::createReorder(packed, array);
  if (!weights.reorder)
    return std::nullopt;
  weights.reorderScratchOffset = layout.addShared(weights.reorder->scratchBytes());
  return weights;
}

dnnl_status_t PackedWeights::prepare() { return reorder ? reorder->prepare() : dnnl_success; }

dnnl_status_t PackedWeights::pack(dnnl_stream_t stream, const void *array, char *scratch,
                                  void *&packed) const {
  packed = const_cast<void *>(array);
  if (copy) {
    copy->run(scratch + copyOffset, static_cast<const char *>(array) + flipOffsetBytes);
    packed = scratch + copyOffset;
  }
  if (!reorder)
    return dnnl_success;
  void *source = packed;
  packed = scratch + packedOffset;
  return reorder->execute(stream, {{DNNL_ARG_FROM, source}, {DNNL_ARG_TO, packed}},
                          scratch + reorderScratchOffset);
}

dnnl_status_t PackedWeights::unpack(dnnl_stream_t stream, void *packed, char *scratch,
                                    void *array) const {
  void *destination = copy ? scratch + copyOffset : array;
  dnnl_status_t status =
      reorder->execute(stream, {{DNNL_ARG_FROM, packed}, {DNNL_ARG_TO, destination}},
                       scratch + reorderScratchOffset);
  if (status == dnnl_success && copy)
    copy->run(static_cast<char *>(array) + flipOffsetBytes, destination);
  return status;
}
