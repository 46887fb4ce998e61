//===- Arena.cpp - The one allocation of a program ------------------------===//
#include "Context.h"
#include "LibraryBuffers.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <limits>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

static constexpr int64_t unlimited = std::numeric_limits<int64_t>::max();

/// The number in a file that holds nothing else, or `unlimited` ("max", no such file).
static int64_t readNumber(const std::string &path) {
  std::ifstream file(path);
  int64_t number;
  return file >> number ? number : unlimited;
}

/// Bytes of a line such as "MemAvailable:  123 kB", or `unlimited`.
static int64_t readLineBytes(const char *path, const std::string &key) {
  std::ifstream file(path);
  std::string word;
  while (file >> word)
    if (int64_t kibibytes; word == key && file >> kibibytes)
      return kibibytes * 1024;
  return unlimited;
}

/// What the memory limits of the process's control groups leave. Pages of files count as used
/// there, but can be taken back.
static int64_t controlGroupBytes() {
  std::ifstream groups("/proc/self/cgroup");
  std::string line, path;
  while (std::getline(groups, line))
    if (line.starts_with("0::"))
      path = line.substr(3);
  int64_t least = unlimited;
  for (;;) {
    std::string folder = "/sys/fs/cgroup" + path;
    int64_t limit = readNumber(folder + "/memory.max");
    if (limit != unlimited) {
      int64_t used = readNumber(folder + "/memory.current"), files = 0;
      std::ifstream statistics(folder + "/memory.stat");
      std::string key;
      int64_t value;
      while (statistics >> key >> value)
        if (key == "inactive_file" || key == "active_file")
          files += value;
      if (used != unlimited)
        least = std::min(least, std::max<int64_t>(limit - used + files, 0));
    }
    size_t slash = path.find_last_of('/');
    if (path.empty() || slash == std::string::npos)
      return least;
    path.resize(slash);
  }
}

