//===- Launch.cpp - Kernels of fat binaries -------------------------------===//
#include "Range.h"
#include <vector>

using namespace rematrt;

/// Loads what is not loaded yet.
static rematrt_status findKernel(rematrt_context *context, Device &device, const void *image,
                                 const char *name, CUfunction &function, const char *location) {
  auto known = device.functions.find({image, name});
  if (known != device.functions.end()) {
    function = known->second;
    return REMATRT_OK;
  }
  if (rematrt_status status = device.refuseInGraph(context, "loading a kernel", location))
    return status;
  auto [module, isNew] = device.modules.try_emplace(image, nullptr);
  if (isNew) {
    CUresult result = device.driver.cuModuleLoadData(&module->second, image);
    if (result != CUDA_SUCCESS) {
      device.modules.erase(module);
      return device.check(context, "cuModuleLoadData", result, location);
    }
  }
  CUresult result = device.driver.cuModuleGetFunction(&function, module->second, name);
  std::string call = std::string("cuModuleGetFunction of ") + name;
  if (rematrt_status status = device.check(context, call.c_str(), result, location))
    return status;
  device.functions.insert({{image, name}, function});
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_launch(rematrt_context *context, const void *fatBinary,
                                   const char *kernel, const int64_t *descriptor,
                                   void *const *arguments, int64_t argumentCount,
                                   const char *location) {
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  CUfunction function = nullptr;
  if (rematrt_status status = findKernel(context, *device, fatBinary, kernel, function, location))
    return status;
  Range range(*device, kernel, location);
  // The driver takes the addresses of the parameters and copies these.
  std::vector<void *> parameters(argumentCount);
  for (int64_t number = 0; number < argumentCount; ++number)
    parameters[number] = const_cast<void **>(arguments + number);
  CUresult result = device->driver.cuLaunchKernel(
      function, descriptor[0], descriptor[1], descriptor[2], descriptor[3], descriptor[4],
      descriptor[5], /*sharedMemBytes=*/0, device->stream, parameters.data(), nullptr);
  std::string call = std::string("cuLaunchKernel of ") + kernel;
  rematrt_status status = device->check(context, call.c_str(), result, location);
  device->lastLaunch = std::string(kernel) + " of " + (location ? location : "an unknown op");
  return status;
}
