//===- Dnn.cpp - The part of cuDNN that the runtime calls, emulated -------===//
//
// Proposals come in an order that a runtime which takes the first one fails with: one that is not
// deterministic, one with a large workspace, then the one to take.
//
//===----------------------------------------------------------------------===//
#include "Cuda/Dnn.h"
#include "Convolutions.h"
#include "Handles.h"
#include "Memory.h"
#include "Stream.h"
#include <algorithm>
#include <vector>

using namespace emulated;
using namespace rematrt::dnn;

namespace {
enum Code : Status { allocationFailed = 1003, badParameter = 2000, executionFailed = 5000 };

/// Of tensors and filters.
struct Array {
  HostArray shape;
  MemoryUse use(const void *memory, bool isWritten) const {
    return {reinterpret_cast<unsigned long long>(memory),
            static_cast<size_t>(shape.elements() * shape.elementBytes()), isWritten};
  }
};
struct Settled {
  HostConvolution convolution;
};
struct Opened {
  rematrt::dnn::Stream stream = nullptr;
};
} // namespace

static Handles<Opened, Handle> libraries;
static Handles<Array, Tensor> tensors;
static Handles<Array, Filter> filters;
static Handles<Settled, Convolution> convolutions;

enum Algorithm { unordered = 0, spacious = 1, exact = 2, algorithmCount = 3 };
static constexpr size_t largeBytes = size_t(1) << 40, exactBytes = 0;

static Status madeOrNot(bool isMade) { return isMade ? success : allocationFailed; }

static Status knownOrNot(bool isKnown) { return isKnown ? success : badParameter; }

static Status propose(int most, int *count, Proposal *proposals) {
  static constexpr Proposal all[algorithmCount] = {
      {unordered, success, 1, 0, !isDeterministic, Fma, {}},
      {spacious, success, 2, largeBytes, isDeterministic, Fma, {}},
      {exact, success, 3, exactBytes, isDeterministic, Fma, {}}};
  if (mustFail(Failure::Library))
    return executionFailed;
  *count = most < algorithmCount ? most : algorithmCount;
  for (int number = 0; number < *count; ++number)
    proposals[number] = all[number];
  return success;
}

static Status setArray(Array *array, DataType type, TensorFormat format, int rank,
                       const int *sizes) {
  constexpr int leastRank = 4, mostRank = 5;
  if (!array || rank < leastRank || rank > mostRank ||
      std::any_of(sizes, sizes + rank, [](int size) { return size < 1; })) {
    violation("cuDNN: an array of 4 or 5 dimensions, none of them empty, is expected");
    return badParameter;
  }
  array->shape.type = type;
  array->shape.hasFeaturesLast = format == FeaturesLast;
  array->shape.sizes.assign(sizes, sizes + rank);
  return success;
}

/// One of the three convolutions; `written` is the one that it computes.
static Status run(ConvolutionPart written, Handle handle, const Array *input, const void *inputData,
                  const Array *weights, const void *weightsData, Convolution descriptor,
                  const Array *output, const void *outputData, int algorithm, void *workspace,
                  size_t workspaceBytes) {
  Opened *library = libraries.find(handle, "cuDNN");
  Settled *settled = convolutions.find(descriptor, "cuDNN");
  if (!library || !settled || !input || !weights || !output)
    return badParameter;
  if (algorithm != exact) {
    violation("a convolution by an algorithm that is not deterministic, or has not its workspace");
    return badParameter;
  }
  if (std::string rule =
          brokenRule(settled->convolution, input->shape, weights->shape, output->shape);
      !rule.empty()) {
    violation("cuDNN: " + rule);
    return badParameter;
  }
  if (input->shape.hasFeaturesLast != weights->shape.hasFeaturesLast ||
      input->shape.hasFeaturesLast != output->shape.hasFeaturesLast) {
    violation("cuDNN: the arrays' formats differ");
    return badParameter;
  }
  constexpr Address alignment = 16;
  for (const void *memory : {inputData, weightsData, outputData, (const void *)workspace})
    if (auto address = reinterpret_cast<Address>(memory); address % alignment != 0) {
      violation("cuDNN: an array at " + describe(address) + " is not aligned");
      return badParameter;
    }
  if (mustFail(Failure::Convolution))
    return executionFailed;
  Task task{"a convolution",
            {input->use(inputData, written == ConvolutionPart::Input),
             weights->use(weightsData, written == ConvolutionPart::Weights),
             output->use(outputData, written == ConvolutionPart::Output)},
            {}};
  if (workspaceBytes > 0)
    task.uses.push_back({reinterpret_cast<Address>(workspace), workspaceBytes, true});
  task.run = [=, convolution = settled->convolution, x = input->shape, w = weights->shape,
              y = output->shape] {
    ++Report::get().convolutions;
    auto host = [](const void *memory) { return onHost(reinterpret_cast<Address>(memory)); };
    convolve(convolution, written, {x, host(inputData)}, {w, host(weightsData)},
             {y, host(outputData)});
    return CUDA_SUCCESS;
  };
  return submit(reinterpret_cast<CUstream>(library->stream), "cuDNN", std::move(task)) ==
                 CUDA_SUCCESS
             ? success
             : executionFailed;
}

