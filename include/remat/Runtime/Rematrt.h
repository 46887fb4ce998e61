/*===- Rematrt.h - What a compiled program calls while it runs -*- C -*-===*/
#ifndef REMAT_RUNTIME_REMATRT_H
#define REMAT_RUNTIME_REMATRT_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/**
 * The C interface between generated code and the runtime. It has no types of the compiler.
 *
 * Conventions of all calls:
 * - The context comes first. One thread at a time may use a context.
 * - Calls return a status, 0 when all is well. The first failure stays in the context: every
 *   further call with that context does nothing and returns the same status.
 * - Buffers are bare pointers to dense row-major arrays; scratch is aligned to 64 bytes. A call's
 *   operands, results and scratch do not overlap each other unless the call says so.
 * - `location` is a text that names the op in error messages; it may be null.
 * - Shapes and attributes come as an array of 64-bit integers, a *descriptor*. Its layout is
 *   written at each call. Generated code keeps descriptors as constants.
 * - Nothing large is allocated in a call (oneDNN takes up to 2 MiB for each thread in some
 *   products). What a library needs beside operands and results is the *scratch*, which the caller
 *   passes. `…_scratch_bytes` says how much a number of threads can use. Less scratch means fewer
 *   threads; less than what one thread needs is an error.
 * - Results do not depend on the number of threads, on the scratch or on addresses, bit for bit.
 *   They may depend on the processor's instruction set.
 */

/** Changes whenever a call, a descriptor or a code below changes its meaning. */
#define REMATRT_ABI_VERSION 2

/** What went wrong. Generated code only tests for 0. */
enum {
  REMATRT_OK = 0,
  /** A descriptor contradicts itself. */
  REMATRT_INVALID_DESCRIPTOR = 1,
  /** A well-formed request for types or forms that the runtime does not have. */
  REMATRT_UNSUPPORTED = 2,
  REMATRT_SCRATCH_TOO_SMALL = 3,
  REMATRT_OUT_OF_MEMORY = 4,
  /** oneDNN refused or failed. */
  REMATRT_LIBRARY_ERROR = 5,
  /** Something wrote where no buffer lives (`rematrt_guard_check`). */
  REMATRT_ARENA_DAMAGED = 6,
  /** Reported by generated code or by its caller (`rematrt_fail`). */
  REMATRT_PROGRAM_ERROR = 7,
  /** There is no device to run on, or no driver for it. */
  REMATRT_NO_DEVICE = 8
};

/** Element types. Every element takes whole bytes; i1 is one byte, 0 or 1. */
enum {
  REMATRT_F64 = 1,
  REMATRT_F32 = 2,
  REMATRT_BF16 = 3,
  REMATRT_F16 = 4,
  REMATRT_I1 = 5,
  REMATRT_I8 = 6,
  REMATRT_I16 = 7,
  REMATRT_I32 = 8,
  REMATRT_I64 = 9,
  REMATRT_UI8 = 10,
  REMATRT_UI16 = 11,
  REMATRT_UI32 = 12,
  REMATRT_UI64 = 13,
  /** 8-bit floats: operands of products. */
  REMATRT_F8E5M2 = 14,
  REMATRT_F8E4M3 = 15,
  REMATRT_F8E4M3FN = 16,
  REMATRT_F8E5M2FNUZ = 17,
  REMATRT_F8E4M3FNUZ = 18,
  REMATRT_F8E4M3B11FNUZ = 19,
  REMATRT_F8E3M4 = 20,
  REMATRT_F8E8M0FNU = 21
};

/** Algorithms of `rematrt_rng_bit_generator`. */
enum { REMATRT_THREE_FRY = 1, REMATRT_PHILOX = 2 };

typedef int32_t rematrt_status;
typedef struct rematrt_context rematrt_context;

/* --- Context --------------------------------------------------------------------------------- */

/** `REMATRT_ABI_VERSION` of the library that was loaded. */
int32_t rematrt_abi_version(void);

/**
 * A context for `threads` threads; 0 takes as many as the process may use cores. Null if there
 * is no memory for it.
 */
rematrt_context *rematrt_context_create(int64_t threads);
void rematrt_context_destroy(rematrt_context *context);

int64_t rematrt_context_threads(const rematrt_context *context);
rematrt_status rematrt_context_status(const rematrt_context *context);

/**
 * The message of the first failure, "LOCATION: what is wrong"; empty when there was none. It
 * lives until the context is cleared or destroyed.
 */
const char *rematrt_context_message(const rematrt_context *context);

/**
 * What the runtime of a device keeps in the context; null for none. `destroy` is called with it
 * when the context is destroyed or gets another one.
 */
void rematrt_context_set_device(rematrt_context *context, void *device, void (*destroy)(void *));
void *rematrt_context_device(const rematrt_context *context);

/** Forgets the failure. Prepared library calls and hooks stay. */
void rematrt_context_clear(rematrt_context *context);

