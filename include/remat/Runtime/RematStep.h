/*===- RematStep.h - A step compiled ahead of time -*- C -*-===*/
#ifndef REMAT_RUNTIME_REMATSTEP_H
#define REMAT_RUNTIME_REMATSTEP_H

#include "remat/Runtime/Rematrt.h"

/**
 * What a header written by `remat-compile` says of its step. A program allocates the buffers,
 * makes a context (`rematrt_context_create`) and an arena (`rematrt_arena_allocate`), and calls
 * `run` as often as it likes.
 */

/** An argument or a result: a dense row-major array. */
typedef struct rematrt_buffer {
  /** The name that the program's author gave it; may be empty. */
  const char *name;
  /** REMATRT_F32, … */
  int32_t element_type;
  int32_t rank;
  const int64_t *sizes;
  int64_t bytes;
  /**
   * Of a donated argument: the result that its buffer holds after a run. Of a result: the donated
   * argument whose buffer holds it. -1 for neither.
   */
  int64_t shared_with;
} rematrt_buffer;

/**
 * Runs the step once and returns 0, or the context's failure (`rematrt_context_message`).
 * `arguments` and `results` hold a pointer to each buffer, aligned to 64 bytes; the entry of a
 * result that shares an argument's buffer is not read. `arena` has `arena_bytes`, aligned to 64;
 * nothing in it needs to last between runs.
 */
typedef rematrt_status (*rematrt_step_function)(rematrt_context *context, void *const *arguments,
                                                void *const *results, void *arena);

typedef struct rematrt_step {
  const char *name;
  rematrt_step_function run;
  int64_t argument_count;
  const rematrt_buffer *arguments;
  int64_t result_count;
  const rematrt_buffer *results;
  int64_t arena_bytes;
  /** Bytes of all arguments; of the results outside of donated arguments. */
  int64_t argument_bytes;
  int64_t result_bytes;
  /** `REMATRT_ABI_VERSION` that the step was compiled for. */
  int32_t abi_version;
} rematrt_step;

#endif /* REMAT_RUNTIME_REMATSTEP_H */
