//===- LibraryBuffers.cpp - What oneDNN takes from the heap ---------------===//
#include "LibraryBuffers.h"
#include <cstdlib>
#ifdef __GLIBC__
#include <malloc.h>
#endif

using namespace rematrt;

/// Resident pages of the code and of the libraries, and what a thread's heap comes to keep.
static constexpr int64_t codeBytes = 13 << 20;
static constexpr int64_t keptBytesPerThread = 8 << 20;

static bool environmentDecides() {
  return std::getenv("MALLOC_MMAP_THRESHOLD_") || std::getenv("GLIBC_TUNABLES");
}

void rematrt::giveLibraryBuffersBack() {
#ifdef __GLIBC__
  constexpr int largeBlockBytes = 512 << 10;
  if (!environmentDecides())
    mallopt(M_MMAP_THRESHOLD, largeBlockBytes);
#endif
}

void rematrt::keepLibraryBuffersWithin(int64_t processBytes, int64_t threads) {
#ifdef __GLIBC__
  const int64_t allowedBytes = processBytes / 20;
  const bool holds = codeBytes + threads * keptBytesPerThread <= allowedBytes;
  if ((!holds && codeBytes <= allowedBytes) || environmentDecides())
    return;
  // The largest that glibc takes; and what is free at a heap's end stays there.
  constexpr int largestHeapBlockBytes = 32 << 20, keptAtEndBytes = 16 << 20;
  mallopt(M_MMAP_THRESHOLD, largestHeapBlockBytes);
  mallopt(M_TRIM_THRESHOLD, keptAtEndBytes);
#endif
}
