//===- Settings.h - What the environment asks of the emulated device -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_SETTINGS_H
#define REMAT_TEST_EMULATEDCUDA_SETTINGS_H

#include <cstddef>
#include <cstdint>
#include <string>

namespace emulated {

/// Read once, from environment variables REMAT_EMULATED_CUDA_….
struct Settings {
  /// …KERNELS: the folder of the host's kernels (--host-kernels).
  std::string kernels;
  /// …REPORT: the file that the summary goes to; else standard error, if a rule was broken.
  std::string report;
  /// …RECORD: a file to which every call is added.
  std::string record;
  /// …CHIP: 90 for sm_90.
  int chip = 90;
  /// …MEMORY: bytes of the device.
  size_t memoryBytes = size_t(8) << 30;
  /// …DEVICES
  int devices = 1;
  /// …STRICT=1: kernels can touch the pages of their arguments only, and write those only that they
  /// are said to write.
  bool strict = false;
  /// …ORDER=reverse: blocks and threads run from the last to the first.
  bool reverse = false;

  __attribute__((visibility("default"))) static const Settings &get();
};

/// What …FAIL can ask for: "KIND:N" makes the N-th call of a kind fail, counted from 1.
enum class Failure {
  /// alloc: the device's memory is used up.
  Allocation,
  /// copy: a copy cannot be made.
  Copy,
  /// launch: a launch is refused.
  Launch,
  /// kernel: a kernel dies. Nothing works afterwards.
  Kernel,
  /// module: a module cannot be loaded.
  Module,
  /// product: a library's product fails.
  Product,
  /// convolution: a library's convolution fails.
  Convolution,
  /// lost: the device is lost at the N-th call of any kind.
  Lost,
  /// wait: a stream does not wait for an event although it was told to.
  Wait,
  /// event: a call of events (create, record, wait, elapsed time) fails.
  Event,
  /// library: a library cannot make a handle, or has no algorithm.
  Library,
  /// graph: a call of graphs (capture, instantiate, launch) fails.
  Graph,
  Count
};

/// Counts a call; true if it is to fail.
__attribute__((visibility("default"))) bool mustFail(Failure kind);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_SETTINGS_H
