//===- RunCudaStep.cpp - Runs a step for CUDA devices once ----------------===//
//
// remat-run-cuda-step STEP.so ARENA_BYTES ARGUMENTS RESULTS: allocates the arena, then buffers of
// the given bytes (comma-separated; an empty word for none), runs `remat_step` twice and waits.
// Prints the failure's message, if any.
//
//===----------------------------------------------------------------------===//
#include "remat/Runtime/RematrtCuda.h"
#include <cstdio>
#include <cstdlib>
#include <dlfcn.h>
#include <sstream>
#include <string>
#include <vector>

static std::vector<void *> allocateAll(rematrt_context *context, const char *list) {
  std::vector<void *> buffers;
  std::stringstream words(list);
  for (std::string word; std::getline(words, word, ',');) {
    buffers.push_back(nullptr);
    rematrt_cuda_allocate(context, std::atoll(word.c_str()), &buffers.back(), "buffers");
  }
  return buffers;
}

int main(int argc, char **argv) {
  if (argc != 5) {
    std::fprintf(stderr, "expected: STEP.so ARENA_BYTES ARGUMENTS RESULTS\n");
    return 1;
  }
  void *library = dlopen(argv[1], RTLD_NOW);
  using Step = rematrt_status (*)(rematrt_context *, void *const *, void *const *, void *);
  auto step = library ? reinterpret_cast<Step>(dlsym(library, "remat_step")) : nullptr;
  if (!step) {
    std::fprintf(stderr, "%s\n", dlerror());
    return 1;
  }
  rematrt_context *context = rematrt_context_create(1);
  rematrt_cuda_open(context, 0);
  void *arena = nullptr;
  rematrt_cuda_allocate(context, std::atoll(argv[2]), &arena, "arena");
  std::vector<void *> arguments = allocateAll(context, argv[3]);
  std::vector<void *> results = allocateAll(context, argv[4]);
  for (int run = 0; run < 2 && rematrt_context_status(context) == REMATRT_OK; ++run)
    step(context, arguments.data(), results.data(), arena);
  rematrt_cuda_synchronize(context);
  rematrt_status status = rematrt_context_status(context);
  if (status != REMATRT_OK)
    std::fprintf(stderr, "%s\n", rematrt_context_message(context));
  rematrt_context_destroy(context);
  return status;
}
