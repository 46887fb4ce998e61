//===- Driver.cpp - The functions of the CUDA driver that are used --------===//
#include "Driver.h"
#include "LoadedLibrary.h"

using namespace rematrt;

namespace {
struct LoadedDriver {
  Driver driver;
  std::string error;

  LoadedDriver() {
    static constexpr const char *names[] = {"libcuda.so.1"};
    LoadedLibrary library;
    if (!library.load("REMATRT_CUDA_DRIVER", names, error))
      return;
#define REMATRT_FIND(name)                                                                         \
  if (!library.find(#name, driver.name, error))                                                    \
    return;
    REMATRT_CUDA_DRIVER_FUNCTIONS(REMATRT_FIND)
#undef REMATRT_FIND
  }
};
} // namespace

const Driver *Driver::get(std::string &error) {
  static const LoadedDriver loaded;
  error = loaded.error;
  return error.empty() ? &loaded.driver : nullptr;
}

std::string Driver::describe(const char *call, CUresult result) const {
  const char *name = nullptr, *text = nullptr;
  if (cuGetErrorName(result, &name) != CUDA_SUCCESS || !name)
    name = "an unknown error";
  if (cuGetErrorString(result, &text) != CUDA_SUCCESS || !text)
    text = "";
  return std::string(call) + " failed: " + name + " (" + text + ")";
}
