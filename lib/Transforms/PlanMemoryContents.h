//===- PlanMemoryContents.h - What lies in memory while a program runs -*- C++ -*-===//
#ifndef REMAT_LIB_TRANSFORMS_PLANMEMORYCONTENTS_H
#define REMAT_LIB_TRANSFORMS_PLANMEMORYCONTENTS_H

#include <cstdint>
#include <map>

namespace mlir::remat {

/// A range of bytes in one of several memories: the arena, or a buffer of the caller.
struct MemoryRange {
  /// 0: the arena.
  int64_t memory = 0;
  int64_t begin = 0;
  int64_t bytes = 0;

  bool overlaps(const MemoryRange &other) const {
    return memory == other.memory && begin < other.begin + other.bytes &&
           other.begin < begin + bytes;
  }
  bool isSame(const MemoryRange &other) const {
    return memory == other.memory && begin == other.begin && bytes == other.bytes;
  }
};

/// The number of the last write of each byte.
class MemoryContents {
public:
  /// Overwrites the range and returns the number of this write.
  uint64_t write(const MemoryRange &range);

  /// Whether every byte of the range was last written by `write`.
  bool isIntact(const MemoryRange &range, uint64_t write) const;

private:
  struct Written {
    int64_t end;
    uint64_t write;
  };
  /// By memory and first byte; disjoint.
  std::map<std::pair<int64_t, int64_t>, Written> ranges;
  uint64_t writes = 0;
};

} // namespace mlir::remat

#endif // REMAT_LIB_TRANSFORMS_PLANMEMORYCONTENTS_H
