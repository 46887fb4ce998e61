/*===- run-step.c - Runs one compiled step, and nothing of the compiler ---===
 *
 * Built once per step, with -DSTEP_HEADER="…", -DSTEP=name_step, and -DON_CPU for the steps of a
 * CPU:
 *   run-step [--repeat=N] [--save=FILE] [--expect=FILE] [--tolerance=X]
 * Draws arguments (the same ones on every machine), runs the step, and prints the median time and a
 * hash of all results. --save writes the results, --expect compares with those of another run.
 * Exit codes: 0 done, 77 there is no device, 1 anything else.
 *
 *===----------------------------------------------------------------------===*/
#define _POSIX_C_SOURCE 200809L
#include "remat/Runtime/RematrtCuda.h"
#include STEP_HEADER
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static const rematrt_step *const step = &STEP;

enum { mostRuns = 1000, noDevice = 77 };

static rematrt_context *context;

static void *allocate(int64_t bytes, const char *what) {
#ifdef ON_CPU
  return rematrt_arena_allocate(context, bytes ? bytes : 1, 64, what);
#else
  void *memory = NULL;
  rematrt_cuda_allocate(context, bytes, &memory, what);
  return memory;
#endif
}

static void upload(void *to, const void *from, int64_t bytes) {
#ifdef ON_CPU
  memcpy(to, from, bytes);
#else
  rematrt_cuda_upload(context, to, from, bytes, "an argument");
#endif
}

static void download(void *to, const void *from, int64_t bytes) {
#ifdef ON_CPU
  memcpy(to, from, bytes);
#else
  rematrt_cuda_download(context, to, from, bytes, "a result");
#endif
}

static int failed(void) {
  if (rematrt_context_status(context) == REMATRT_OK)
    return 0;
  fprintf(stderr, "%s\n", rematrt_context_message(context));
  return 1;
}

/* SplitMix64: the same numbers everywhere. */
static uint64_t randomState = 1;
static uint64_t drawBits(void) {
  uint64_t mixed = randomState += 0x9e3779b97f4a7c15;
  mixed = (mixed ^ mixed >> 30) * 0xbf58476d1ce4e5b9;
  mixed = (mixed ^ mixed >> 27) * 0x94d049bb133111eb;
  return mixed ^ mixed >> 31;
}

/* Between -0.1 and 0.1; second moments are positive. */
static float drawFloat(int isPositive) {
  double number = (double)(drawBits() >> 11) / 9007199254740992.0;
  return (float)(isPositive ? 0.01 + 0.09 * number : 0.2 * number - 0.1);
}

static void draw(const rematrt_buffer *buffer, char *bytes) {
  int64_t size = 1;
  for (int32_t dimension = 0; dimension < buffer->rank; ++dimension)
    size *= buffer->sizes[dimension];
  int64_t elementBytes = size ? buffer->bytes / size : 0;
  int isPositive = strstr(buffer->name, ".nu[") != NULL;
  memset(bytes, 0, buffer->bytes);
  for (int64_t at = 0; at < buffer->bytes; at += elementBytes) {
    if (buffer->element_type == REMATRT_F64) {
      double number = drawFloat(isPositive);
      memcpy(bytes + at, &number, 8);
    } else if (buffer->element_type == REMATRT_F32) {
      float number = drawFloat(isPositive);
      memcpy(bytes + at, &number, 4);
    } else if (buffer->element_type == REMATRT_BF16) {
      float number = drawFloat(isPositive);
      memcpy(bytes + at, (char *)&number + 2, 2);
    } else if (buffer->element_type == REMATRT_F16) {
      /* 2^-4 or so, with random low bits. */
      uint16_t bits = (uint16_t)(0x2c00 | (drawBits() & 0x3ff) | (isPositive ? 0 : drawBits() & 0x8000));
      memcpy(bytes + at, &bits, 2);
    } else {
      bytes[at] = (char)(drawBits() & (buffer->element_type == REMATRT_I1 ? 1 : 3));
    }
  }
}

static int64_t paddedBytes(const rematrt_buffer *buffer) { return (buffer->bytes + 63) / 64 * 64; }

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

static int compareDoubles(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return (x > y) - (x < y);
}

static float readFloat(const rematrt_buffer *buffer, const char *bytes, int64_t number) {
  float value = 0;
  if (buffer->element_type == REMATRT_F32)
    memcpy(&value, bytes + 4 * number, 4);
  else
    memcpy((char *)&value + 2, bytes + 2 * number, 2);
  return value;
}

/* The largest difference of a result, of its largest element; of f32 and bf16. */
static double distance(const rematrt_buffer *buffer, const char *expected, const char *actual) {
  if (memcmp(expected, actual, buffer->bytes) == 0)
    return 0;
  if (buffer->element_type != REMATRT_F32 && buffer->element_type != REMATRT_BF16)
    return INFINITY;
  double largest = 0, farthest = 0;
  int64_t count = buffer->bytes / (buffer->element_type == REMATRT_F32 ? 4 : 2);
  for (int64_t number = 0; number < count; ++number) {
    double a = readFloat(buffer, expected, number), b = readFloat(buffer, actual, number);
    if (!(fabs(a - b) <= 1e30) && !(isnan(a) && isnan(b)))
      return INFINITY;
    farthest = fmax(farthest, fabs(a - b));
    largest = fmax(largest, fabs(a));
  }
  return farthest == 0 ? 0 : farthest / largest;
}

