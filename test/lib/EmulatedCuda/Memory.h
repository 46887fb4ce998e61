//===- Memory.h - Memory of the emulated device -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_MEMORY_H
#define REMAT_TEST_EMULATEDCUDA_MEMORY_H

#include "Order.h"
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace emulated {

using Address = unsigned long long;

/// Device addresses are no addresses of the host: to use one there is a fault, as with a real
/// device.
inline constexpr Address deviceOffset = Address(1) << 56;

/// A block of the device's memory. It ends (rounded up to the alignment) where a page begins that
/// nothing may touch.
struct Allocation {
  int64_t number = 0;
  size_t bytes = 0;
  char *mapping = nullptr;
  size_t mappingBytes = 0;
  AccessHistory history;
};

/// All allocations, by device address.
class Memory {
public:
  static Memory &get();

  /// 0 if the device has not enough.
  Address allocate(size_t bytes);
  /// False for what is no allocation's begin.
  bool free(Address address);
  void freeAll();

  /// The allocation that has all of [address, address + bytes); null if there is none.
  Allocation *find(Address address, size_t bytes, Address *begin = nullptr);

  /// Nothing may be touched, then only what is opened (in whole pages; for writing last), then all
  /// again.
  void closeAll();
  void open(Address address, size_t bytes, bool isWritten);
  void openAll();

  size_t freeBytes() const;
  bool isEmpty() const { return allocations.empty(); }

private:
  friend std::string describe(Address address);
  void unmap(const Allocation &allocation);
  void protectAll(int protection);

  std::map<Address, Allocation> allocations;
  int64_t made = 0;
  size_t usedBytes = 0;
};

/// "allocation 3 + 4096 of 8192".
__attribute__((visibility("default"))) std::string describe(Address address);

/// Where the host finds device memory.
inline char *onHost(Address address) { return reinterpret_cast<char *>(address - deviceOffset); }

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_MEMORY_H