#pragma GCC visibility push(default)
extern "C" {

const char *cudnnGetErrorString(Status status) {
  return status == success            ? "CUDNN_STATUS_SUCCESS"
         : status == badParameter     ? "CUDNN_STATUS_BAD_PARAM"
         : status == allocationFailed ? "CUDNN_STATUS_ALLOC_FAILED"
                                      : "CUDNN_STATUS_EXECUTION_FAILED";
}

Status cudnnCreate(Handle *handle) { return madeOrNot(libraries.make(handle)); }
Status cudnnDestroy(Handle handle) { return knownOrNot(libraries.destroy(handle, "cuDNN")); }

Status cudnnSetStream(Handle handle, rematrt::dnn::Stream stream) {
  Opened *library = libraries.find(handle, "cuDNN");
  if (!library)
    return badParameter;
  library->stream = stream;
  return success;
}

Status cudnnCreateTensorDescriptor(Tensor *made) { return madeOrNot(tensors.make(made)); }
Status cudnnDestroyTensorDescriptor(Tensor tensor) {
  return knownOrNot(tensors.destroy(tensor, "cuDNN"));
}
Status cudnnSetTensorNdDescriptorEx(Tensor tensor, TensorFormat format, DataType type, int rank,
                                    const int *sizes) {
  return setArray(tensors.find(tensor, "cuDNN"), type, format, rank, sizes);
}

Status cudnnCreateFilterDescriptor(Filter *made) { return madeOrNot(filters.make(made)); }
Status cudnnDestroyFilterDescriptor(Filter filter) {
  return knownOrNot(filters.destroy(filter, "cuDNN"));
}
Status cudnnSetFilterNdDescriptor(Filter filter, DataType type, TensorFormat format, int rank,
                                  const int *sizes) {
  return setArray(filters.find(filter, "cuDNN"), type, format, rank, sizes);
}

Status cudnnCreateConvolutionDescriptor(Convolution *made) {
  return madeOrNot(convolutions.make(made));
}
Status cudnnDestroyConvolutionDescriptor(Convolution descriptor) {
  return knownOrNot(convolutions.destroy(descriptor, "cuDNN"));
}
Status cudnnSetConvolutionNdDescriptor(Convolution descriptor, int rank, const int *padding,
                                       const int *strides, const int *dilations,
                                       ConvolutionMode mode, DataType) {
  Settled *settled = convolutions.find(descriptor, "cuDNN");
  if (!settled || rank < 2)
    return badParameter;
  HostConvolution &convolution = settled->convolution;
  convolution.padding.assign(padding, padding + rank);
  convolution.strides.assign(strides, strides + rank);
  convolution.dilations.assign(dilations, dilations + rank);
  convolution.flipsWindow = mode == Flipped;
  return success;
}
Status cudnnSetConvolutionGroupCount(Convolution descriptor, int groups) {
  Settled *settled = convolutions.find(descriptor, "cuDNN");
  if (!settled || groups < 1)
    return badParameter;
  settled->convolution.groups = groups;
  return success;
}
Status cudnnSetConvolutionMathType(Convolution descriptor, MathType math) {
  Settled *settled = convolutions.find(descriptor, "cuDNN");
  if (!settled)
    return badParameter;
  settled->convolution.math = math;
  return success;
}

Status cudnnGetConvolutionForwardAlgorithm_v7(Handle, Tensor, Filter, Convolution, Tensor, int most,
                                              int *count, Proposal *proposals) {
  return propose(most, count, proposals);
}
Status cudnnGetConvolutionBackwardDataAlgorithm_v7(Handle, Filter, Tensor, Convolution, Tensor,
                                                   int most, int *count, Proposal *proposals) {
  return propose(most, count, proposals);
}
Status cudnnGetConvolutionBackwardFilterAlgorithm_v7(Handle, Tensor, Tensor, Convolution, Filter,
                                                     int most, int *count, Proposal *proposals) {
  return propose(most, count, proposals);
}

Status cudnnConvolutionForward(Handle handle, const void *, Tensor input, const void *inputData,
                               Filter weights, const void *weightsData, Convolution descriptor,
                               int algorithm, void *workspace, size_t bytes, const void *,
                               Tensor output, void *outputData) {
  return run(ConvolutionPart::Output, handle, tensors.find(input, "cuDNN"), inputData,
             filters.find(weights, "cuDNN"), weightsData, descriptor, tensors.find(output, "cuDNN"),
             outputData, algorithm, workspace, bytes);
}
Status cudnnConvolutionBackwardData(Handle handle, const void *, Filter weights,
                                    const void *weightsData, Tensor output, const void *outputData,
                                    Convolution descriptor, int algorithm, void *workspace,
                                    size_t bytes, const void *, Tensor input, void *inputData) {
  return run(ConvolutionPart::Input, handle, tensors.find(input, "cuDNN"), inputData,
             filters.find(weights, "cuDNN"), weightsData, descriptor, tensors.find(output, "cuDNN"),
             outputData, algorithm, workspace, bytes);
}
Status cudnnConvolutionBackwardFilter(Handle handle, const void *, Tensor input,
                                      const void *inputData, Tensor output, const void *outputData,
                                      Convolution descriptor, int algorithm, void *workspace,
                                      size_t bytes, const void *, Filter weights,
                                      void *weightsData) {
  return run(ConvolutionPart::Weights, handle, tensors.find(input, "cuDNN"), inputData,
             filters.find(weights, "cuDNN"), weightsData, descriptor, tensors.find(output, "cuDNN"),
             outputData, algorithm, workspace, bytes);
}

} // extern "C"
#pragma GCC visibility pop
