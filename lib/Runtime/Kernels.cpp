//===- Kernels.cpp - Callbacks around kernels -----------------------------===//
#include "Context.h"

void rematrt_context_set_hooks(rematrt_context *context, const rematrt_hooks *hooks) {
  context->hooks = hooks ? *hooks : rematrt_hooks{};
}

rematrt_status rematrt_kernel_begin(rematrt_context *context, int64_t step, const char *name,
                                    const char *location, const void *const *buffers,
                                    const int64_t *descriptor) {
  if (context->status != REMATRT_OK)
    return context->status;
  context->kernel = {step,          name,          location, descriptor[0],
                     descriptor[1], descriptor[2], buffers,  descriptor + 3};
  if (context->hooks.kernel_begin)
    context->hooks.kernel_begin(context->hooks.user, context, &context->kernel);
  // A hook may have found something wrong.
  return context->status;
}

rematrt_status rematrt_kernel_end(rematrt_context *context) {
  if (context->status != REMATRT_OK)
    return context->status;
  if (context->hooks.kernel_end)
    context->hooks.kernel_end(context->hooks.user, context, &context->kernel);
  return context->status;
}
