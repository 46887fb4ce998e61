//===- Graph.cpp - A step as one CUDA graph -------------------------------===//
#include "Device.h"

using namespace rematrt;

rematrt_status rematrt_cuda_graph_begin(rematrt_context *context) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  if (device->isCapturing)
    return rematrt_fail(context, REMATRT_PROGRAM_ERROR, nullptr,
                        "rematrt_cuda_graph_begin: a graph was begun already");
  CUresult result =
      device->driver.cuStreamBeginCapture_v2(device->stream, CU_STREAM_CAPTURE_MODE_THREAD_LOCAL);
  rematrt_status status = device->check(context, "cuStreamBeginCapture", result, nullptr);
  device->isCapturing = status == REMATRT_OK;
  return status;
}

rematrt_status rematrt_cuda_graph_end(rematrt_context *context, rematrt_cuda_graph **made) {
  *made = nullptr;
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  if (!device->isCapturing)
    return rematrt_fail(context, REMATRT_PROGRAM_ERROR, nullptr,
                        "rematrt_cuda_graph_end: no graph was begun");
  device->isCapturing = false;
  CUgraph graph = nullptr;
  CUresult result = device->driver.cuStreamEndCapture(device->stream, &graph);
  if (rematrt_status status = device->check(context, "cuStreamEndCapture", result, nullptr))
    return status;
  CUgraphExec ready = nullptr;
  result = device->driver.cuGraphInstantiateWithFlags(&ready, graph, 0);
  rematrt_status status = device->check(context, "cuGraphInstantiate", result, nullptr);
  device->driver.cuGraphDestroy(graph);
  if (status != REMATRT_OK)
    return status;
  device->graphs.push_back(ready);
  *made = reinterpret_cast<rematrt_cuda_graph *>(ready);
  return REMATRT_OK;
}

rematrt_status rematrt_cuda_graph_launch(rematrt_context *context, rematrt_cuda_graph *graph) {
  Device *device = Device::of(context, nullptr);
  if (!device)
    return rematrt_context_status(context);
  device->lastLaunch = "a graph";
  CUresult result =
      device->driver.cuGraphLaunch(reinterpret_cast<CUgraphExec>(graph), device->stream);
  return device->check(context, "cuGraphLaunch", result, nullptr);
}
