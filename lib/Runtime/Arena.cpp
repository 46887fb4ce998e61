//===- Arena.cpp - The one allocation of a program ------------------------===//
#include "Context.h"
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
  return arena;
}

void rematrt_arena_free(void *arena) { std::free(arena); }

/// Byte `offset` of a poisoned arena. Read as floats it is a large finite number in every type
/// (f64 and f32: 1e19 and more), which does not stay hidden in results; the last bits vary with
/// the place, so that a wrong copy within the arena is no pattern either.
static uint8_t poisonByte(int64_t offset) {
  static constexpr uint8_t pattern[8] = {0xa5, 0x5b, 0xb6, 0x6d, 0xdb, 0x37, 0x6e, 0x5f};
  uint8_t byte = pattern[offset % 8];
  return offset % 8 == 0 ? byte ^ static_cast<uint8_t>(offset / 8) : byte;
}

void rematrt_arena_poison(void *arena, int64_t begin_byte, int64_t end_byte) {
  auto *bytes = static_cast<uint8_t *>(arena);
  for (int64_t offset = begin_byte; offset < end_byte; ++offset)
    bytes[offset] = poisonByte(offset);
}

int64_t rematrt_arena_touched_bytes(const void *arena, int64_t bytes) {
  auto *content = static_cast<const uint8_t *>(arena);
  while (bytes > 0 && content[bytes - 1] == poisonByte(bytes - 1))
    --bytes;
  return bytes;
}

rematrt_status rematrt_guard_check(rematrt_context *context, const void *arena, int64_t begin_byte,
                                   int64_t end_byte, const char *location) {
  if (context->status != REMATRT_OK)
    return context->status;
  auto *bytes = static_cast<const uint8_t *>(arena);
  for (int64_t offset = begin_byte; offset < end_byte; ++offset)
    if (bytes[offset] != poisonByte(offset))
      return context->fail(REMATRT_ARENA_DAMAGED, location,
                           "byte " + std::to_string(offset) +
                               " of the arena was written, where no buffer lives (the free range "
                               "is [" +
                               std::to_string(begin_byte) + ", " + std::to_string(end_byte) + "))");
  return REMATRT_OK;
}
