//===- Stream.h - Streams, events and graphs of the emulated device -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_STREAM_H
#define REMAT_TEST_EMULATEDCUDA_STREAM_H

#include "Order.h"
#include <chrono>
#include <cuda.h>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace emulated {

/// Device memory that a task reads or writes.
struct MemoryUse {
  unsigned long long address = 0;
  size_t bytes = 0;
  bool isWritten = false;
};

/// What a stream does: a launch, a copy, a library call.
struct Task {
  std::string name;
  std::vector<MemoryUse> uses;
  std::function<CUresult()> run;
};

struct Stream;

/// What streams were told while they were captured.
struct Graph {
  std::vector<Task> tasks;
  /// What cuGraphInstantiate made, which can be launched.
  bool isExecutable = false;
  /// The stream that the capture began with, and all that joined it.
  Stream *origin = nullptr;
  std::set<Stream *> streams;
};

struct Stream {
  explicit Stream(size_t number) : number(number) {}
  size_t number;
  Clock clock;
  /// Null if it is not captured.
  Graph *capture = nullptr;
};

struct Event {
  Clock clock;
  bool isTimed = true;
  bool isRecorded = false;
  std::chrono::steady_clock::time_point reached;
  /// Recorded last while a stream was captured, for this graph; null once that has ended.
  bool isCaptured = false;
  Graph *capture = nullptr;
};

/// What runs on the device, and in which order.
class Schedule {
public:
  static Schedule &get();

  /// Null, and a broken rule, for what is no stream or event.
  Stream *streamOf(CUstream handle, const char *call);
  Event *eventOf(CUevent handle, const char *call);

  CUstream createStream();
  void destroy(Stream *stream);
  CUevent createEvent(bool isTimed);
  void destroy(Event *event);

  /// Checks the memory that a task uses, and runs it, or keeps it for the graph that is captured.
  CUresult submit(Stream &stream, Task task);

  void recordEvent(Stream &stream, Event &event);
  CUresult wait(Stream &stream, const Event &event);
  /// The host has waited.
  void finish(const Stream &stream);
  void finish(const Event &event);
  void finishAll();

  CUresult beginCapture(Stream &stream);
  CUresult endCapture(Stream &stream, CUgraph *graph);
  Graph *graphOf(CUgraph handle, const char *call, bool isExecutable = false);
  /// What cuGraphInstantiate makes.
  CUgraph clone(const Graph &graph);
  void destroy(Graph *graph);
  CUresult launch(Stream &stream, const Graph &graph);

  /// All handles go.
  void clear();

  bool isCapturing() const { return !capturing.empty(); }
  const Clock &hostClock() const { return host; }

private:
  bool checkUses(Stream &stream, const Task &task);

  std::set<Stream *> streams;
  std::set<Event *> events;
  std::set<Graph *> graphs, capturing;
  Clock host;
  size_t made = 0;
};

/// For libraries beside the driver: what Schedule::submit does, with a stream's handle.
__attribute__((visibility("default"))) CUresult submit(CUstream stream, const char *call,
                                                       Task task);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_STREAM_H