/** Makes `message` the context's failure, unless it has one. Returns the context's status. */
rematrt_status rematrt_fail(rematrt_context *context, rematrt_status status, const char *location,
                            const char *message);

/* --- Arena ----------------------------------------------------------------------------------- */

/**
 * Bytes that the process can still take: the least of what the machine has available and what
 * the limits of its control group and of the process (ulimit -v) leave.
 */
int64_t rematrt_available_bytes(void);

/**
 * One block of `bytes`, aligned to `alignment` (a power of two), or null and a failure that
 * tells what was asked and what is available. Its pages are taken when they are first touched.
 */
void *rematrt_arena_allocate(rematrt_context *context, int64_t bytes, int64_t alignment,
                             const char *location);
void rematrt_arena_free(void *arena);

/**
 * Fills [begin, end) of the arena with a pattern that programs do not write by chance. Computing
 * with it is seen in the results: as floats it is large and finite.
 */
void rematrt_arena_poison(void *arena, int64_t begin_byte, int64_t end_byte);

/**
 * One past the highest byte in [0, bytes) that is not as `rematrt_arena_poison` left it; 0 when
 * none was touched.
 */
int64_t rematrt_arena_touched_bytes(const void *arena, int64_t bytes);

/**
 * Holds a range that was poisoned, and that no live buffer covers, against the pattern. A
 * difference is the failure REMATRT_ARENA_DAMAGED with the first damaged byte.
 */
rematrt_status rematrt_guard_check(rematrt_context *context, const void *arena, int64_t begin_byte,
                                   int64_t end_byte, const char *location);

/* --- Kernels: profiling and measurement ------------------------------------------------------- */

/** A kernel or library call that is about to run, as its hooks see it. */
typedef struct rematrt_kernel {
  /** Its number in the order of the main function. */
  int64_t step;
  /** What it computes, for a table of costs: equal names mean equal work. */
  const char *name;
  const char *location;
  /** `buffers` has the reads first, then the writes, then the scratch. */
  int64_t read_count;
  int64_t write_count;
  int64_t scratch_count;
  const void *const *buffers;
  const int64_t *buffer_bytes;
} rematrt_kernel;

/** Callbacks around every kernel; each may be null. */
typedef struct rematrt_hooks {
  void *user;
  void (*kernel_begin)(void *user, rematrt_context *context, const rematrt_kernel *kernel);
  void (*kernel_end)(void *user, rematrt_context *context, const rematrt_kernel *kernel);
} rematrt_hooks;

/** Copies `hooks` into the context; null removes them. */
void rematrt_context_set_hooks(rematrt_context *context, const rematrt_hooks *hooks);

/**
 * Says that a kernel starts. `buffers` holds read_count + write_count + scratch_count pointers.
 * Everything given must live until `rematrt_kernel_end`. Kernels do not nest, but for the op
 * around a body of control flow, which has none of its own.
 * descriptor: read_count, write_count, scratch_count, bytes of each buffer.
 */
rematrt_status rematrt_kernel_begin(rematrt_context *context, int64_t step, const char *name,
                                    const char *location, const void *const *buffers,
                                    const int64_t *descriptor);
rematrt_status rematrt_kernel_end(rematrt_context *context);

/* --- Loops and copies ------------------------------------------------------------------------ */

/** Iterations [begin, end) of a loop. */
typedef void (*rematrt_loop_body)(void *environment, int64_t begin, int64_t end);

/**
 * Runs [0, count) in pieces, at the same time on several threads when count exceeds `grain`, the
 * number of iterations that are worth a thread. Pieces begin at multiples of `grain`. The
 * iterations must be independent of each other. Called from within a body it runs serially.
 */
rematrt_status rematrt_parallel_for(rematrt_context *context, rematrt_loop_body body,
                                    void *environment, int64_t count, int64_t grain);

/** Copies bytes; the two may be the same buffer, but not overlap otherwise. */
rematrt_status rematrt_copy(rematrt_context *context, void *destination, const void *source,
                            int64_t bytes);

/** Exchanges the bytes of two buffers; they may be the same buffer, but not overlap otherwise. */
rematrt_status rematrt_swap(rematrt_context *context, void *first, void *second, int64_t bytes);

/* --- Dot product ------------------------------------------------------------------------------ */

/**
 * StableHLO's dot_general. The result has the batching dimensions, then the other dimensions of
 * lhs, then those of rhs. Products of f16, bf16 and 8-bit floats are added in f32 (results are
 * wider than 8 bits), those of integers in the result's type (modulo 2^width), those of i1 are
 * "and", added by "or".
 * descriptor: lhs type, rhs type, result type, batching count, contracting count, lhs rank,
 *   rhs rank, lhs sizes…, rhs sizes…, lhs batching…, rhs batching…, lhs contracting…,
 *   rhs contracting…
 */
rematrt_status rematrt_dot(rematrt_context *context, const int64_t *descriptor, const void *lhs,
                           const void *rhs, void *result, void *scratch, int64_t scratch_bytes,
                           const char *location);

