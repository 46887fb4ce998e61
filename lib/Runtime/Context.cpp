//===- Context.cpp - State of a program's runs ----------------------------===//
#include "Context.h"
#include "ConvolutionPlan.h"
#include "DotPlan.h"
#include "LibraryBuffers.h"
#include "Parallel.h"
#include "Primitive.h"
#include <new>

using namespace rematrt;

rematrt_context::rematrt_context(int64_t threadCount)
    : threads(threadCount), streams(std::make_unique<WorkerStreams>(threadCount)) {}

rematrt_context::~rematrt_context() { rematrt_context_set_device(this, nullptr, nullptr); }

rematrt_status rematrt_context::fail(rematrt_status failure, const char *location,
                                     const std::string &what) {
  if (status != REMATRT_OK)
    return status;
  status = failure;
  message = location && *location ? std::string(location) + ": " + what : what;
  return status;
}

int32_t rematrt_abi_version(void) { return REMATRT_ABI_VERSION; }

rematrt_context *rematrt_context_create(int64_t threads) {
  giveLibraryBuffersBack();
  if (threads <= 0)
    threads = usableThreads();
  return new (std::nothrow) rematrt_context(threads);
}

void rematrt_context_destroy(rematrt_context *context) { delete context; }

int64_t rematrt_context_threads(const rematrt_context *context) { return context->threads; }

rematrt_status rematrt_context_status(const rematrt_context *context) { return context->status; }

const char *rematrt_context_message(const rematrt_context *context) {
  return context->message.c_str();
}

void rematrt_context_set_device(rematrt_context *context, void *device, void (*destroy)(void *)) {
  if (context->device && context->destroyDevice)
    context->destroyDevice(context->device);
  context->device = device;
  context->destroyDevice = destroy;
}

void *rematrt_context_device(const rematrt_context *context) { return context->device; }

void rematrt_context_clear(rematrt_context *context) {
  context->status = REMATRT_OK;
  context->message.clear();
}

rematrt_status rematrt_fail(rematrt_context *context, rematrt_status status, const char *location,
                            const char *message) {
  return context->fail(status, location, message);
}
