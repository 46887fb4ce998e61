//===- ConvolutionPrimitive.cpp - oneDNN's convolutions of one form -------===//
#include "ConvolutionPrimitive.h"
#include "ElementType.h"
#include "Parallel.h"
#include <algorithm>

using namespace rematrt;

std::vector<int64_t> rematrt::inputSizes(const ConvolutionForm &form, int64_t batch) {
  std::vector<int64_t> sizes = {batch, form.groups * form.inputFeatures};
  for (const ConvolutionForm::Axis &axis : form.axes)
    sizes.push_back(axis.inputSize);
  return sizes;
}

std::vector<int64_t> rematrt::outputSizes(const ConvolutionForm &form, int64_t batch) {
  std::vector<int64_t> sizes = {batch, form.groups * form.outputFeatures};
  for (const ConvolutionForm::Axis &axis : form.axes)
    sizes.push_back(axis.outputSize);
  return sizes;
}

std::vector<int64_t> rematrt::weightsSizes(const ConvolutionForm &form) {
  std::vector<int64_t> sizes;
  if (form.groups > 1)
    sizes.push_back(form.groups);
  sizes.push_back(form.outputFeatures);
  sizes.push_back(form.inputFeatures);
  for (const ConvolutionForm::Axis &axis : form.axes)
    sizes.push_back(axis.windowSize);
  return sizes;
}

std::vector<int64_t> rematrt::weightsStrides(const ConvolutionForm &form) {
  std::vector<int64_t> strides;
  if (form.groups > 1)
    strides.push_back(form.weightsGroupStride);
  strides.push_back(form.weightsOutputStride);
  strides.push_back(form.weightsInputStride);
  for (const ConvolutionForm::Axis &axis : form.axes)
    strides.push_back(axis.weightsStride);
  return strides;
}

std::vector<int64_t> rematrt::channelsLastStrides(const std::vector<int64_t> &sizes) {
  std::vector<int64_t> strides(sizes.size());
  int64_t stride = sizes[1];
  strides[1] = 1;
  for (size_t i = sizes.size() - 1; i >= 2; --i) {
    strides[i] = stride;
    stride *= sizes[i];
  }
  strides[0] = stride;
  return strides;
}

std::optional<ChannelsLastArray> ChannelsLastArray::create(const std::vector<int64_t> &chunkSizes,
                                                           std::vector<int64_t> strides,
                                                           int64_t offset, int64_t type,
                                                           int64_t computeType, bool isWritten) {
  ChannelsLastArray array;
  array.offset = offset;
  array.batchStride = strides[0];
  array.bytes = elementBytes(type);
  array.elementBytesInCopy = elementBytes(computeType);
  array.isWritten = isWritten;
  std::vector<int64_t> dense = channelsLastStrides(chunkSizes);
  bool isDense = type == computeType;
  for (size_t i = 0; i < dense.size(); ++i)
    isDense &= chunkSizes[i] == 1 || strides[i] == dense[i];
  if (isDense)
    return array;
  // One batch element at a time: the last chunk may have fewer.
  std::vector<CopyDimension> dimensions;
  for (size_t i = 1; i < dense.size(); ++i)
    dimensions.push_back(isWritten ? CopyDimension{chunkSizes[i], strides[i], dense[i]}
                                   : CopyDimension{chunkSizes[i], dense[i], strides[i]});
  array.copy = isWritten ? StridedCopy::create(dimensions, type, computeType)
                         : StridedCopy::create(dimensions, computeType, type);
  if (!array.copy)
    return std::nullopt;
  array.chunkCopyBytes = chunkSizes[0] * dense[0] * array.elementBytesInCopy;
  array.denseBatchStride = dense[0];
  return array;
}

void ChannelsLastArray::run(char *element, char *channelsLast, int64_t batch) const {
  for (int64_t i = 0; i < batch; ++i) {
    char *dense = channelsLast + i * denseBatchStride * elementBytesInCopy;
    char *strided = element + i * batchStride * bytes;
    if (isWritten)
      copy->run(strided, dense);
    else
      copy->run(dense, strided);
  }
}

/// oneDNN's choice of a layout.
static dnnl_memory_desc_t anyLayout(const std::vector<int64_t> &sizes, int64_t type) {
  dnnl_memory_desc_t memory = {};
  dnnl_memory_desc_init_by_tag(&memory, static_cast<int>(sizes.size()), sizes.data(),
                               libraryType(type), dnnl_format_tag_any);
  return memory;
}

std::unique_ptr<Primitive> rematrt::createConvolutionPrimitive(const ConvolutionForm &form,
                                                               int64_t batch, int64_t computeType,
                                                               int64_t outputType) {
  using Kind = ConvolutionForm::Kind;
  auto typeOf = [&](Kind kind) { return form.kind == kind ? outputType : computeType; };
  std::vector<int64_t> inputs = inputSizes(form, batch), outputs = outputSizes(form, batch);
  auto describe = [&](int64_t inputType, int64_t weightsType, int64_t resultType) {
    struct {
      dnnl_memory_desc_t input, weights, output;
    } memories = {stridedMemory(inputs, channelsLastStrides(inputs), inputType),
                  anyLayout(weightsSizes(form), weightsType),
                  stridedMemory(outputs, channelsLastStrides(outputs), resultType)};
    return memories;
  };
  std::vector<int64_t> strides, dilations, low, high;
  for (const ConvolutionForm::Axis &axis : form.axes) {
    strides.push_back(axis.stride);
    dilations.push_back(axis.dilation - 1);
    low.push_back(axis.paddingLow);
    high.push_back(axis.paddingHigh);
  }
  SingleThreadedLibraries singleThreaded;
  auto forward = [&](int64_t resultType) -> std::unique_ptr<Primitive> {
    auto memories = describe(computeType, computeType, resultType);
    dnnl_convolution_desc_t operation;
    if (dnnl_dilated_convolution_forward_desc_init(
            &operation, dnnl_forward_training, dnnl_convolution_direct, &memories.input,
            &memories.weights, nullptr, &memories.output, strides.data(), dilations.data(),
            low.data(), high.data()) != dnnl_success)
      return nullptr;
    return Primitive::create(&operation);
  };
  std::unique_ptr<Primitive> result;
  if (form.kind == Kind::Forward) {
    result = forward(outputType);
  } else {
    std::unique_ptr<Primitive> hint = forward(computeType);
    if (!hint)
      return nullptr;
    auto memories =
        describe(typeOf(Kind::InputGradient), typeOf(Kind::WeightGradient), computeType);
    dnnl_convolution_desc_t operation;
    dnnl_status_t status =
        form.kind == Kind::InputGradient
            ? dnnl_dilated_convolution_backward_data_desc_init(
                  &operation, dnnl_convolution_direct, &memories.input, &memories.weights,
                  &memories.output, strides.data(), dilations.data(), low.data(), high.data())
            : dnnl_dilated_convolution_backward_weights_desc_init(
                  &operation, dnnl_convolution_direct, &memories.input, &memories.weights, nullptr,
                  &memories.output, strides.data(), dilations.data(), low.data(), high.data());
    if (status == dnnl_success)
      result = Primitive::create(&operation, hint.get());
  }
  return result && !result->isReference() ? std::move(result) : nullptr;
}

BatchChunks rematrt::cutBatch(const ConvolutionForm &form, int64_t minChunkProducts,
                              int64_t maxChunks) {
  int64_t count = std::min({form.products() / minChunkProducts, form.batchSize, maxChunks});
  count = std::max<int64_t>(count, 1);
  int64_t size = (form.batchSize + count - 1) / count;
  return {(form.batchSize + size - 1) / size, size};
}
