//===- Time.cpp - The device's time between two calls ---------------------===//
#include "Device.h"

using namespace rematrt;

rematrt_status rematrt_cuda_mark(rematrt_context *context, int64_t number) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  if (rematrt_status status = device->refuseInGraph(context, "a mark", nullptr))
    return status;
  if (number < 0)
    return rematrt_fail(context, REMATRT_PROGRAM_ERROR, nullptr,
                        "rematrt_cuda_mark: marks are numbered from 0");
  if (static_cast<size_t>(number) >= device->marks.size())
    device->marks.resize(number + 1);
  CUevent &mark = device->marks[number];
  if (!mark) {
    CUresult result = device->driver.cuEventCreate(&mark, CU_EVENT_DEFAULT);
    if (rematrt_status status = device->check(context, "cuEventCreate", result, nullptr))
      return status;
  }
  return device->check(context, "cuEventRecord", device->driver.cuEventRecord(mark, device->stream),
                       nullptr);
}

rematrt_status rematrt_cuda_elapsed(rematrt_context *context, int64_t from, int64_t to,
                                    int64_t *nanoseconds) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  for (int64_t number : {from, to}) {
    bool isMade =
        number >= 0 && static_cast<size_t>(number) < device->marks.size() && device->marks[number];
    if (!isMade)
      return rematrt_fail(context, REMATRT_PROGRAM_ERROR, nullptr,
                          "rematrt_cuda_elapsed: there is no mark of that number");
    CUresult result = device->driver.cuEventSynchronize(device->marks[number]);
    if (rematrt_status status = device->check(context, "cuEventSynchronize", result, nullptr))
      return status;
  }
  float milliseconds = 0;
  CUresult result =
      device->driver.cuEventElapsedTime(&milliseconds, device->marks[from], device->marks[to]);
  *nanoseconds = static_cast<int64_t>(static_cast<double>(milliseconds) * 1e6);
  return device->check(context, "cuEventElapsedTime", result, nullptr);
}