static const char *option(int argc, char **argv, const char *name) {
  size_t length = strlen(name);
  for (int number = 1; number < argc; ++number)
    if (strncmp(argv[number], name, length) == 0)
      return argv[number] + length;
  return NULL;
}

/* Compares with a file that --save wrote; 1 if that fails. */
static int compareWith(const char *path, double tolerance, char **results) {
  FILE *file = fopen(path, "rb");
  if (!file) {
    perror(path);
    return 1;
  }
  double farthest = 0;
  for (int64_t number = 0; number < step->result_count; ++number) {
    const rematrt_buffer *buffer = &step->results[number];
    char *expected = malloc(buffer->bytes + 1);
    if (fread(expected, 1, buffer->bytes, file) != (size_t)buffer->bytes) {
      fprintf(stderr, "%s: too short\n", path);
      return 1;
    }
    farthest = fmax(farthest, distance(buffer, expected, results[number]));
    free(expected);
  }
  fclose(file);
  printf("apart %.2e, allowed %.2e\n", farthest, tolerance);
  return !(farthest <= tolerance);
}

int main(int argc, char **argv) {
  const char *repeatText = option(argc, argv, "--repeat=");
  const char *save = option(argc, argv, "--save="), *expect = option(argc, argv, "--expect=");
  const char *toleranceText = option(argc, argv, "--tolerance=");
  int repeat = repeatText ? atoi(repeatText) : 1;
  if (repeat < 1 || repeat > mostRuns)
    return 1;
  context = rematrt_context_create(0);
#ifndef ON_CPU
  if (rematrt_cuda_open(context, 0) == REMATRT_NO_DEVICE) {
    fprintf(stderr, "%s\n", rematrt_context_message(context));
    rematrt_context_destroy(context);
    return noDevice;
  }
#endif
  void *arena = allocate(step->arena_bytes, "the arena");
  void **arguments = calloc(step->argument_count + 1, sizeof(void *));
  void **outputs = calloc(step->result_count + 1, sizeof(void *));
  char **inputs = calloc(step->argument_count + 1, sizeof(char *));
  char **results = calloc(step->result_count + 1, sizeof(char *));
  for (int64_t number = 0; number < step->argument_count; ++number) {
    arguments[number] = allocate(paddedBytes(&step->arguments[number]), "an argument");
    inputs[number] = malloc(step->arguments[number].bytes + 1);
    draw(&step->arguments[number], inputs[number]);
  }
  for (int64_t number = 0; number < step->result_count; ++number)
    if (step->results[number].shared_with < 0)
      outputs[number] = allocate(paddedBytes(&step->results[number]), "a result");

  double times[mostRuns];
  for (int run = 0; run < repeat && !failed(); ++run) {
    for (int64_t number = 0; number < step->argument_count; ++number)
      upload(arguments[number], inputs[number], step->arguments[number].bytes);
#ifndef ON_CPU
    rematrt_cuda_synchronize(context);
#endif
    double begin = seconds();
    step->run(context, arguments, outputs, arena);
#ifndef ON_CPU
    rematrt_cuda_synchronize(context);
#endif
    times[run] = seconds() - begin;
  }
  uint64_t hash = 0xcbf29ce484222325;
  for (int64_t number = 0; number < step->result_count && !failed(); ++number) {
    const rematrt_buffer *buffer = &step->results[number];
    results[number] = malloc(buffer->bytes + 1);
    download(results[number],
             buffer->shared_with >= 0 ? arguments[buffer->shared_with] : outputs[number],
             buffer->bytes);
    for (int64_t at = 0; at < buffer->bytes; ++at)
      hash = (hash ^ (unsigned char)results[number][at]) * 0x100000001b3;
  }
  int code = failed();
  if (code == 0) {
    int first = repeat > 1;
    qsort(times + first, repeat - first, sizeof(double), compareDoubles);
    printf("%.3f ms, arena %lld bytes, arguments %lld, results %016llx\n",
           times[first + (repeat - first) / 2] * 1e3, (long long)step->arena_bytes,
           (long long)step->argument_bytes, (unsigned long long)hash);
    FILE *file = save ? fopen(save, "wb") : NULL;
    for (int64_t number = 0; file && number < step->result_count; ++number)
      fwrite(results[number], 1, step->results[number].bytes, file);
    if (save && (!file || fclose(file) != 0)) {
      perror(save);
      code = 1;
    }
    if (expect && compareWith(expect, toleranceText ? atof(toleranceText) : 0, results))
      code = 1;
  }
  rematrt_context_destroy(context);
  return code;
}
