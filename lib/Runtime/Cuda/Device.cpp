//===- Device.cpp - An open CUDA device -----------------------------------===//
#include "Device.h"
#include "Blas.h"
#include "DnnState.h"

using namespace rematrt;

Device::Device(const Driver &driver) : driver(driver) {}

Device::~Device() {
  // Nothing can be done about failures here, and after a kernel's failure all of these fail.
  if (!context)
    return;
  driver.cuCtxSetCurrent(context);
  if (isCapturing) {
    CUgraph graph = nullptr;
    if (driver.cuStreamEndCapture(stream, &graph) == CUDA_SUCCESS)
      driver.cuGraphDestroy(graph);
  }
  for (CUstream waited : {stream, copyStream})
    if (waited)
      driver.cuStreamSynchronize(waited);
  blas.reset();
  dnn.reset();
  for (CUgraphExec graph : graphs)
    driver.cuGraphExecDestroy(graph);
  for (auto &[memory, allocation] : allocations)
    driver.cuMemFree_v2(memory);
  for (auto [image, module] : modules)
    driver.cuModuleUnload(module);
  marks.push_back(mainReached);
  marks.push_back(copyReached);
  for (CUevent event : marks)
    if (event)
      driver.cuEventDestroy_v2(event);
  for (CUstream made : {stream, copyStream})
    if (made)
      driver.cuStreamDestroy_v2(made);
  driver.cuDevicePrimaryCtxRelease_v2(number);
}

Device *Device::of(rematrt_context *context, const char *location) {
  if (rematrt_context_status(context) != REMATRT_OK)
    return nullptr;
  auto *device = static_cast<Device *>(rematrt_context_device(context));
  if (!device) {
    rematrt_fail(context, REMATRT_NO_DEVICE, location,
                 "no CUDA device is open; call rematrt_cuda_open first");
    return nullptr;
  }
  CUresult result = device->driver.cuCtxSetCurrent(device->context);
  return device->check(context, "cuCtxSetCurrent", result, location) == REMATRT_OK ? device
                                                                                   : nullptr;
}

rematrt_status Device::check(rematrt_context *owner, const char *call, CUresult result,
                             const char *location, std::source_location where) {
  if (result == CUDA_SUCCESS)
    return REMATRT_OK;
  std::string file = where.file_name();
  std::string message = driver.describe(call, result) + " at " + file.substr(file.rfind('/') + 1) +
                        ":" + std::to_string(where.line());
  if (!lastLaunch.empty())
    message += "; the last launch before was " + lastLaunch;
  rematrt_status status =
      result == CUDA_ERROR_OUT_OF_MEMORY ? REMATRT_OUT_OF_MEMORY : REMATRT_LIBRARY_ERROR;
  return rematrt_fail(owner, status, location, message.c_str());
}

rematrt_status Device::order(rematrt_context *owner, CUstream earlier, CUevent reached,
                             CUstream later, const char *location) {
  CUresult result = driver.cuEventRecord(reached, earlier);
  if (rematrt_status status = check(owner, "cuEventRecord", result, location))
    return status;
  return check(owner, "cuStreamWaitEvent", driver.cuStreamWaitEvent(later, reached, 0), location);
}

rematrt_status Device::refuseInGraph(rematrt_context *owner, const char *call,
                                     const char *location) {
  if (!isCapturing)
    return REMATRT_OK;
  std::string message = std::string(call) +
                        " cannot be part of a CUDA graph, which does not wait for the host: a step "
                        "whose loops or branches depend on results has none";
  return rematrt_fail(owner, REMATRT_UNSUPPORTED, location, message.c_str());
}

std::string Device::allocatedText() const {
  int64_t totalBytes = 0;
  const Allocation *largest = nullptr;
  for (auto &[memory, allocation] : allocations) {
    totalBytes += allocation.bytes;
    if (!largest || allocation.bytes > largest->bytes)
      largest = &allocation;
  }
  std::string text = std::to_string(totalBytes) + " allocated by this program";
  if (largest)
    text += ", of which " + std::to_string(largest->bytes) + " are " + largest->name;
  return text;
}

static rematrt_status noDevice(rematrt_context *context, const std::string &why) {
  return rematrt_fail(context, REMATRT_NO_DEVICE, nullptr,
                      ("there is no CUDA device to run on: " + why).c_str());
}

rematrt_status rematrt_cuda_open(rematrt_context *context, int32_t number) {
  if (rematrt_status status = rematrt_context_status(context))
    return status;
  std::string error;
  const Driver *driver = Driver::get(error);
  if (!driver)
    return noDevice(context, error);
  CUresult result = driver->cuInit(0);
  int count = 0;
  if (result != CUDA_SUCCESS)
    return noDevice(context, driver->describe("cuInit", result));
  result = driver->cuDeviceGetCount(&count);
  if (result != CUDA_SUCCESS)
    return noDevice(context, driver->describe("cuDeviceGetCount", result));
  if (number < 0 || number >= count)
    return noDevice(context, "device " + std::to_string(number) +
                                 " is asked for, and the driver has " + std::to_string(count));
  auto device = std::make_unique<Device>(*driver);
  result = driver->cuDeviceGet(&device->number, number);
  if (rematrt_status status = device->check(context, "cuDeviceGet", result, nullptr))
    return status;
  result = driver->cuDevicePrimaryCtxRetain(&device->context, device->number);
  if (rematrt_status status = device->check(context, "cuDevicePrimaryCtxRetain", result, nullptr))
    return status;
  result = driver->cuCtxSetCurrent(device->context);
  if (rematrt_status status = device->check(context, "cuCtxSetCurrent", result, nullptr))
    return status;
  for (CUstream *stream : {&device->stream, &device->copyStream}) {
    result = driver->cuStreamCreate(stream, CU_STREAM_NON_BLOCKING);
    if (rematrt_status status = device->check(context, "cuStreamCreate", result, nullptr))
      return status;
  }
  for (CUevent *event : {&device->mainReached, &device->copyReached}) {
    result = driver->cuEventCreate(event, CU_EVENT_DISABLE_TIMING);
    if (rematrt_status status = device->check(context, "cuEventCreate", result, nullptr))
      return status;
  }
  rematrt_context_set_device(context, device.release(),
                             [](void *opened) { delete static_cast<Device *>(opened); });
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_chip(rematrt_context *context, int32_t *chip) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  int major = 0, minor = 0;
  CUresult result = device->driver.cuDeviceGetAttribute(
      &major, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, device->number);
  if (result == CUDA_SUCCESS)
    result = device->driver.cuDeviceGetAttribute(
        &minor, CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, device->number);
  *chip = 10 * major + minor;
  return device->check(context, "cuDeviceGetAttribute", result, nullptr);
}

rematrt_status rematrt_cuda_synchronize(rematrt_context *context) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  if (rematrt_status status = device->refuseInGraph(context, "waiting for the device", nullptr))
    return status;
  return device->check(context, "cuStreamSynchronize",
                       device->driver.cuStreamSynchronize(device->stream), nullptr);
}
