//===- Device.cpp - An open CUDA device -----------------------------------===//
#include "Device.h"
#include "Blas.h"

using namespace rematrt;

Device::Device(const Driver &driver) : driver(driver) {}

Device::~Device() {
  // Nothing can be done about failures here, and after a kernel's failure all of these fail.
  if (!context)
    return;
  driver.cuCtxSetCurrent(context);
  blas.reset();
  for (auto [memory, bytes] : allocations)
    driver.cuMemFree_v2(memory);
  for (auto [image, module] : modules)
    driver.cuModuleUnload(module);
  if (stream)
    driver.cuStreamDestroy_v2(stream);
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
                             const char *location) {
  if (result == CUDA_SUCCESS)
    return REMATRT_OK;
  std::string message = driver.describe(call, result);
  if (!lastLaunch.empty())
    message += "; the last launch before was " + lastLaunch;
  rematrt_status status =
      result == CUDA_ERROR_OUT_OF_MEMORY ? REMATRT_OUT_OF_MEMORY : REMATRT_LIBRARY_ERROR;
  return rematrt_fail(owner, status, location, message.c_str());
}

int64_t Device::allocatedBytes() const {
  int64_t total = 0;
  for (auto [memory, bytes] : allocations)
    total += bytes;
  return total;
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
  result = driver->cuStreamCreate(&device->stream, CU_STREAM_NON_BLOCKING);
  if (rematrt_status status = device->check(context, "cuStreamCreate", result, nullptr))
    return status;
  rematrt_context_set_device(context, device.release(),
                             [](void *opened) { delete static_cast<Device *>(opened); });
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_synchronize(rematrt_context *context) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  return device->check(context, "cuStreamSynchronize",
                       device->driver.cuStreamSynchronize(device->stream), nullptr);
}
