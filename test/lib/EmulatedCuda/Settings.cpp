//===- Settings.cpp - What the environment asks of the emulated device ----===//
#include "Settings.h"
#include <array>
#include <cstdlib>
#include <cstring>

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
    read.reverse = text("ORDER") == "reverse";
    return read;
  }();
  return settings;
}

bool emulated::mustFail(Failure kind) {
  static constexpr const char *names[] = {"alloc",   "copy",        "launch", "kernel", "module",
                                          "product", "convolution", "lost",   "wait"};
  static_assert(std::size(names) == size_t(Failure::Count));
  static const std::string wanted = text("FAIL");
  static std::array<int64_t, size_t(Failure::Count)> counts{};
  int64_t count = ++counts[size_t(kind)];
  const char *name = names[size_t(kind)];
  size_t length = std::strlen(name);
  if (wanted.size() < length + 2 || wanted.compare(0, length, name) != 0 || wanted[length] != ':')
    return false;
  int64_t chosen = std::atoll(wanted.c_str() + length + 1);
  // What is lost stays lost.
  return kind == Failure::Lost ? count >= chosen : count == chosen;
}
