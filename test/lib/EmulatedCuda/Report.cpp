//===- Report.cpp - What the emulated device saw --------------------------===//
#include "Report.h"
#include "Settings.h"
#include <cstdio>

using namespace emulated;

Report &Report::get() {
  static Report report;
  return report;
}

static void write(FILE *file, const Report &report) {
  auto line = [&](const char *format, auto... values) { std::fprintf(file, format, values...); };
  using Number = long long;
  line("emulated CUDA: allocations %lld, at most %lld bytes at once\n", Number(report.allocations),
       Number(report.mostAliveBytes));
  line("emulated CUDA: launches %lld, threads %lld, copies %lld, products %lld, convolutions %lld, "
       "graph launches %lld\n",
       Number(report.launches), Number(report.threads), Number(report.copies),
       Number(report.products), Number(report.convolutions), Number(report.graphLaunches));
  line("emulated CUDA: left %lld bytes, %lld allocations, %lld modules, %lld streams, %lld events, "
       "%lld graphs, %lld contexts, %lld library handles\n",
       Number(report.aliveBytes), Number(report.aliveAllocations), Number(report.modules),
       Number(report.streams), Number(report.events), Number(report.graphs),
       Number(report.contexts), Number(report.libraryHandles));
  line("emulated CUDA: rules broken %lld\n", Number(report.violations));
}

std::string Report::leftInContext() const {
  std::string text;
  auto add = [&](int64_t count, const char *what) {
    if (count > 0)
      text.append(text.empty() ? "" : ", ").append(std::to_string(count) + what);
  };
  add(aliveAllocations, " allocations");
  add(modules, " modules");
  add(streams, " streams");
  add(events, " events");
  add(graphs, " graphs");
  return text;
}

Report::~Report() {
  const std::string &path = Settings::get().report;
  if (path.empty()) {
    if (violations > 0)
      write(stderr, *this);
    return;
  }
  if (FILE *file = std::fopen(path.c_str(), "w")) {
    write(file, *this);
    std::fclose(file);
  }
}

void emulated::violation(const std::string &what) {
  ++Report::get().violations;
  std::fprintf(stderr, "emulated CUDA: rule broken: %s\n", what.c_str());
  record("rule broken: " + what);
}

void emulated::record(const std::string &line) {
  const std::string &path = Settings::get().record;
  if (path.empty())
    return;
  if (FILE *file = std::fopen(path.c_str(), "a")) {
    std::fprintf(file, "%s\n", line.c_str());
    std::fclose(file);
  }
}
