//===- AllocateParts.cpp - Offset problems cut apart in time --------------===//
#include "AllocateParts.h"
#include <algorithm>

namespace rematplan {

std::vector<BufferPart> splitInTime(llvm::ArrayRef<Buffer> buffers) {
  BufferPart order;
  for (uint32_t buffer = 0; buffer < buffers.size(); ++buffer)
    if (buffers[buffer].takesPlace())
      order.push_back(buffer);
  std::stable_sort(order.begin(), order.end(),
                   [&](uint32_t a, uint32_t b) { return buffers[a].lower < buffers[b].lower; });
  std::vector<BufferPart> parts;
  int64_t end = 0;
  for (uint32_t buffer : order) {
    if (parts.empty() || buffers[buffer].lower >= end)
      parts.emplace_back();
    end = parts.back().empty() ? buffers[buffer].upper : std::max(end, buffers[buffer].upper);
    parts.back().push_back(buffer);
  }
  return parts;
}

BufferColumns columnsOf(llvm::ArrayRef<Buffer> buffers, const BufferPart &part) {
  // Ends before starts at the same step. A set of buffers is a largest one where an end follows a
  // start.
  struct Event {
    int64_t step;
    bool starts;
    uint32_t position;
  };
  std::vector<Event> events;
  for (uint32_t position = 0; position < part.size(); ++position) {
    events.push_back({buffers[part[position]].lower, true, position});
    events.push_back({buffers[part[position]].upper, false, position});
  }
  std::sort(events.begin(), events.end(), [](const Event &a, const Event &b) {
    return std::tie(a.step, a.starts, a.position) < std::tie(b.step, b.starts, b.position);
  });
  BufferColumns columns;
  columns.begin.resize(part.size());
  columns.end.resize(part.size());
  bool started = false;
  for (const Event &event : events) {
    if (!event.starts && started)
      ++columns.count;
    started = event.starts;
    (event.starts ? columns.begin : columns.end)[event.position] = columns.count;
  }
  return columns;
}

} // namespace rematplan
