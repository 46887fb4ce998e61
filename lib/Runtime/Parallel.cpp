//===- Parallel.cpp - Work on several threads -----------------------------===//
#include "Parallel.h"
#include "Context.h"
#include <algorithm>
#include <cstring>
#include <omp.h>

using namespace rematrt;

int64_t rematrt::usableThreads() { return std::max(omp_get_num_procs(), 1); }

SingleThreadedLibraries::SingleThreadedLibraries() : before(omp_get_max_threads()) {
  omp_set_num_threads(1);
}

SingleThreadedLibraries::~SingleThreadedLibraries() { omp_set_num_threads(before); }

void rematrt::runTasks(int64_t workers, int64_t count, void (*task)(void *, int64_t, int64_t),
                       void *environment) {
  workers = std::min(workers, count);
  if (workers <= 1 || omp_in_parallel()) {
    for (int64_t index = 0; index < count; ++index)
      task(environment, 0, index);
    return;
  }
#pragma omp parallel for num_threads(workers) schedule(dynamic, 1)
  for (int64_t index = 0; index < count; ++index)
    task(environment, omp_get_thread_num(), index);
}

rematrt_status rematrt_parallel_for(rematrt_context *context, rematrt_loop_body body,
                                    void *environment, int64_t count, int64_t grain) {
  if (context->status != REMATRT_OK || count <= 0)
    return context->status;
  grain = std::max<int64_t>(grain, 1);
  int64_t grains = (count - 1) / grain + 1;
  int64_t workers = std::min(context->threads, grains);
  if (workers <= 1 || omp_in_parallel()) {
    body(environment, 0, count);
    return REMATRT_OK;
  }
  // One contiguous piece for each thread: neighbours in memory stay with one core.
#pragma omp parallel num_threads(workers)
  {
    int64_t team = omp_get_num_threads(), index = omp_get_thread_num();
    int64_t begin = grains * index / team * grain;
    int64_t end = std::min(grains * (index + 1) / team * grain, count);
    if (begin < end)
      body(environment, begin, end);
  }
  return REMATRT_OK;
}

/// Bytes of a copy that are worth a thread.
static constexpr int64_t copyGrainBytes = 1 << 18;

rematrt_status rematrt_copy(rematrt_context *context, void *destination, const void *source,
                            int64_t bytes) {
  if (context->status != REMATRT_OK || destination == source || bytes <= 0)
    return context->status;
  struct Copy {
    char *destination;
    const char *source;
  } copy{static_cast<char *>(destination), static_cast<const char *>(source)};
  return rematrt_parallel_for(
      context,
      [](void *environment, int64_t begin, int64_t end) {
        auto *copy = static_cast<Copy *>(environment);
        std::memcpy(copy->destination + begin, copy->source + begin, end - begin);
      },
      &copy, bytes, copyGrainBytes);
}

rematrt_status rematrt_swap(rematrt_context *context, void *first, void *second, int64_t bytes) {
  if (context->status != REMATRT_OK || first == second || bytes <= 0)
    return context->status;
  struct Swap {
    char *first, *second;
  } swap{static_cast<char *>(first), static_cast<char *>(second)};
  return rematrt_parallel_for(
      context,
      [](void *environment, int64_t begin, int64_t end) {
        auto *swap = static_cast<Swap *>(environment);
        std::swap_ranges(swap->first + begin, swap->first + end, swap->second + begin);
      },
      &swap, bytes, copyGrainBytes);
}