int64_t rematrt_available_bytes(void) {
  int64_t least = std::min(readLineBytes("/proc/meminfo", "MemAvailable:"), controlGroupBytes());
  rlimit limit;
  if (getrlimit(RLIMIT_AS, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY) {
    int64_t used = readLineBytes("/proc/self/status", "VmSize:");
    int64_t allowed = static_cast<int64_t>(std::min<rlim_t>(limit.rlim_cur, unlimited));
    if (used != unlimited)
      least = std::min(least, std::max<int64_t>(allowed - used, 0));
  }
  return least;
}

void *rematrt_arena_allocate(rematrt_context *context, int64_t bytes, int64_t alignment,
                             const char *location) {
  if (context->status != REMATRT_OK)
    return nullptr;
  if (bytes < 0 || alignment <= 0 || (alignment & (alignment - 1)) != 0) {
    context->fail(REMATRT_INVALID_DESCRIPTOR, location,
                  "an arena of " + std::to_string(bytes) + " bytes with alignment " +
                      std::to_string(alignment) + " is impossible");
    return nullptr;
  }
  int64_t available = rematrt_available_bytes();
  // The system grants more than it has, and stops the process when that is touched: ask first.
  void *arena = nullptr;
  alignment = std::max<int64_t>(alignment, sizeof(void *));
  if (bytes > available || posix_memalign(&arena, alignment, std::max<int64_t>(bytes, 1)) != 0) {
    context->fail(REMATRT_OUT_OF_MEMORY, location,
                  "the arena takes " + std::to_string(bytes) + " bytes, but only " +
                      std::to_string(available) + " bytes are available");
    return nullptr;
  }
  // Large pages save most of the time of first touches. Failure costs nothing but that.
  constexpr int64_t largePageBytes = 2 << 20;
  uintptr_t begin = (reinterpret_cast<uintptr_t>(arena) + largePageBytes - 1) / largePageBytes;
  uintptr_t end = (reinterpret_cast<uintptr_t>(arena) + bytes) / largePageBytes;
  if (begin < end)
    madvise(reinterpret_cast<void *>(begin * largePageBytes), (end - begin) * largePageBytes,
            MADV_HUGEPAGE);
  // The arena's pages are not there yet, the arrays of the caller are.
  if (int64_t resident = readLineBytes("/proc/self/status", "VmRSS:"); resident != unlimited)
    rematrt::keepLibraryBuffersWithin(resident + bytes, context->threads);
  return arena;
}

void rematrt_arena_free(void *arena) { std::free(arena); }

namespace {

/// The content of a poisoned arena repeats this block. Read as floats it is a large finite number
/// in every type (f64 and f32: 1e19 and more), which does not stay hidden in results; the last
/// bits vary with the place, so that a wrong copy within the arena is mostly no pattern either.
struct PoisonBlock {
  static constexpr int64_t size = 2048;
  uint8_t bytes[size];

  constexpr PoisonBlock() : bytes() {
    constexpr uint8_t word[8] = {0xa5, 0x5b, 0xb6, 0x6d, 0xdb, 0x37, 0x6e, 0x5f};
    for (int64_t offset = 0; offset < size; ++offset) {
      auto variation = static_cast<uint8_t>(offset % 8 == 0 ? offset / 8 : 0);
      bytes[offset] = word[offset % 8] ^ variation;
    }
  }
};

constexpr PoisonBlock poison;

/// Calls `use(offset, poison of that place, bytes)` for the parts of [begin, end) in single blocks
/// until it returns false.
template <typename Use> void forEachBlock(int64_t begin, int64_t end, Use &&use) {
  while (begin < end) {
    int64_t place = begin % PoisonBlock::size;
    int64_t bytes = std::min(PoisonBlock::size - place, end - begin);
    if (!use(begin, poison.bytes + place, bytes))
      return;
    begin += bytes;
  }
}

} // namespace

void rematrt_arena_poison(void *arena, int64_t begin_byte, int64_t end_byte) {
  auto *bytes = static_cast<uint8_t *>(arena);
  forEachBlock(begin_byte, end_byte, [&](int64_t offset, const uint8_t *pattern, int64_t count) {
    std::memcpy(bytes + offset, pattern, count);
    return true;
  });
}

int64_t rematrt_arena_touched_bytes(const void *arena, int64_t bytes) {
  auto *content = static_cast<const uint8_t *>(arena);
  auto isPoison = [&](int64_t begin, int64_t end) {
    return std::memcmp(content + begin, poison.bytes + begin % PoisonBlock::size, end - begin) == 0;
  };
  while (bytes > 0) {
    int64_t begin = (bytes - 1) / PoisonBlock::size * PoisonBlock::size;
    if (!isPoison(begin, bytes)) {
      while (isPoison(bytes - 1, bytes))
        --bytes;
      return bytes;
    }
    bytes = begin;
  }
  return 0;
}

rematrt_status rematrt_guard_check(rematrt_context *context, const void *arena, int64_t begin_byte,
                                   int64_t end_byte, const char *location) {
  if (context->status != REMATRT_OK)
    return context->status;
  auto *content = static_cast<const uint8_t *>(arena);
  int64_t damaged = end_byte;
  forEachBlock(begin_byte, end_byte, [&](int64_t offset, const uint8_t *pattern, int64_t count) {
    if (std::memcmp(content + offset, pattern, count) == 0)
      return true;
    damaged = std::mismatch(pattern, pattern + count, content + offset).first - pattern + offset;
    return false;
  });
  if (damaged == end_byte)
    return REMATRT_OK;
  return context->fail(REMATRT_ARENA_DAMAGED, location,
                       "byte " + std::to_string(damaged) +
                           " of the arena was written, where no buffer lives (the free range is "
                           "[" +
                           std::to_string(begin_byte) + ", " + std::to_string(end_byte) + "))");
}
