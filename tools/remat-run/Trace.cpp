//===- Trace.cpp - What the kernels of a run touched ----------------------===//
#include "Trace.h"
#include "remat/Analysis/CostModel.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::remat;

rematrt_hooks KernelTrace::hooks() { return {this, begin, end}; }

void KernelTrace::begin(void *user, rematrt_context *, const rematrt_kernel *kernel) {
  auto &trace = *static_cast<KernelTrace *>(user);
  KernelEvent &event = trace.events.emplace_back();
  event.step = kernel->step;
  event.name = kernel->name;
  event.location = kernel->location;
  int64_t number = 0;
  auto take = [&](ByteRanges &ranges, int64_t count) {
    for (int64_t end = number + count; number < end; ++number) {
      auto *buffer = static_cast<const char *>(kernel->buffers[number]);
      if (buffer < trace.arena || buffer >= trace.arena + trace.arenaBytes)
        continue;
      int64_t offset = buffer - trace.arena;
      ranges.add(offset, offset + kernel->buffer_bytes[number]);
    }
  };
  take(event.reads, kernel->read_count);
  take(event.writes, kernel->write_count);
  take(event.scratch, kernel->scratch_count);
  trace.started = std::chrono::steady_clock::now();
}

void KernelTrace::end(void *user, rematrt_context *, const rematrt_kernel *) {
  auto &trace = *static_cast<KernelTrace *>(user);
  trace.events.back().durationNs = std::chrono::duration_cast<std::chrono::nanoseconds>(
                                       std::chrono::steady_clock::now() - trace.started)
                                       .count();
}

std::vector<ByteRanges> mlir::remat::liveDuring(const std::vector<KernelEvent> &events) {
  std::vector<ByteRanges> live(events.size());
  ByteRanges after;
  for (size_t number = events.size(); number-- > 0;) {
    const KernelEvent &event = events[number];
    live[number] = after;
    live[number].add(event.reads);
    live[number].add(event.writes);
    live[number].add(event.scratch);
    after.remove(event.writes);
    after.add(event.reads);
  }
  return live;
}

std::string mlir::remat::profileText(const std::vector<std::vector<KernelEvent>> &runs) {
  llvm::StringMap<std::vector<int64_t>> timesOf;
  for (const std::vector<KernelEvent> &events : runs)
    for (const KernelEvent &event : events)
      timesOf[event.name].push_back(event.durationNs);
  llvm::json::Object measured;
  for (auto &entry : timesOf) {
    std::vector<int64_t> &times = entry.second;
    std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
    measured[entry.first()] = times[times.size() / 2];
  }
  // What was not measured is estimated as on any CPU.
  llvm::Expected<Device> cpu = findDevice("cpu");
  llvm::json::Object device{{"name", "profile"},
                            {"flops_per_second", cpu->flopsPerSecond},
                            {"bytes_per_second", cpu->bytesPerSecond},
                            {"launch_ns", cpu->launchNs},
                            {"measured", std::move(measured)}};
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 2);
  json.value(llvm::json::Value(std::move(device)));
  os << "\n";
  return text;
}
