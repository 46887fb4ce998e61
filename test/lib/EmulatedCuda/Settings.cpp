//===- Settings.cpp - What the environment asks of the emulated device ----===//
#include "Settings.h"
#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>

using namespace emulated;

static std::string text(const char *name) {
  const char *value = std::getenv((std::string("REMAT_EMULATED_CUDA_") + name).c_str());
  return value ? value : "";
}

static int64_t number(const char *name, int64_t otherwise) {
  std::string value = text(name);
  return value.empty() ? otherwise : std::atoll(value.c_str());
}

const Settings &Settings::get() {
  static const Settings settings = [] {
    Settings read;
    read.kernels = text("KERNELS");
    read.report = text("REPORT");
    read.record = text("RECORD");
    read.chip = static_cast<int>(number("CHIP", read.chip));
    read.memoryBytes = number("MEMORY", read.memoryBytes);
    read.devices = static_cast<int>(number("DEVICES", read.devices));
    read.strict = text("STRICT") == "1";
    read.reverse = text("ORDER") == "reverse";
    return read;
  }();
  return settings;
}

namespace {
struct Wanted {
  Failure kind = Failure::Count;
  int64_t number = 0;
};
} // namespace

/// A test that asks for a failure that there is not would pass for the wrong reason.
static Wanted readWanted() {
  static constexpr const char *names[] = {"alloc",  "copy",    "launch",      "kernel",
                                          "module", "product", "convolution", "lost",
                                          "wait",   "event",   "library",     "graph"};
  static_assert(std::size(names) == size_t(Failure::Count));
  std::string asked = text("FAIL");
  if (asked.empty())
    return {};
  size_t colon = std::min(asked.find(':'), asked.size());
  auto *name = std::find(std::begin(names), std::end(names), asked.substr(0, colon));
  int64_t number = colon < asked.size() ? std::atoll(asked.c_str() + colon + 1) : 0;
  if (name == std::end(names) || number < 1) {
    std::fprintf(stderr, "emulated CUDA: no failure '%s': KIND:N is expected\n", asked.c_str());
    std::exit(EXIT_FAILURE);
  }
  return {static_cast<Failure>(name - names), number};
}

bool emulated::mustFail(Failure kind) {
  static const Wanted wanted = readWanted();
  static std::array<int64_t, size_t(Failure::Count)> counts{};
  int64_t count = ++counts[size_t(kind)];
  if (kind != wanted.kind)
    return false;
  // What is lost stays lost.
  return kind == Failure::Lost ? count >= wanted.number : count == wanted.number;
}
