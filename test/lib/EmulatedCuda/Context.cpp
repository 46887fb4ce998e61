//===- Context.cpp - The state of the emulated driver ---------------------===//
#include "Context.h"
#include "Memory.h"
#include "Module.h"
#include "Report.h"
#include "Settings.h"
#include "Stream.h"

using namespace emulated;

DriverState &DriverState::get() {
  static DriverState state;
  return state;
}

CUcontext &emulated::currentContext() {
  static thread_local CUcontext current = nullptr;
  return current;
}

CUcontext emulated::primaryContext() {
  static char context;
  return reinterpret_cast<CUcontext>(&context);
}

CUresult emulated::beginCall(const char *call, bool needsContext) {
  DriverState &state = DriverState::get();
  if (!state.isInitialized) {
    violation(std::string(call) + " before cuInit");
    return CUDA_ERROR_NOT_INITIALIZED;
  }
  if (!state.broken && mustFail(Failure::Lost))
    state.broken = CUDA_ERROR_DEVICE_UNAVAILABLE;
  if (state.broken)
    return state.broken;
  if (needsContext && (!currentContext() || state.contextUsers == 0)) {
    violation(std::string(call) + " without a current context");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  return CUDA_SUCCESS;
}

static CUresult initialize() {
  // The summary of a process that made no other call is of interest too.
  Report::get();
  DriverState::get().isInitialized = true;
  return Settings::get().devices > 0 ? CUDA_SUCCESS : CUDA_ERROR_NO_DEVICE;
}

#pragma GCC visibility push(default)
extern "C" {

CUresult cuInit(unsigned flags) {
  record("cuInit");
  return flags == 0 ? initialize() : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuGetErrorName(CUresult error, const char **name) {
  switch (error) {
#define EMULATED_ERROR(value)                                                                      \
  case value:                                                                                      \
    *name = #value;                                                                                \
    return CUDA_SUCCESS;
    EMULATED_ERROR(CUDA_SUCCESS)
    EMULATED_ERROR(CUDA_ERROR_INVALID_VALUE)
    EMULATED_ERROR(CUDA_ERROR_OUT_OF_MEMORY)
    EMULATED_ERROR(CUDA_ERROR_NOT_INITIALIZED)
    EMULATED_ERROR(CUDA_ERROR_DEVICE_UNAVAILABLE)
    EMULATED_ERROR(CUDA_ERROR_NO_DEVICE)
    EMULATED_ERROR(CUDA_ERROR_INVALID_DEVICE)
    EMULATED_ERROR(CUDA_ERROR_INVALID_IMAGE)
    EMULATED_ERROR(CUDA_ERROR_INVALID_CONTEXT)
    EMULATED_ERROR(CUDA_ERROR_NO_BINARY_FOR_GPU)
    EMULATED_ERROR(CUDA_ERROR_FILE_NOT_FOUND)
    EMULATED_ERROR(CUDA_ERROR_INVALID_HANDLE)
    EMULATED_ERROR(CUDA_ERROR_ILLEGAL_STATE)
    EMULATED_ERROR(CUDA_ERROR_NOT_FOUND)
    EMULATED_ERROR(CUDA_ERROR_ILLEGAL_ADDRESS)
    EMULATED_ERROR(CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES)
    EMULATED_ERROR(CUDA_ERROR_LAUNCH_FAILED)
    EMULATED_ERROR(CUDA_ERROR_MISALIGNED_ADDRESS)
    EMULATED_ERROR(CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED)
    EMULATED_ERROR(CUDA_ERROR_STREAM_CAPTURE_UNJOINED)
    EMULATED_ERROR(CUDA_ERROR_STREAM_CAPTURE_ISOLATION)
    EMULATED_ERROR(CUDA_ERROR_STREAM_CAPTURE_MERGE)
    EMULATED_ERROR(CUDA_ERROR_STREAM_CAPTURE_UNMATCHED)
    EMULATED_ERROR(CUDA_ERROR_CAPTURED_EVENT)
    EMULATED_ERROR(CUDA_ERROR_UNKNOWN)
#undef EMULATED_ERROR
  default:
    *name = nullptr;
    return CUDA_ERROR_INVALID_VALUE;
  }
}

CUresult cuGetErrorString(CUresult error, const char **text) {
  const char *name = nullptr;
  if (CUresult failure = cuGetErrorName(error, &name))
    return failure;
  *text = error == CUDA_ERROR_OUT_OF_MEMORY ? "out of memory"
          : error == CUDA_ERROR_DEVICE_UNAVAILABLE
              ? "CUDA-capable device(s) is/are busy or unavailable"
          : error == CUDA_ERROR_LAUNCH_FAILED   ? "unspecified launch failure"
          : error == CUDA_ERROR_ILLEGAL_ADDRESS ? "an illegal memory access was encountered"
          : error == CUDA_ERROR_NO_DEVICE       ? "no CUDA-capable device is detected"
                                                : "emulated";
  return CUDA_SUCCESS;
}

CUresult cuDeviceGetCount(int *count) {
  if (CUresult failure = beginCall("cuDeviceGetCount", /*needsContext=*/false))
    return failure;
  *count = Settings::get().devices;
  return CUDA_SUCCESS;
}

CUresult cuDeviceGet(CUdevice *device, int number) {
  if (CUresult failure = beginCall("cuDeviceGet", /*needsContext=*/false))
    return failure;
  *device = number;
  return number >= 0 && number < Settings::get().devices ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice) {
  if (CUresult failure = beginCall("cuDeviceGetAttribute", /*needsContext=*/false))
    return failure;
  if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR)
    *value = Settings::get().chip / 10;
  else if (attribute == CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR)
    *value = Settings::get().chip % 10;
  else
    return CUDA_ERROR_INVALID_VALUE;
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice) {
  if (CUresult failure = beginCall("cuDevicePrimaryCtxRetain", /*needsContext=*/false))
    return failure;
  record("cuDevicePrimaryCtxRetain");
  if (DriverState::get().contextUsers++ == 0)
    ++Report::get().contexts;
  *context = primaryContext();
  return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice) {
  DriverState &state = DriverState::get();
  if (state.contextUsers == 0) {
    violation("cuDevicePrimaryCtxRelease of a context that nothing holds");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  record("cuDevicePrimaryCtxRelease");
  if (--state.contextUsers > 0)
    return CUDA_SUCCESS;
  --Report::get().contexts;
  // With the context goes what is in it. Only where nothing works any more may that be left to it.
  if (std::string left = Report::get().leftInContext(); !state.broken && !left.empty())
    violation("the context goes with " + left);
  unloadModules();
  Schedule::get().clear();
  Memory::get().freeAll();
  return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context) {
  if (CUresult failure = beginCall("cuCtxSetCurrent", /*needsContext=*/false))
    return failure;
  if (context && context != primaryContext()) {
    violation("cuCtxSetCurrent: no context of this device");
    return CUDA_ERROR_INVALID_CONTEXT;
  }
  currentContext() = context;
  return CUDA_SUCCESS;
}

} // extern "C"
#pragma GCC visibility pop