/** Bytes of scratch that `threads` threads can use; -1 for a descriptor that `dot` refuses. */
int64_t rematrt_dot_scratch_bytes(const int64_t *descriptor, int64_t threads);

/* --- Convolution ------------------------------------------------------------------------------ */

/**
 * StableHLO's convolution with S spatial dimensions.
 * descriptor: lhs type, rhs type, result type, S, feature_group_count, batch_group_count,
 *   lhs sizes (S + 2), rhs sizes (S + 2), result sizes (S + 2),
 *   input_batch_dimension, input_feature_dimension, input_spatial_dimensions (S),
 *   kernel_input_feature_dimension, kernel_output_feature_dimension,
 *   kernel_spatial_dimensions (S),
 *   output_batch_dimension, output_feature_dimension, output_spatial_dimensions (S),
 *   window_strides (S), padding (low0, high0, low1, …: 2 S), lhs_dilation (S), rhs_dilation (S),
 *   window_reversal (S, 0 or 1)
 */
rematrt_status rematrt_convolution(rematrt_context *context, const int64_t *descriptor,
                                   const void *lhs, const void *rhs, void *result, void *scratch,
                                   int64_t scratch_bytes, const char *location);

/** Bytes of scratch that `threads` threads can use; -1 for a descriptor that is refused. */
int64_t rematrt_convolution_scratch_bytes(const int64_t *descriptor, int64_t threads);

/* --- Attention -------------------------------------------------------------------------------- */

/**
 * Attention of every head: result = P v, where P is the softmax of the scores
 * scale q k' + bias along keys, its elements multiplied by those of `dropout` and by a factor.
 * `bias` and `dropout` may be null. q is [batch, query, head, feature], keys and values likewise,
 * or heads come before queries and keys. `statistics` gets two numbers for each batch, head and
 * query, [B, H, T, 2]: the largest score and the sum of exp(score - largest); with these the
 * gradient makes the softmax again. Computes in f32. Scratch does not grow with queries times keys.
 * descriptor: types of q, k, v, bias (0: none), dropout (0: none), result, and for the gradient of
 *   gradient, q_gradient, k_gradient, v_gradient (else 0); dimension of the heads (1 or 2);
 *   sizes B (batches), H (heads), T (queries), S (keys), features of q and k, features of v;
 *   bias sizes (4: of B, H, T, S, or 1), dropout sizes (4), bits of scale and of factor as f64s
 */
rematrt_status rematrt_attention(rematrt_context *context, const int64_t *descriptor, const void *q,
                                 const void *k, const void *v, const void *bias,
                                 const void *dropout, void *result, float *statistics,
                                 void *scratch, int64_t scratch_bytes, const char *location);

/** Gradients of q, k and v out of that of the result; `result` and `statistics` are the call's. */
rematrt_status rematrt_attention_gradient(rematrt_context *context, const int64_t *descriptor,
                                          const void *q, const void *k, const void *v,
                                          const void *bias, const void *dropout, const void *result,
                                          const float *statistics, const void *gradient,
                                          void *q_gradient, void *k_gradient, void *v_gradient,
                                          void *scratch, int64_t scratch_bytes,
                                          const char *location);

/** Bytes of scratch that `threads` threads can use; -1 for a descriptor that is refused. */
int64_t rematrt_attention_scratch_bytes(const int64_t *descriptor, int64_t threads);
int64_t rematrt_attention_gradient_scratch_bytes(const int64_t *descriptor, int64_t threads);

/* --- Sort ------------------------------------------------------------------------------------- */

/**
 * Whether the elements at position `a` come before those at position `b`: nonzero if so.
 * Positions count elements in row-major order from the start of the operands. Several threads
 * call it at the same time.
 */
typedef int32_t (*rematrt_comparator)(void *environment, int64_t a, int64_t b);

/**
 * Sorts the operands, which have one shape, together along a dimension; always stable.
 * descriptor: operand count, dimension, rank, sizes…, bytes of an element of each operand…
 */
rematrt_status rematrt_sort(rematrt_context *context, const int64_t *descriptor,
                            const void *const *operands, void *const *results,
                            rematrt_comparator comes_before, void *environment, void *scratch,
                            int64_t scratch_bytes, const char *location);

/** Bytes of scratch that `threads` threads can use; -1 for a descriptor that is refused. */
int64_t rematrt_sort_scratch_bytes(const int64_t *descriptor, int64_t threads);

/* --- Random bits ------------------------------------------------------------------------------ */

/**
 * StableHLO's rng_bit_generator with XLA's bits. The state is 2 (three_fry) or 2 or 3 (philox)
 * words of 64 bits: key, then counter. `new_state` may be `state`.
 * descriptor: algorithm, words of the state, type of the result's elements, rank, sizes…
 */
rematrt_status rematrt_rng_bit_generator(rematrt_context *context, const int64_t *descriptor,
                                         const uint64_t *state, uint64_t *new_state, void *result,
                                         const char *location);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* REMAT_RUNTIME_REMATRT_H */
