//===- Convolution.cpp - convolution by cuDNN -----------------------------===//
#include "DnnState.h"
#include "Range.h"

using namespace rematrt;

static rematrt_status openDnn(rematrt_context *context, Device &device, const char *location) {
  std::string error;
  const dnn::Library *library = dnn::Library::get(error);
  if (!library)
    return rematrt_fail(context, REMATRT_NO_DEVICE, location,
                        ("cuDNN cannot be loaded: " + error).c_str());
  auto state = std::make_unique<DnnState>(*library);
  const char *call = "cudnnCreate";
  dnn::Status status = library->cudnnCreate(&state->handle);
  if (status == dnn::success) {
    call = "cudnnSetStream";
    status = library->cudnnSetStream(state->handle, device.stream);
  }
  if (status != dnn::success)
    return rematrt_fail(context, REMATRT_LIBRARY_ERROR, location,
                        library->describe(call, status).c_str());
  device.dnn = std::move(state);
  return REMATRT_OK;
}

/// What is known of the descriptor already, or made now.
static rematrt_status prepare(rematrt_context *context, Device &device, const int64_t *descriptor,
                              int64_t scratchBytes, int64_t options,
                              const PreparedConvolution *&prepared, const char *location) {
  std::span<const int64_t> numbers = convolutionDescriptor(descriptor);
  std::vector<int64_t> key(numbers.begin(), numbers.end());
  key.insert(key.end(), {scratchBytes, options});
  std::unique_ptr<PreparedConvolution> &known = device.dnn->convolutions[key];
  if (!known) {
    std::string error;
    std::optional<ConvolutionShape> shape = readConvolutionShape(descriptor, error);
    if (!shape)
      return rematrt_fail(context, REMATRT_INVALID_DESCRIPTOR, location, error.c_str());
    std::optional<DnnConvolution> convolution = findDnnConvolution(*shape, error);
    if (!convolution)
      return rematrt_fail(context, REMATRT_UNSUPPORTED, location,
                          ("convolution: cuDNN does not take " + error).c_str());
    auto made = std::make_unique<PreparedConvolution>(device.dnn->library, *convolution);
    error = made->prepare(device.dnn->handle, scratchBytes, options & REMATRT_CUDA_TF32);
    if (!error.empty())
      return rematrt_fail(context, REMATRT_LIBRARY_ERROR, location, error.c_str());
    known = std::move(made);
  }
  prepared = known.get();
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_convolution(rematrt_context *context, const int64_t *descriptor,
                                        const void *lhs, const void *rhs, void *result,
                                        void *scratch, int64_t scratchBytes, int64_t options,
                                        const char *location) {
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  if (!device->dnn)
    if (rematrt_status status = openDnn(context, *device, location))
      return status;
  const PreparedConvolution *prepared = nullptr;
  if (rematrt_status status =
          prepare(context, *device, descriptor, scratchBytes, options, prepared, location))
    return status;
  Range range(*device, "convolution", location);
  auto arrayOf = [&](ConvolutionArray array) -> const void * {
    return array == ConvolutionArray::Lhs ? lhs : array == ConvolutionArray::Rhs ? rhs : result;
  };
  const DnnConvolution &convolution = prepared->convolution;
  dnn::Status status =
      prepared->run(device->dnn->handle, arrayOf(convolution.input), arrayOf(convolution.weights),
                    arrayOf(convolution.output), scratch, scratchBytes);
  if (status != dnn::success)
    return rematrt_fail(context, REMATRT_LIBRARY_ERROR, location,
                        device->dnn->library.describe(prepared->function(), status).c_str());
  return REMATRT_OK;
}
