//===- Dnn.cpp - The functions of cuDNN that are used ---------------------===//
#include "Dnn.h"
#include "LoadedLibrary.h"

using namespace rematrt;
using namespace rematrt::dnn;

namespace {
struct LoadedDnn {
  Library dnn;
  std::string error;

  LoadedDnn() {
    static constexpr const char *names[] = {"libcudnn.so.9", "libcudnn.so.8"};
    LoadedLibrary library;
    if (!library.load("REMATRT_CUDA_DNN", names, error))
      return;
#define REMATRT_FIND(name, parameters)                                                             \
  if (!library.find(#name, dnn.name, error))                                                       \
    return;
    REMATRT_CUDA_DNN_FUNCTIONS(REMATRT_FIND)
#undef REMATRT_FIND
    library.find("cudnnGetErrorString", dnn.cudnnGetErrorString, error);
  }
};
} // namespace

const Library *Library::get(std::string &error) {
  static const LoadedDnn loaded;
  error = loaded.error;
  return error.empty() ? &loaded.dnn : nullptr;
}

std::string Library::describe(const char *call, Status status) const {
  return std::string(call) + " failed: " + cudnnGetErrorString(status);
}
