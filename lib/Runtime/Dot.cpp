//===- Dot.cpp - dot_general ----------------------------------------------===//
#include "DotPlan.h"
#include "LibraryCall.h"

using namespace rematrt;

/// The plan for a descriptor, ready to run; null and a failure if there is none.
static const DotPlan *findPlan(rematrt_context &context, const int64_t *descriptor,
                               const char *location) {
  std::span<const int64_t> fields = dotDescriptor(descriptor);
  if (const DotPlan *known = context.dotPlans.find(fields))
    return known;
  std::string error;
  std::optional<DotShape> shape = readDotShape(descriptor, error);
  if (!shape) {
    context.fail(REMATRT_INVALID_DESCRIPTOR, location, error);
    return nullptr;
  }
  std::unique_ptr<DotPlan> plan = DotPlan::create(*shape, error);
  if (!plan) {
    context.fail(REMATRT_UNSUPPORTED, location, error);
    return nullptr;
  }
  if (dnnl_status_t status = plan->prepare(); status != dnnl_success) {
    failLibrary(context, location, "dot", status);
    return nullptr;
  }
  return context.dotPlans.insert(fields, std::move(plan));
}

rematrt_status rematrt_dot(rematrt_context *context, const int64_t *descriptor, const void *lhs,
                           const void *rhs, void *result, void *scratch, int64_t scratch_bytes,
                           const char *location) {
  if (context->status != REMATRT_OK)
    return context->status;
  const DotPlan *plan = findPlan(*context, descriptor, location);
  if (!plan)
    return context->status;
  int64_t workers = workersFor(*context, *plan, scratch_bytes, "dot", location);
  if (workers == 0)
    return context->status;
  dnnl_status_t status = plan->run(*context, lhs, rhs, result, scratch, workers);
  return status == dnnl_success ? REMATRT_OK : failLibrary(*context, location, "dot", status);
}

int64_t rematrt_dot_scratch_bytes(const int64_t *descriptor, int64_t threads) {
  std::string error;
  std::optional<DotShape> shape = readDotShape(descriptor, error);
  std::unique_ptr<DotPlan> plan = shape ? DotPlan::create(*shape, error) : nullptr;
  return plan ? scratchBytesFor(*plan, threads) : -1;
}
