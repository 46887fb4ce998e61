//===- Convolution.cpp - convolution --------------------------------------===//
#include "ConvolutionPlan.h"
#include "ElementType.h"
#include "LibraryCall.h"

using namespace rematrt;

/// What oneDNN computes an op's types in, best first.
static std::vector<int64_t> libraryTypes(const ConvolutionShape &shape) {
  auto isSmallFloat = [](int64_t type) {
    return isFloat(type) && type != REMATRT_F64 && !isFloat8(type);
  };
  if (!isSmallFloat(shape.lhsType) || !isSmallFloat(shape.rhsType) ||
      !isSmallFloat(shape.resultType))
    return {};
  if (shape.lhsType == REMATRT_BF16 && shape.rhsType == REMATRT_BF16)
    return {REMATRT_BF16, REMATRT_F32};
  return {REMATRT_F32};
}

std::unique_ptr<ConvolutionPlan> ConvolutionPlan::create(const ConvolutionShape &shape,
                                                         std::string &error) {
  bool isEmpty = shape.lhsElements == 0 || shape.rhsElements == 0 || shape.resultElements == 0;
  std::optional<ConvolutionForm> form = isEmpty ? std::nullopt : findConvolutionForm(shape);
  if (form)
    for (int64_t type : libraryTypes(shape)) {
      bool isWeightGradient = form->kind == ConvolutionForm::Kind::WeightGradient;
      if (auto plan = isWeightGradient ? createWeightGradient(shape, *form, type)
                                       : createLayerConvolution(shape, *form, type))
        return plan;
    }
  auto plan = createDirectConvolution(shape);
  if (!plan)
    error = "convolution: no code for these element types";
  return plan;
}

/// The plan for a descriptor, ready to run; null and a failure if there is none.
static const ConvolutionPlan *findPlan(rematrt_context &context, const int64_t *descriptor,
                                       const char *location) {
  std::span<const int64_t> fields = convolutionDescriptor(descriptor);
  if (const ConvolutionPlan *known = context.convolutionPlans.find(fields))
    return known;
  std::string error;
  std::optional<ConvolutionShape> shape = readConvolutionShape(descriptor, error);
  if (!shape) {
    context.fail(REMATRT_INVALID_DESCRIPTOR, location, error);
    return nullptr;
  }
  std::unique_ptr<ConvolutionPlan> plan = ConvolutionPlan::create(*shape, error);
  if (!plan) {
    context.fail(REMATRT_UNSUPPORTED, location, error);
    return nullptr;
  }
  if (dnnl_status_t status = plan->prepare(); status != dnnl_success) {
    failLibrary(context, location, "convolution", status);
    return nullptr;
  }
  return context.convolutionPlans.insert(fields, std::move(plan));
}

rematrt_status rematrt_convolution(rematrt_context *context, const int64_t *descriptor,
                                   const void *lhs, const void *rhs, void *result, void *scratch,
                                   int64_t scratch_bytes, const char *location) {
  if (context->status != REMATRT_OK)
    return context->status;
  const ConvolutionPlan *plan = findPlan(*context, descriptor, location);
  if (!plan)
    return context->status;
  int64_t workers = workersFor(*context, *plan, scratch_bytes, "convolution", location);
  if (workers == 0)
    return context->status;
  dnnl_status_t status = plan->run(*context, lhs, rhs, result, scratch, workers);
  return status == dnnl_success ? REMATRT_OK
                                : failLibrary(*context, location, "convolution", status);
}

int64_t rematrt_convolution_scratch_bytes(const int64_t *descriptor, int64_t threads) {
  std::string error;
  std::optional<ConvolutionShape> shape = readConvolutionShape(descriptor, error);
  std::unique_ptr<ConvolutionPlan> plan = shape ? ConvolutionPlan::create(*shape, error) : nullptr;
  return plan ? scratchBytesFor(*plan, threads) : -1;
}
