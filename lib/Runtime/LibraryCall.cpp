//===- LibraryCall.cpp - From a descriptor to a run -----------------------===//
#include "LibraryCall.h"

using namespace rematrt;

static const char *nameOf(dnnl_status_t status) {
  switch (status) {
  case dnnl_out_of_memory:
    return "out of memory";
  case dnnl_invalid_arguments:
    return "invalid arguments";
  case dnnl_unimplemented:
    return "not implemented";
  default:
    return "run-time error";
  }
}

rematrt_status rematrt::failLibrary(rematrt_context &context, const char *location,
                                    const char *call, dnnl_status_t status) {
  rematrt_status kind =
      status == dnnl_out_of_memory ? REMATRT_OUT_OF_MEMORY : REMATRT_LIBRARY_ERROR;
  return context.fail(kind, location, std::string(call) + ": oneDNN failed: " + nameOf(status));
}

rematrt_status rematrt::failScratch(rematrt_context &context, const char *location,
                                    const char *call, int64_t givenBytes, int64_t neededBytes) {
  return context.fail(REMATRT_SCRATCH_TOO_SMALL, location,
                      std::string(call) + ": the scratch has " + std::to_string(givenBytes) +
                          " bytes, but one thread needs " + std::to_string(neededBytes));
}
