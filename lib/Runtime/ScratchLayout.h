//===- ScratchLayout.h - Places in a call's scratch -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_SCRATCHLAYOUT_H
#define REMAT_LIB_RUNTIME_SCRATCHLAYOUT_H

#include <algorithm>
#include <cstdint>

namespace rematrt {

/// The scratch of a library call: buffers that all workers share, then one set for each worker.
class ScratchLayout {
public:
  /// Both return the buffer's offset, the second one within the worker's set.
  int64_t addShared(int64_t bytes) { return add(sharedBytes, bytes); }
  int64_t addPerWorker(int64_t bytes) { return add(workerBytes, bytes); }

  int64_t bytesFor(int64_t workers) const { return sharedBytes + workers * workerBytes; }

  /// Workers that `bytes` of scratch suffice for, at most `wanted`; 0 if not even for one.
  int64_t workersIn(int64_t bytes, int64_t wanted) const {
    if (bytes < bytesFor(1))
      return 0;
    return workerBytes == 0 ? wanted : std::min(wanted, (bytes - sharedBytes) / workerBytes);
  }

  int64_t offsetOfWorker(int64_t worker) const { return sharedBytes + worker * workerBytes; }

private:
  /// Every buffer begins at a cache line.
  static constexpr int64_t alignment = 64;

  static int64_t add(int64_t &total, int64_t bytes) {
    int64_t offset = total;
    total += (bytes + alignment - 1) / alignment * alignment;
    return offset;
  }

  int64_t sharedBytes = 0;
  int64_t workerBytes = 0;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_SCRATCHLAYOUT_H
