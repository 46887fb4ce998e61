//===- DnnState.cpp - What a device keeps for convolutions ----------------===//
#include "DnnState.h"
#include "remat/Runtime/Rematrt.h"

using namespace rematrt;
using namespace rematrt::dnn;

using Kind = ConvolutionForm::Kind;

PreparedConvolution::~PreparedConvolution() {
  for (Tensor tensor : {input, output})
    if (tensor)
      library.cudnnDestroyTensorDescriptor(tensor);
  if (weights)
    library.cudnnDestroyFilterDescriptor(weights);
  if (descriptor)
    library.cudnnDestroyConvolutionDescriptor(descriptor);
}

std::string PreparedConvolution::describe(bool roundsToTf32) {
  std::string failure;
  auto step = [&](const char *call, auto function, auto... arguments) {
    if (!failure.empty())
      return;
    if (Status status = function(arguments...); status != success)
      failure = library.describe(call, status);
  };
#define STEP(FUNCTION, ...) step(#FUNCTION, library.FUNCTION, __VA_ARGS__)
  bool isFloat = convolution.type == REMATRT_F32;
  DataType type = isFloat ? Float : convolution.type == REMATRT_F16 ? Half : BFloat16;
  TensorFormat format = convolution.hasFeaturesLast ? FeaturesLast : FeaturesFirst;
  int rank = static_cast<int>(convolution.inputSizes.size());
  STEP(cudnnCreateTensorDescriptor, &input);
  STEP(cudnnSetTensorNdDescriptorEx, input, format, type, rank, convolution.inputSizes.data());
  STEP(cudnnCreateTensorDescriptor, &output);
  STEP(cudnnSetTensorNdDescriptorEx, output, format, type, rank, convolution.outputSizes.data());
  STEP(cudnnCreateFilterDescriptor, &weights);
  STEP(cudnnSetFilterNdDescriptor, weights, type, format, rank, convolution.weightsSizes.data());
  STEP(cudnnCreateConvolutionDescriptor, &descriptor);
  // Sums are in f32.
  STEP(cudnnSetConvolutionNdDescriptor, descriptor, rank - 2, convolution.padding.data(),
       convolution.strides.data(), convolution.dilations.data(),
       convolution.flipsWindow ? Flipped : CrossCorrelation, Float);
  STEP(cudnnSetConvolutionGroupCount, descriptor, static_cast<int>(convolution.groups));
  STEP(cudnnSetConvolutionMathType, descriptor,
       isFloat ? roundsToTf32 ? Tf32Allowed : Fma : TensorOps);
#undef STEP
  return failure;
}

Status PreparedConvolution::propose(Handle handle, int count, int *found,
                                    Proposal *proposals) const {
  switch (convolution.kind) {
  case Kind::Forward:
    return library.cudnnGetConvolutionForwardAlgorithm_v7(handle, input, weights, descriptor,
                                                          output, count, found, proposals);
  case Kind::InputGradient:
    return library.cudnnGetConvolutionBackwardDataAlgorithm_v7(handle, weights, output, descriptor,
                                                               input, count, found, proposals);
  default:
    return library.cudnnGetConvolutionBackwardFilterAlgorithm_v7(handle, input, output, descriptor,
                                                                 weights, count, found, proposals);
  }
}

std::string PreparedConvolution::prepare(Handle handle, int64_t workspaceBytes, bool roundsToTf32) {
  if (std::string failure = describe(roundsToTf32); !failure.empty())
    return failure;
  constexpr int mostProposals = 16;
  Proposal proposals[mostProposals] = {};
  int count = 0;
  Status status = propose(handle, mostProposals, &count, proposals);
  if (status != success)
    return library.describe("the choice of an algorithm by cuDNN", status);
  for (const Proposal *proposal = proposals; proposal != proposals + count; ++proposal)
    if (proposal->status == success && proposal->determinism == isDeterministic &&
        proposal->workspaceBytes <= static_cast<size_t>(workspaceBytes)) {
      algorithm = proposal->algorithm;
      return {};
    }
  return "cuDNN has no deterministic algorithm for this convolution that needs at most " +
         std::to_string(workspaceBytes) + " bytes of workspace";
}

const char *PreparedConvolution::function() const {
  return convolution.kind == Kind::Forward         ? "cudnnConvolutionForward"
         : convolution.kind == Kind::InputGradient ? "cudnnConvolutionBackwardData"
                                                   : "cudnnConvolutionBackwardFilter";
}

Status PreparedConvolution::run(Handle handle, const void *inputData, const void *weightsData,
                                const void *outputData, void *workspace,
                                int64_t workspaceBytes) const {
  const float one = 1, zero = 0;
  size_t bytes = static_cast<size_t>(workspaceBytes);
  switch (convolution.kind) {
  case Kind::Forward:
    return library.cudnnConvolutionForward(handle, &one, input, inputData, weights, weightsData,
                                           descriptor, algorithm, workspace, bytes, &zero, output,
                                           const_cast<void *>(outputData));
  case Kind::InputGradient:
    return library.cudnnConvolutionBackwardData(handle, &one, weights, weightsData, output,
                                                outputData, descriptor, algorithm, workspace, bytes,
                                                &zero, input, const_cast<void *>(inputData));
  default:
    return library.cudnnConvolutionBackwardFilter(
        handle, &one, input, inputData, output, outputData, descriptor, algorithm, workspace, bytes,
        &zero, weights, const_cast<void *>(weightsData));
  }
}
