//===- Memory.cpp - Memory of the emulated device -------------------------===//
#include "Memory.h"
#include "Report.h"
#include "Settings.h"
#include <cstdio>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace emulated;

/// cuMemAlloc's alignment.
static constexpr size_t alignment = 256;
/// Floats are NaN and integers -1 where nothing was written yet.
static constexpr int freshByte = 0xff;

static size_t roundedUp(size_t bytes, size_t multiple) {
  return (bytes + multiple - 1) / multiple * multiple;
}

Memory &Memory::get() {
  static Memory memory;
  return memory;
}

size_t Memory::freeBytes() const { return Settings::get().memoryBytes - usedBytes; }

Address Memory::allocate(size_t bytes) {
  if (bytes > freeBytes())
    return 0;
  size_t page = sysconf(_SC_PAGESIZE), taken = roundedUp(bytes, alignment);
  Allocation allocation;
  allocation.bytes = bytes;
  // A page before it and one behind.
  allocation.mappingBytes = roundedUp(taken, page) + 2 * page;
  void *mapping = mmap(nullptr, allocation.mappingBytes, PROT_NONE,
                       MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (mapping == MAP_FAILED)
    return 0;
  allocation.mapping = static_cast<char *>(mapping);
  char *end = allocation.mapping + allocation.mappingBytes - page;
  if (mprotect(allocation.mapping + page, allocation.mappingBytes - 2 * page,
               PROT_READ | PROT_WRITE) != 0) {
    unmap(allocation);
    return 0;
  }
  char *begin = end - taken;
  std::memset(begin, freshByte, taken);
  allocation.number = ++made;
  usedBytes += bytes;
  Report &report = Report::get();
  ++report.allocations;
  ++report.aliveAllocations;
  report.aliveBytes += static_cast<int64_t>(bytes);
  report.mostAliveBytes = std::max(report.mostAliveBytes, report.aliveBytes);
  Address address = reinterpret_cast<Address>(begin) + deviceOffset;
  allocations.emplace(address, std::move(allocation));
  return address;
}

void Memory::unmap(const Allocation &allocation) {
  munmap(allocation.mapping, allocation.mappingBytes);
}

bool Memory::free(Address address) {
  auto found = allocations.find(address);
  if (found == allocations.end())
    return false;
  unmap(found->second);
  usedBytes -= found->second.bytes;
  Report &report = Report::get();
  --report.aliveAllocations;
  report.aliveBytes -= static_cast<int64_t>(found->second.bytes);
  allocations.erase(found);
  return true;
}

void Memory::freeAll() {
  while (!allocations.empty())
    free(allocations.begin()->first);
}

void Memory::protectAll(int protection) {
  size_t page = sysconf(_SC_PAGESIZE);
  for (auto &[address, allocation] : allocations)
    mprotect(allocation.mapping + page, allocation.mappingBytes - 2 * page, protection);
}

void Memory::closeAll() { protectAll(PROT_NONE); }

void Memory::openAll() { protectAll(PROT_READ | PROT_WRITE); }

void Memory::open(Address address, size_t bytes, bool isWritten) {
  if (bytes == 0)
    return;
  size_t page = sysconf(_SC_PAGESIZE);
  auto begin = reinterpret_cast<size_t>(onHost(address)) / page * page;
  size_t end = roundedUp(reinterpret_cast<size_t>(onHost(address)) + bytes, page);
  mprotect(reinterpret_cast<void *>(begin), end - begin,
           isWritten ? PROT_READ | PROT_WRITE : PROT_READ);
}

Allocation *Memory::find(Address address, size_t bytes, Address *begin) {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin())
    return nullptr;
  auto &[first, allocation] = *std::prev(after);
  if (begin)
    *begin = first;
  Address offset = address - first;
  bool isInside = offset <= allocation.bytes && bytes <= allocation.bytes - offset;
  return isInside ? &allocation : nullptr;
}

std::string emulated::describe(Address address) {
  char text[64];
  auto &allocations = Memory::get().allocations;
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin()) {
    std::snprintf(text, sizeof(text), "0x%llx", address);
    return text;
  }
  auto &[first, allocation] = *std::prev(after);
  std::snprintf(text, sizeof(text), "allocation %lld + %llu of %zu",
                static_cast<long long>(allocation.number), address - first, allocation.bytes);
  return text;
}
