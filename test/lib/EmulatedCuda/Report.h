//===- Report.h - What the emulated device saw -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_REPORT_H
#define REMAT_TEST_EMULATEDCUDA_REPORT_H

#include <cstdint>
#include <string>

namespace emulated {

/// Counts of a process. The summary is written when it ends.
struct Report {
  int64_t allocations = 0, aliveBytes = 0, mostAliveBytes = 0;
  int64_t launches = 0, threads = 0, copies = 0, products = 0, convolutions = 0;
  int64_t graphLaunches = 0;
  /// What exists now.
  int64_t aliveAllocations = 0, modules = 0, streams = 0, events = 0, graphs = 0, contexts = 0;
  /// Of cuBLASLt and cuDNN.
  int64_t libraryHandles = 0;
  int64_t violations = 0;

  __attribute__((visibility("default"))) static Report &get();
  /// "2 allocations, 1 streams" of what exists in the context; empty for nothing.
  std::string leftInContext() const;
  ~Report();
};

/// A rule of CUDA was broken: says so on standard error, and in the report.
__attribute__((visibility("default"))) void violation(const std::string &what);

/// Adds a line to the record of calls, if one is kept.
__attribute__((visibility("default"))) void record(const std::string &line);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_REPORT_H
