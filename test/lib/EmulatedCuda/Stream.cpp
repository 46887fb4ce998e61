//===- Stream.cpp - Streams, events and graphs of the emulated device -----===//
//
// Tasks run when they are submitted. That is one of the orders that a device may choose; clocks say
// whether any other order would be one as well, and a task that could meet another one at the same
// memory breaks a rule.
//
//===----------------------------------------------------------------------===//
#include "Stream.h"
#include "Context.h"
#include "Memory.h"
#include "Report.h"
#include "Settings.h"

using namespace emulated;

Schedule &Schedule::get() {
  static Schedule schedule;
  return schedule;
}

Stream *Schedule::streamOf(CUstream handle, const char *call) {
  auto *stream = reinterpret_cast<Stream *>(handle);
  if (streams.contains(stream))
    return stream;
  violation(std::string(call) + (handle ? ": no stream of this device" : ": the default stream"));
  return nullptr;
}

Event *Schedule::eventOf(CUevent handle, const char *call) {
  auto *event = reinterpret_cast<Event *>(handle);
  if (events.contains(event))
    return event;
  violation(std::string(call) + ": no event of this device");
  return nullptr;
}

CUstream Schedule::createStream() {
  auto *stream = new Stream(made++);
  streams.insert(stream);
  ++Report::get().streams;
  return reinterpret_cast<CUstream>(stream);
}

void Schedule::destroy(Stream *stream) {
  streams.erase(stream);
  --Report::get().streams;
  delete stream;
}

CUevent Schedule::createEvent(bool isTimed) {
  auto *event = new Event;
  event->isTimed = isTimed;
  events.insert(event);
  ++Report::get().events;
  return reinterpret_cast<CUevent>(event);
}

void Schedule::destroy(Event *event) {
  events.erase(event);
  --Report::get().events;
  delete event;
}

bool Schedule::checkUses(Stream &stream, const Task &task) {
  stream.clock.merge(host);
  stream.clock.advance(stream.number);
  for (const MemoryUse &use : task.uses) {
    if (use.bytes == 0)
      continue;
    Address begin = 0;
    Allocation *allocation = Memory::get().find(use.address, use.bytes, &begin);
    if (!allocation) {
      violation(task.name + ": " + std::to_string(use.bytes) + " bytes at " +
                describe(use.address) + " are not in one allocation");
      return false;
    }
    ByteRange range{use.address - begin, use.address - begin + use.bytes};
    if (!allocation->history.add(range, use.isWritten, stream.number, stream.clock))
      violation(task.name + (use.isWritten ? ": writes " : ": reads ") + describe(use.address) +
                ", which other work uses that need not be done by then");
  }
  return true;
}

CUresult Schedule::submit(Stream &stream, Task task) {
  if (!checkUses(stream, task))
    return CUDA_ERROR_INVALID_VALUE;
  if (!stream.capture)
    return task.run();
  stream.capture->tasks.push_back(std::move(task));
  return CUDA_SUCCESS;
}

CUresult emulated::submit(CUstream handle, const char *call, Task task) {
  if (CUresult failure = beginCall(call))
    return failure;
  Stream *stream = Schedule::get().streamOf(handle, call);
  return stream ? Schedule::get().submit(*stream, std::move(task)) : CUDA_ERROR_INVALID_HANDLE;
}

void Schedule::recordEvent(Stream &stream, Event &event) {
  stream.clock.merge(host);
  event.clock = stream.clock;
  event.isRecorded = true;
  event.reached = std::chrono::steady_clock::now();
  event.isCaptured = stream.capture != nullptr;
  event.capture = stream.capture;
}

