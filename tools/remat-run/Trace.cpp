//===- Trace.cpp - What the kernels of a run touched ----------------------===//
#include "Trace.h"
#include "remat/Analysis/CostModel.h"
#include "llvm/ADT/STLExtras.h"
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
  trace.buffers.mark(2 * static_cast<int64_t>(trace.events.size()) - 2);
}

void KernelTrace::end(void *user, rematrt_context *, const rematrt_kernel *) {
  auto &trace = *static_cast<KernelTrace *>(user);
  trace.buffers.mark(2 * static_cast<int64_t>(trace.events.size()) - 1);
}

llvm::Error KernelTrace::readTimes() {
  for (auto [number, event] : llvm::enumerate(events)) {
    int64_t mark = 2 * static_cast<int64_t>(number);
    llvm::Expected<int64_t> taken = buffers.elapsedNs(mark, mark + 1);
    if (!taken)
      return taken.takeError();
    event.durationNs = *taken;
  }
  return llvm::Error::success();
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

std::string mlir::remat::profileText(const std::vector<std::vector<KernelEvent>> &runs,
                                     llvm::StringRef base) {
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
  llvm::Expected<Device> known = findDevice(base);
  if (!known)
    llvm::report_fatal_error(known.takeError());
  llvm::json::Object device{{"name", "profile"},
                            {"flops_per_second", known->flopsPerSecond},
                            {"bytes_per_second", known->bytesPerSecond},
                            {"launch_ns", known->launchNs},
                            {"library_workspace_bytes", known->libraryWorkspaceBytes},
                            {"measured", std::move(measured)}};
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::json::OStream json(os, 2);
  json.value(llvm::json::Value(std::move(device)));
  os << "\n";
  return text;
}
