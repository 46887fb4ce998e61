//===- Driver.cpp - The emulated driver: memory, streams and graphs -------===//
#include "Context.h"
#include "Memory.h"
#include "Report.h"
#include "Settings.h"
#include "Stream.h"
#include <cstring>

using namespace emulated;

/// The host waits for a stream; a kernel that died, or nothing that is captured, is found then.
static CUresult synchronize(const char *call, Stream *stream) {
  if (stream ? stream->capture != nullptr : Schedule::get().isCapturing()) {
    violation(std::string(call) + " while work is captured");
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  if (stream)
    Schedule::get().finish(*stream);
  else
    Schedule::get().finishAll();
  return CUDA_SUCCESS;
}

/// The host's side of a copy.
static CUresult checkHost(const char *call, const void *host, size_t bytes) {
  bool isHost = host && reinterpret_cast<Address>(host) < deviceOffset;
  if (isHost || bytes == 0)
    return CUDA_SUCCESS;
  violation(std::string(call) + ": the host's side is null or on the device");
  return CUDA_ERROR_INVALID_VALUE;
}

static CUresult copy(const char *call, CUstream handle, std::vector<MemoryUse> uses,
                     std::function<void()> run) {
  if (CUresult failure = beginCall(call))
    return failure;
  Stream *stream = Schedule::get().streamOf(handle, call);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (mustFail(Failure::Copy))
    return CUDA_ERROR_INVALID_VALUE;
  std::string line = call;
  for (const MemoryUse &use : uses)
    line.append(" ")
        .append(describe(use.address))
        .append(" bytes ")
        .append(std::to_string(use.bytes));
  record(line);
  return Schedule::get().submit(*stream, {call, std::move(uses), [run] {
                                            ++Report::get().copies;
                                            run();
                                            return CUDA_SUCCESS;
                                          }});
}

#pragma GCC visibility push(default)
extern "C" {

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  if (CUresult failure = beginCall("cuStreamCreate"))
    return failure;
  if (flags != CU_STREAM_DEFAULT && flags != CU_STREAM_NON_BLOCKING)
    return CUDA_ERROR_INVALID_VALUE;
  record("cuStreamCreate");
  *stream = Schedule::get().createStream();
  return CUDA_SUCCESS;
}

CUresult cuStreamDestroy(CUstream handle) {
  if (CUresult failure = beginCall("cuStreamDestroy"))
    return failure;
  Stream *stream = Schedule::get().streamOf(handle, "cuStreamDestroy");
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (stream->capture) {
    violation("cuStreamDestroy of a stream that is captured");
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  record("cuStreamDestroy");
  Schedule::get().destroy(stream);
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream handle) {
  if (CUresult failure = beginCall("cuStreamSynchronize"))
    return failure;
  Stream *stream = Schedule::get().streamOf(handle, "cuStreamSynchronize");
  record("cuStreamSynchronize");
  return stream ? synchronize("cuStreamSynchronize", stream) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuStreamWaitEvent(CUstream streamHandle, CUevent eventHandle, unsigned) {
  if (CUresult failure = beginCall("cuStreamWaitEvent"))
    return failure;
  Stream *stream = Schedule::get().streamOf(streamHandle, "cuStreamWaitEvent");
  Event *event = Schedule::get().eventOf(eventHandle, "cuStreamWaitEvent");
  if (!stream || !event)
    return CUDA_ERROR_INVALID_HANDLE;
  record("cuStreamWaitEvent");
  return mustFail(Failure::Event) ? CUDA_ERROR_UNKNOWN : Schedule::get().wait(*stream, *event);
}

CUresult cuEventCreate(CUevent *event, unsigned flags) {
  if (CUresult failure = beginCall("cuEventCreate"))
    return failure;
  record("cuEventCreate");
  if (mustFail(Failure::Event))
    return CUDA_ERROR_UNKNOWN;
  *event = Schedule::get().createEvent(!(flags & CU_EVENT_DISABLE_TIMING));
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy(CUevent handle) {
  if (CUresult failure = beginCall("cuEventDestroy"))
    return failure;
  Event *event = Schedule::get().eventOf(handle, "cuEventDestroy");
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  record("cuEventDestroy");
  Schedule::get().destroy(event);
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent eventHandle, CUstream streamHandle) {
  if (CUresult failure = beginCall("cuEventRecord"))
    return failure;
  Stream *stream = Schedule::get().streamOf(streamHandle, "cuEventRecord");
  Event *event = Schedule::get().eventOf(eventHandle, "cuEventRecord");
  if (!stream || !event)
    return CUDA_ERROR_INVALID_HANDLE;
  record("cuEventRecord");
  if (mustFail(Failure::Event))
    return CUDA_ERROR_UNKNOWN;
  Schedule::get().recordEvent(*stream, *event);
  return CUDA_SUCCESS;
}

/// An event of a graph happens when the graph runs: the host can neither wait for it nor time it.
static bool isOfGraph(const Event &event, const char *call) {
  if (event.isCaptured)
    violation(std::string(call) + ": the event was recorded while work was captured");
  return event.isCaptured;
}

/// Work is done when it is submitted; the host knows it after this.
CUresult cuEventSynchronize(CUevent handle) {
  if (CUresult failure = beginCall("cuEventSynchronize"))
    return failure;
  Event *event = Schedule::get().eventOf(handle, "cuEventSynchronize");
  if (!event)
    return CUDA_ERROR_INVALID_HANDLE;
  record("cuEventSynchronize");
  if (isOfGraph(*event, "cuEventSynchronize"))
    return CUDA_ERROR_CAPTURED_EVENT;
  if (mustFail(Failure::Event))
    return CUDA_ERROR_UNKNOWN;
  Schedule::get().finish(*event);
  return CUDA_SUCCESS;
}

// Programs ask for the first version, which every driver has.
#undef cuEventElapsedTime
CUresult cuEventElapsedTime(float *milliseconds, CUevent fromHandle, CUevent toHandle) {
  if (CUresult failure = beginCall("cuEventElapsedTime"))
    return failure;
  Event *from = Schedule::get().eventOf(fromHandle, "cuEventElapsedTime");
  Event *to = Schedule::get().eventOf(toHandle, "cuEventElapsedTime");
  if (!from || !to)
    return CUDA_ERROR_INVALID_HANDLE;
  for (Event *event : {from, to})
    if (!event->isTimed || !event->isRecorded) {
      violation("cuEventElapsedTime: an event that was not recorded, or has no time");
      return CUDA_ERROR_INVALID_HANDLE;
    } else if (isOfGraph(*event, "cuEventElapsedTime")) {
      return CUDA_ERROR_CAPTURED_EVENT;
    }
  record("cuEventElapsedTime");
  if (mustFail(Failure::Event))
    return CUDA_ERROR_UNKNOWN;
  *milliseconds = std::chrono::duration<float, std::milli>(to->reached - from->reached).count();
  return CUDA_SUCCESS;
}

CUresult cuMemAlloc(CUdeviceptr *memory, size_t bytes) {
  if (CUresult failure = beginCall("cuMemAlloc"))
    return failure;
  if (bytes == 0) {
    violation("cuMemAlloc of 0 bytes");
    return CUDA_ERROR_INVALID_VALUE;
  }
  if (Schedule::get().isCapturing()) {
    violation("cuMemAlloc while work is captured");
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  *memory = mustFail(Failure::Allocation) ? 0 : Memory::get().allocate(bytes);
  record("cuMemAlloc " + std::to_string(bytes));
  return *memory ? CUDA_SUCCESS : CUDA_ERROR_OUT_OF_MEMORY;
}

CUresult cuMemFree(CUdeviceptr memory) {
  if (CUresult failure = beginCall("cuMemFree"))
    return failure;
  if (Schedule::get().isCapturing()) {
    violation("cuMemFree while work is captured");
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  record("cuMemFree " + describe(memory));
  Allocation *allocation = Memory::get().find(memory, 0);
  if (allocation && !allocation->history.isDone(Schedule::get().hostClock()))
    violation("cuMemFree of " + describe(memory) + ", which is in use");
  if (Memory::get().free(memory))
    return CUDA_SUCCESS;
  violation("cuMemFree of " + describe(memory) + ", which is no allocation");
  return CUDA_ERROR_INVALID_VALUE;
}

CUresult cuMemGetInfo(size_t *free, size_t *total) {
  if (CUresult failure = beginCall("cuMemGetInfo"))
    return failure;
  *free = Memory::get().freeBytes();
  *total = Settings::get().memoryBytes;
  return CUDA_SUCCESS;
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream) {
  // A graph would read the host's memory when it runs.
  if (Schedule::get().isCapturing()) {
    violation("cuMemcpyHtoDAsync from pageable memory while work is captured");
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  if (CUresult failure = checkHost("cuMemcpyHtoDAsync", from, bytes))
    return failure;
  return copy("cuMemcpyHtoDAsync", stream, {{to, bytes, true}},
              [=] { std::memcpy(onHost(to), from, bytes); });
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t bytes, CUstream stream) {
  if (Schedule::get().isCapturing()) {
    violation("cuMemcpyDtoHAsync to pageable memory while work is captured");
    return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
  }
  if (CUresult failure = checkHost("cuMemcpyDtoHAsync", to, bytes))
    return failure;
  return copy("cuMemcpyDtoHAsync", stream, {{from, bytes, false}},
              [=] { std::memcpy(to, onHost(from), bytes); });
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t bytes, CUstream stream) {
  if (to < from + bytes && from < to + bytes) {
    violation("cuMemcpyDtoDAsync: " + describe(to) + " and " + describe(from) + " overlap");
    return CUDA_ERROR_INVALID_VALUE;
  }
  return copy("cuMemcpyDtoDAsync", stream, {{to, bytes, true}, {from, bytes, false}},
              [=] { std::memcpy(onHost(to), onHost(from), bytes); });
}

CUresult cuStreamBeginCapture(CUstream handle, CUstreamCaptureMode) {
  if (CUresult failure = beginCall("cuStreamBeginCapture"))
    return failure;
  Stream *stream = Schedule::get().streamOf(handle, "cuStreamBeginCapture");
  record("cuStreamBeginCapture");
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  return mustFail(Failure::Graph) ? CUDA_ERROR_UNKNOWN : Schedule::get().beginCapture(*stream);
}

CUresult cuStreamEndCapture(CUstream handle, CUgraph *graph) {
  if (CUresult failure = beginCall("cuStreamEndCapture"))
    return failure;
  Stream *stream = Schedule::get().streamOf(handle, "cuStreamEndCapture");
  record("cuStreamEndCapture");
  return stream ? Schedule::get().endCapture(*stream, graph) : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuGraphInstantiateWithFlags(CUgraphExec *made, CUgraph handle, unsigned long long) {
  if (CUresult failure = beginCall("cuGraphInstantiate"))
    return failure;
  Graph *graph = Schedule::get().graphOf(handle, "cuGraphInstantiate");
  if (!graph)
    return CUDA_ERROR_INVALID_HANDLE;
  record("cuGraphInstantiate tasks " + std::to_string(graph->tasks.size()));
  if (mustFail(Failure::Graph))
    return CUDA_ERROR_UNKNOWN;
  *made = reinterpret_cast<CUgraphExec>(Schedule::get().clone(*graph));
  return CUDA_SUCCESS;
}

static CUresult destroyGraph(CUgraph handle, const char *call, bool isExecutable) {
  if (CUresult failure = beginCall(call))
    return failure;
  Graph *graph = Schedule::get().graphOf(handle, call, isExecutable);
  if (!graph)
    return CUDA_ERROR_INVALID_HANDLE;
  record(call);
  Schedule::get().destroy(graph);
  return CUDA_SUCCESS;
}

CUresult cuGraphDestroy(CUgraph handle) {
  return destroyGraph(handle, "cuGraphDestroy", /*isExecutable=*/false);
}

CUresult cuGraphExecDestroy(CUgraphExec handle) {
  return destroyGraph(reinterpret_cast<CUgraph>(handle), "cuGraphExecDestroy",
                      /*isExecutable=*/true);
}

CUresult cuGraphLaunch(CUgraphExec handle, CUstream streamHandle) {
  if (CUresult failure = beginCall("cuGraphLaunch"))
    return failure;
  Graph *graph = Schedule::get().graphOf(reinterpret_cast<CUgraph>(handle), "cuGraphLaunch",
                                         /*isExecutable=*/true);
  Stream *stream = Schedule::get().streamOf(streamHandle, "cuGraphLaunch");
  if (!graph || !stream)
    return CUDA_ERROR_INVALID_HANDLE;
  record("cuGraphLaunch");
  if (mustFail(Failure::Graph))
    return CUDA_ERROR_UNKNOWN;
  ++Report::get().graphLaunches;
  return Schedule::get().launch(*stream, *graph);
}

} // extern "C"
#pragma GCC visibility pop