CUresult Schedule::wait(Stream &stream, const Event &event) {
  // To wait for an event that nothing has recorded is allowed, and no waiting.
  if (!event.isRecorded || mustFail(Failure::Wait))
    return CUDA_SUCCESS;
  if (event.isCaptured && !event.capture) {
    violation("cuStreamWaitEvent: the event was recorded while work was captured, which has ended");
    return CUDA_ERROR_CAPTURED_EVENT;
  }
  if (stream.capture && !event.isCaptured) {
    violation("cuStreamWaitEvent: a stream that is captured waits for work that is not");
    return CUDA_ERROR_STREAM_CAPTURE_ISOLATION;
  }
  if (stream.capture && stream.capture != event.capture) {
    violation("cuStreamWaitEvent: a stream that is captured waits for another graph's work");
    return CUDA_ERROR_STREAM_CAPTURE_MERGE;
  }
  stream.clock.merge(event.clock);
  if (event.capture && !stream.capture) {
    stream.capture = event.capture;
    event.capture->streams.insert(&stream);
  }
  return CUDA_SUCCESS;
}

void Schedule::finish(const Stream &stream) { host.merge(stream.clock); }

void Schedule::finish(const Event &event) { host.merge(event.clock); }

void Schedule::finishAll() {
  for (Stream *stream : streams)
    finish(*stream);
}

CUresult Schedule::beginCapture(Stream &stream) {
  if (stream.capture) {
    violation("cuStreamBeginCapture: the stream is captured already");
    return CUDA_ERROR_ILLEGAL_STATE;
  }
  auto *graph = new Graph;
  graph->origin = &stream;
  graph->streams.insert(&stream);
  stream.capture = graph;
  capturing.insert(graph);
  return CUDA_SUCCESS;
}

CUresult Schedule::endCapture(Stream &stream, CUgraph *made) {
  *made = nullptr;
  Graph *graph = stream.capture;
  if (!graph || graph->origin != &stream) {
    violation("cuStreamEndCapture: the capture did not begin with this stream");
    return graph ? CUDA_ERROR_STREAM_CAPTURE_UNMATCHED : CUDA_ERROR_ILLEGAL_STATE;
  }
  bool isJoined = true;
  for (Stream *joined : graph->streams) {
    isJoined &= joined->clock.at(joined->number) <= stream.clock.at(joined->number);
    joined->capture = nullptr;
  }
  for (Event *event : events)
    if (event->capture == graph)
      event->capture = nullptr;
  capturing.erase(graph);
  if (!isJoined) {
    violation("cuStreamEndCapture: the stream has not waited for another one that was captured");
    delete graph;
    return CUDA_ERROR_STREAM_CAPTURE_UNJOINED;
  }
  graphs.insert(graph);
  ++Report::get().graphs;
  *made = reinterpret_cast<CUgraph>(graph);
  return CUDA_SUCCESS;
}

Graph *Schedule::graphOf(CUgraph handle, const char *call, bool isExecutable) {
  auto *graph = reinterpret_cast<Graph *>(handle);
  if (graphs.contains(graph) && graph->isExecutable == isExecutable)
    return graph;
  violation(std::string(call) +
            (isExecutable ? ": no graph that was instantiated" : ": no graph of this device"));
  return nullptr;
}

CUgraph Schedule::clone(const Graph &graph) {
  auto *copy = new Graph(graph);
  copy->isExecutable = true;
  graphs.insert(copy);
  ++Report::get().graphs;
  return reinterpret_cast<CUgraph>(copy);
}

void Schedule::destroy(Graph *graph) {
  graphs.erase(graph);
  --Report::get().graphs;
  delete graph;
}

CUresult Schedule::launch(Stream &stream, const Graph &graph) {
  for (const Task &task : graph.tasks)
    if (CUresult failure = submit(stream, task))
      return failure;
  return CUDA_SUCCESS;
}

void Schedule::clear() {
  while (!streams.empty())
    destroy(*streams.begin());
  while (!events.empty())
    destroy(*events.begin());
  while (!graphs.empty())
    destroy(*graphs.begin());
  for (Graph *graph : capturing)
    delete graph;
  capturing.clear();
}
