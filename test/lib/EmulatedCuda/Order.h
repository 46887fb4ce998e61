//===- Order.h - What is certain to run before what -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_ORDER_H
#define REMAT_TEST_EMULATEDCUDA_ORDER_H

#include <cstddef>
#include <cstdint>
#include <vector>

namespace emulated {

/// How much of each stream's work is certain to be done: a number of tasks per stream. The host and
/// every stream and event have one.
class Clock {
public:
  void merge(const Clock &other);
  uint64_t at(size_t stream) const { return stream < ticks.size() ? ticks[stream] : 0; }
  /// One more task of a stream.
  uint64_t advance(size_t stream);

private:
  std::vector<uint64_t> ticks;
};

/// Bytes that a task reads or writes, relative to their allocation.
struct ByteRange {
  size_t begin = 0, end = 0;
};

/// The accesses of an allocation that a later one may have to wait for.
class AccessHistory {
public:
  /// Adds an access of a stream's newest task, whose clock has what is done before it. False if it
  /// conflicts with an access that need not be done by then.
  bool add(ByteRange range, bool isWrite, size_t stream, const Clock &clock);

  /// Whether all accesses are done for sure.
  bool isDone(const Clock &clock) const;

private:
  struct Access {
    ByteRange range;
    bool isWrite;
    size_t stream;
    uint64_t tick;
  };
  std::vector<Access> accesses;
};

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_ORDER_H
