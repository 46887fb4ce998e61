//===- Memory.cpp - Device memory -----------------------------------------===//
#include "Range.h"
#include <algorithm>

using namespace rematrt;

/// Two buffers are exchanged through a piece of memory of this size.
static constexpr int64_t swapBytes = 1 << 20;

static rematrt_status allocate(rematrt_context *context, Device &device, int64_t bytes,
                               CUdeviceptr &memory, const char *location) {
  if (rematrt_status status = device.refuseInGraph(context, "an allocation", location))
    return status;
  // The driver refuses to allocate nothing.
  size_t asked = std::max<int64_t>(bytes, 1);
  CUresult result = device.driver.cuMemAlloc_v2(&memory, asked);
  if (result == CUDA_ERROR_OUT_OF_MEMORY) {
    size_t freeBytes = 0, totalBytes = 0;
    device.driver.cuMemGetInfo_v2(&freeBytes, &totalBytes);
    std::string message = "out of device memory: " + std::to_string(bytes) + " bytes asked, " +
                          std::to_string(freeBytes) + " of " + std::to_string(totalBytes) +
                          " free, " + device.allocatedText();
    return rematrt_fail(context, REMATRT_OUT_OF_MEMORY, location, message.c_str());
  }
  if (rematrt_status status = device.check(context, "cuMemAlloc", result, location))
    return status;
  device.allocations[memory] = {bytes, location ? location : "unnamed"};
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_allocate(rematrt_context *context, int64_t bytes, void **memory,
                                     const char *location) {
  *memory = nullptr;
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  CUdeviceptr address = 0;
  if (rematrt_status status = allocate(context, *device, bytes, address, location))
    return status;
  *memory = reinterpret_cast<void *>(address);
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_free(rematrt_context *context, void *memory) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  if (!memory)
    return REMATRT_OK;
  if (rematrt_status status = device->refuseInGraph(context, "freeing memory", nullptr))
    return status;
  auto known = device->allocations.find(deviceAddress(memory));
  if (known == device->allocations.end())
    return rematrt_fail(context, REMATRT_PROGRAM_ERROR, nullptr,
                        "rematrt_cuda_free: the memory was not allocated with this context");
  CUresult result = device->driver.cuStreamSynchronize(device->stream);
  if (rematrt_status status = device->check(context, "cuStreamSynchronize", result, nullptr))
    return status;
  device->allocations.erase(known);
  return device->check(context, "cuMemFree", device->driver.cuMemFree_v2(deviceAddress(memory)),
                       nullptr);
}

/// Makes the copy stream wait for what the main stream was given so far.
static rematrt_status beginCopy(rematrt_context *context, Device &device, const char *what,
                                const char *location) {
  if (rematrt_status status = device.refuseInGraph(context, what, location))
    return status;
  return device.order(context, device.stream, device.mainReached, device.copyStream, location);
}

rematrt_status rematrt_cuda_upload(rematrt_context *context, void *memory, const void *host,
                                   int64_t bytes, const char *location) {
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  if (bytes == 0)
    return REMATRT_OK;
  if (rematrt_status status = beginCopy(context, *device, "a copy from the host", location))
    return status;
  // From pageable memory the driver copies before it returns.
  CUresult result =
      device->driver.cuMemcpyHtoDAsync_v2(deviceAddress(memory), host, bytes, device->copyStream);
  if (rematrt_status status = device->check(context, "cuMemcpyHtoDAsync", result, location))
    return status;
  return device->order(context, device->copyStream, device->copyReached, device->stream, location);
}

rematrt_status rematrt_cuda_download(rematrt_context *context, void *host, const void *memory,
                                     int64_t bytes, const char *location) {
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  if (bytes == 0)
    return REMATRT_OK;
  if (rematrt_status status = beginCopy(context, *device, "a copy to the host", location))
    return status;
  CUresult result =
      device->driver.cuMemcpyDtoHAsync_v2(host, deviceAddress(memory), bytes, device->copyStream);
  if (rematrt_status status = device->check(context, "cuMemcpyDtoHAsync", result, location))
    return status;
  return device->check(context, "cuStreamSynchronize",
                       device->driver.cuStreamSynchronize(device->copyStream), location);
}

static rematrt_status copy(rematrt_context *context, Device &device, CUdeviceptr to,
                           CUdeviceptr from, int64_t bytes, const char *location) {
  if (to == from || bytes == 0)
    return REMATRT_OK;
  return device.check(context, "cuMemcpyDtoDAsync",
                      device.driver.cuMemcpyDtoDAsync_v2(to, from, bytes, device.stream), location);
}

rematrt_status rematrt_cuda_copy(rematrt_context *context, void *destination, const void *source,
                                 int64_t bytes, const char *location) {
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  Range range(*device, "copy", location);
  return copy(context, *device, deviceAddress(destination), deviceAddress(source), bytes, location);
}

rematrt_status rematrt_cuda_swap(rematrt_context *context, void *first, void *second, int64_t bytes,
                                 const char *location) {
  Device *device = Device::of(context, location);
  if (!device)
    return rematrt_context_status(context);
  if (first == second || bytes == 0)
    return REMATRT_OK;
  Range range(*device, "exchange", location);
  if (device->swapBuffer == 0)
    if (rematrt_status status =
            allocate(context, *device, swapBytes, device->swapBuffer, "the buffer of exchanges"))
      return status;
  CUdeviceptr between = device->swapBuffer, a = deviceAddress(first), b = deviceAddress(second);
  for (int64_t done = 0; done < bytes; done += swapBytes) {
    int64_t count = std::min(bytes - done, swapBytes);
    copy(context, *device, between, a + done, count, location);
    copy(context, *device, a + done, b + done, count, location);
    copy(context, *device, b + done, between, count, location);
  }
  return rematrt_context_status(context);
}
