//===- Range.cpp - Calls as profilers show them ---------------------------===//
//
// NVTX 3 has headers alone: they look for the profiler that started the process, and do nothing
// where there is none.
//
//===----------------------------------------------------------------------===//
#include "Range.h"

using namespace rematrt;

#if __has_include(<nvtx3/nvToolsExt.h>)
#include <nvtx3/nvToolsExt.h>

rematrt_status rematrt_cuda_annotate(rematrt_context *context) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  device->annotates = true;
  return REMATRT_OK;
}

Range::Range(const Device &device, const char *what, const char *location) : device(device) {
  if (!device.annotates)
    return;
  std::string name = what;
  if (location)
    name += std::string(" ") + location;
  nvtxRangePushA(name.c_str());
}

Range::~Range() {
  if (device.annotates)
    nvtxRangePop();
}

#else

rematrt_status rematrt_cuda_annotate(rematrt_context *context) {
  if (!Device::of(context, nullptr))
    return rematrt_context_status(context);
  return rematrt_fail(context, REMATRT_UNSUPPORTED, nullptr,
                      "this runtime was built without the headers of NVTX "
                      "(nvtx3/nvToolsExt.h): there are no ranges for profilers");
}

Range::Range(const Device &device, const char *, const char *) : device(device) {}
Range::~Range() = default;

#endif
