/*===- RematrtCuda.h - What a compiled program calls on a CUDA device -*- C -*-===*/
#ifndef REMAT_RUNTIME_REMATRTCUDA_H
#define REMAT_RUNTIME_REMATRTCUDA_H

#include "remat/Runtime/Rematrt.h"

#ifdef __cplusplus
extern "C" {
#endif
#ifdef __GNUC__
#pragma GCC visibility push(default)
#endif

/**
 * The device's part of the runtime (librematrt_cuda.so). The conventions are those of Rematrt.h:
 * the context comes first, calls return its status, the first failure stays. In addition:
 * - `rematrt_cuda_open` comes before all other calls.
 * - Pointers that are called device memory are addresses of the device, aligned to 256 bytes.
 * - Work is done in the order of the calls: kernels and library calls on one stream of the device,
 *   copies from and to the host on another one, with events between them. Calls return before it is
 *   done, `rematrt_cuda_download` and `rematrt_cuda_synchronize` excepted. A kernel's failure may
 *   therefore be reported by a later call, which names the last launch before it.
 * - Messages name the call of the driver, CUDA's name and text for the error, and the op.
 * - The driver (libcuda.so.1), cuBLASLt (libcublasLt.so.13, .12) and cuDNN (libcudnn.so.9, .8) are
 *   loaded when they are needed first. The environment variables REMATRT_CUDA_DRIVER,
 *   REMATRT_CUDA_BLAS and REMATRT_CUDA_DNN name other files.
 */

/**
 * Opens a device, numbered from 0, for the context. A machine without driver or device is the
 * failure REMATRT_NO_DEVICE. The device is closed, and its memory returned, with the context.
 */
rematrt_status rematrt_cuda_open(rematrt_context *context, int32_t device);

/** The device's architecture as a number: 90 for sm_90. */
rematrt_status rematrt_cuda_chip(rematrt_context *context, int32_t *chip);

/* --- Memory ---------------------------------------------------------------------------------- */

/** Device memory; if there is not enough, the message says what was asked and what is free. */
rematrt_status rematrt_cuda_allocate(rematrt_context *context, int64_t bytes, void **memory,
                                     const char *location);
rematrt_status rematrt_cuda_free(rematrt_context *context, void *memory);

/** From host memory, which may be changed when the call returns. */
rematrt_status rematrt_cuda_upload(rematrt_context *context, void *device_memory,
                                   const void *host_memory, int64_t bytes, const char *location);

/** To host memory, after all work before it. */
rematrt_status rematrt_cuda_download(rematrt_context *context, void *host_memory,
                                     const void *device_memory, int64_t bytes,
                                     const char *location);

/** Within device memory, as `rematrt_copy` and `rematrt_swap`. */
rematrt_status rematrt_cuda_copy(rematrt_context *context, void *destination, const void *source,
                                 int64_t bytes, const char *location);
rematrt_status rematrt_cuda_swap(rematrt_context *context, void *first, void *second, int64_t bytes,
                                 const char *location);

/** Waits for all work. */
rematrt_status rematrt_cuda_synchronize(rematrt_context *context);

/* --- Kernels --------------------------------------------------------------------------------- */

/**
 * Launches a kernel of a fat binary. The binary is loaded when its address is met first; it must
 * stay where it is. `arguments` are addresses of device memory, one per parameter.
 * descriptor: blocks in x, y and z, threads of a block in x, y and z
 */
rematrt_status rematrt_cuda_launch(rematrt_context *context, const void *fat_binary,
                                   const char *kernel, const int64_t *descriptor,
                                   void *const *arguments, int64_t argument_count,
                                   const char *location);

/* --- Graphs ---------------------------------------------------------------------------------- */

/** What a device was told between two calls, as one piece of work. It goes with the context. */
typedef struct rematrt_cuda_graph rematrt_cuda_graph;

/**
 * From `begin` to `end` nothing runs: calls of kernels, products and copies within the device are
 * kept. `rematrt_cuda_graph_launch` runs all of them, with the buffers that they were given. What
 * waits for the host or loads something is an error between the two, so run a step once before it
 * is captured; steps whose loops depend on results have no graph.
 */
rematrt_status rematrt_cuda_graph_begin(rematrt_context *context);
rematrt_status rematrt_cuda_graph_end(rematrt_context *context, rematrt_cuda_graph **graph);
rematrt_status rematrt_cuda_graph_launch(rematrt_context *context, rematrt_cuda_graph *graph);

/* --- Time and profilers ----------------------------------------------------------------------- */

/**
 * Marks the place that the device's work has reached when all calls before this one are done. The
 * caller numbers its marks from 0; a later call with the same number moves the mark.
 */
rematrt_status rematrt_cuda_mark(rematrt_context *context, int64_t number);

/** Waits for two marks, and tells the device's time between them. */
rematrt_status rematrt_cuda_elapsed(rematrt_context *context, int64_t from, int64_t to,
                                    int64_t *nanoseconds);

/**
 * From now on each call that gives the device work is a range of NVTX, which profilers show: named
 * by the kernel (or "product", "convolution", "copy", "exchange") and the op. Without a profiler a
 * range costs next to nothing. A runtime that was built without NVTX's headers fails with
 * REMATRT_UNSUPPORTED.
 */
rematrt_status rematrt_cuda_annotate(rematrt_context *context);

/* --- Products and convolutions --------------------------------------------------------------- */

/** Bits of `options`. */
enum {
  /**
   * Operands of f32 may be rounded to tf32 (10 bits of mantissa in place of 23), which tensor cores
   * of sm_80 and newer multiply several times as fast; sums stay in f32. Other types are as ever.
   */
  REMATRT_CUDA_TF32 = 1,
  /** `rematrt_cuda_dot_epilogue`: the result is the larger one of each sum and 0. */
  REMATRT_CUDA_RELU = 2,
  /** `rematrt_cuda_dot_epilogue`: the result is GELU, in the form with tanh, of each sum. */
  REMATRT_CUDA_GELU = 4
};

/**
 * `rematrt_dot` in device memory, by cuBLASLt, with the same descriptor. Operands have one type:
 * f64, f32, bf16 or f16; the result has that type or, for the last two, f32. Sums are in f32 (f64);
 * f32 is only rounded to tf32 if `options` say so. Several contracting dimensions must lie together
 * in memory, unless the result is f32 or f64. From sm_89 on operands may be f8E4M3FN, and one of
 * them f8E5M2, with a result of f32, bf16 or f16: contracting dimensions are the last ones of both
 * then, and their size and that of rhs's own dimensions are multiples of 16.
 */
rematrt_status rematrt_cuda_dot(rematrt_context *context, const int64_t *descriptor,
                                const void *lhs, const void *rhs, void *result, void *scratch,
                                int64_t scratch_bytes, int64_t options, const char *location);

/**
 * The same with what follows, of f32, bf16 and f16, without batching dimensions: `bias` is added to
 * each row before it is rounded, with REMATRT_CUDA_RELU what is negative becomes 0, with
 * REMATRT_CUDA_GELU all becomes its GELU. `bias` has the result's type and the dimensions that rhs
 * alone gives it; it may be null. The form must be one product of matrices.
 */
rematrt_status rematrt_cuda_dot_epilogue(rematrt_context *context, const int64_t *descriptor,
                                         const void *lhs, const void *rhs, const void *bias,
                                         void *result, void *scratch, int64_t scratch_bytes,
                                         int64_t options, const char *location);

/**
 * `rematrt_convolution` in device memory, by cuDNN, with the same descriptor: layers and their
 * gradients in f32, f16 or bf16 with sums in f32, features first or last in
 * all arrays, weights with output features first, as much padding before as behind. The algorithm
 * is cuDNN's best of those that are deterministic and need no more than the scratch.
 */
rematrt_status rematrt_cuda_convolution(rematrt_context *context, const int64_t *descriptor,
                                        const void *lhs, const void *rhs, void *result,
                                        void *scratch, int64_t scratch_bytes, int64_t options,
                                        const char *location);

#ifdef __GNUC__
#pragma GCC visibility pop
#endif
#ifdef __cplusplus
}
#endif

#endif /* REMAT_RUNTIME_REMATRTCUDA_H */
