// Runs the step of step.h with argv[1] threads, and fails where the process has ever taken more than 5 % above the step's bytes.
#include "step.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static void *filledBuffer(int64_t bytes) {
  size_t rounded = (bytes + 64) / 64 * 64;
  return memset(aligned_alloc(64, rounded), 0, rounded);
}

int main(int argc, char **argv) {
  const rematrt_step *step = &step_step;
  void **arguments = calloc(step->argument_count + 1, sizeof(void *));
  void **results = calloc(step->result_count + 1, sizeof(void *));
  for (int64_t i = 0; i < step->argument_count; ++i)
    arguments[i] = filledBuffer(step->arguments[i].bytes);
  for (int64_t i = 0; i < step->result_count; ++i)
    if (step->results[i].shared_with < 0)
      results[i] = filledBuffer(step->results[i].bytes);
  rematrt_context *context = rematrt_context_create(argc > 1 ? atoi(argv[1]) : 1);
  void *arena = rematrt_arena_allocate(context, step->arena_bytes, 64, "main");
  for (int round = 0; round < 2; ++round)
    if (!arena || step->run(context, arguments, results, arena) != REMATRT_OK) {
      fprintf(stderr, "%s\n", rematrt_context_message(context));
      return 1;
    }
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double totalBytes = step->argument_bytes + step->result_bytes + step->arena_bytes;
  double residentBytes = usage.ru_maxrss * 1024.0;
  printf("resident %.1f MB, step %.1f MB: %.3f\n", residentBytes / 1e6, totalBytes / 1e6,
         residentBytes / totalBytes);
  return residentBytes <= 1.05 * totalBytes ? 0 : 1;
}
