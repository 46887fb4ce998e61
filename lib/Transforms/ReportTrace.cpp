//===- ReportTrace.cpp - Both programs of a report as a trace -------------===//
#include "remat/Transforms/ReportTrace.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/JSON.h"

using namespace mlir;
using namespace mlir::remat;
using llvm::json::OStream;

// Tracks of a program.
static constexpr int kFirstRuns = 1;
static constexpr int kRepetitions = 2;

namespace {

/// Writes the events of one program, which is one process of the trace.
class ProgramTrace {
public:
  ProgramTrace(OStream &json, const RematerializeReport &report, const Timeline &timeline,
               int process)
      : json(json), report(report), timeline(timeline), process(process) {}

  void write(StringRef title);

private:
  /// An event with its fields; `more` adds to them.
  void event(StringRef kind, StringRef name, int track, int64_t timeNs,
             llvm::function_ref<void()> more);
  void metadata(StringRef kind, StringRef name, int track);
  void time(StringRef key, int64_t ns) {
    json.attributeBegin(key);
    // Microseconds, exactly.
    json.rawValue(
        [&](raw_ostream &os) { os << ns / 1000 << llvm::format(".%03d", int(ns % 1000)); });
    json.attributeEnd();
  }
  void counters(size_t step);
  void slice(size_t step);
  void arrows(size_t step);

  OStream &json;
  const RematerializeReport &report;
  const Timeline &timeline;
  int process;
  int64_t nowNs = 0;
  /// When the first run of the op that makes a value began.
  llvm::DenseMap<uint32_t, int64_t> firstRunNs;
  int64_t nextArrow = 0;
};

} // namespace

/// A step without cost takes a nanosecond, so that it can be seen.
static int64_t durationNs(const TimelineStep &step) { return std::max<int64_t>(step.costNs, 1); }

void ProgramTrace::event(StringRef kind, StringRef name, int track, int64_t timeNs,
                         llvm::function_ref<void()> more) {
  json.object([&] {
    json.attribute("ph", kind);
    json.attribute("name", name);
    json.attribute("pid", process);
    json.attribute("tid", track);
    time("ts", timeNs);
    more();
  });
}

void ProgramTrace::metadata(StringRef kind, StringRef name, int track) {
  event("M", kind, track, 0,
        [&] { json.attributeObject("args", [&] { json.attribute("name", name); }); });
}

void ProgramTrace::counters(size_t step) {
  if (step == 0 || timeline.liveBytes[step] != timeline.liveBytes[step - 1])
    event("C", "live bytes", kFirstRuns, nowNs, [&] {
      json.attributeObject("args", [&] { json.attribute("bytes", timeline.liveBytes[step]); });
    });
  for (size_t kind = 0; kind < kNumByteKinds; ++kind) {
    const std::vector<int64_t> &bytes = timeline.bytesOfKind[kind];
    if (step != 0 && bytes[step] == bytes[step - 1])
      continue;
    event("C", byteKindName(static_cast<ByteKind>(kind)), kFirstRuns, nowNs,
          [&] { json.attributeObject("args", [&] { json.attribute("bytes", bytes[step]); }); });
  }
}

void ProgramTrace::slice(size_t step) {
  const TimelineStep &shown = timeline.steps[step];
  const std::string &name = shown.name.empty() ? shown.op : shown.name;
  const int track = shown.isRepetition ? kRepetitions : kFirstRuns;
  event("X", name, track, nowNs, [&] {
    time("dur", durationNs(shown));
    json.attribute("cat", shown.isRepetition ? "recomputed" : "first run");
    // Red in chrome://tracing; Perfetto colours by name.
    if (shown.isRepetition)
      json.attribute("cname", "terrible");
    json.attributeObject("args", [&] {
      json.attribute("step", static_cast<int64_t>(step));
      json.attribute("op", shown.op);
      json.attribute("cost_ns", shown.costNs);
      json.attribute("live_bytes", timeline.liveBytes[step]);
      if (!shown.source.empty())
        json.attribute("source", shown.source);
      json.attributeArray("makes", [&] {
        for (uint32_t value : shown.makes)
          json.value(report.values[value].name);
      });
    });
  });
}

void ProgramTrace::arrows(size_t step) {
  const TimelineStep &shown = timeline.steps[step];
  for (uint32_t value : shown.makes) {
    auto [first, isFirst] = firstRunNs.try_emplace(value, nowNs);
    if (isFirst || !shown.isRepetition)
      continue;
    const int64_t arrow = nextArrow++;
    auto end = [&](StringRef kind, int track, int64_t timeNs) {
      event(kind, "recomputed", track, timeNs, [&] {
        json.attribute("cat", "recomputed");
        json.attribute("id", arrow);
        if (kind == "f")
          json.attribute("bp", "e");
      });
    };
    end("s", kFirstRuns, first->second);
    end("f", kRepetitions, nowNs);
    // One arrow per repetition, also where an op has several results.
    break;
  }
}

void ProgramTrace::write(StringRef title) {
  metadata("process_name", title, kFirstRuns);
  metadata("thread_name", "steps", kFirstRuns);
  metadata("thread_name", "recomputations", kRepetitions);
  for (size_t step = 0; step < timeline.steps.size(); ++step) {
    counters(step);
    slice(step);
    arrows(step);
    nowNs += durationNs(timeline.steps[step]);
  }
}

void mlir::remat::printTrace(raw_ostream &os, const RematerializeReport &report) {
  OStream json(os);
  json.object([&] {
    json.attribute("displayTimeUnit", "ns");
    json.attributeObject("otherData", [&] {
      json.attribute("function", report.function);
      json.attribute("status", rematplan::statusName(report.status));
      json.attribute("peak_before_bytes", report.peakBeforeBytes);
      json.attribute("peak_after_bytes", report.peakAfterBytes);
    });
    json.attributeArray("traceEvents", [&] {
      ProgramTrace(json, report, report.before, 1).write("as it came");
      if (report.isRewritten)
        ProgramTrace(json, report, report.after, 2).write("rewritten");
    });
  });
  os << "\n";
}
