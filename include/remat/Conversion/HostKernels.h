//===- HostKernels.h - GPU kernels as functions of the host -*- C++ -*-===//
//
// What convert-kernels-to-host makes, and what runs it: a library with, for each kernel NAME,
//
//   void NAME(remat::HostThread *thread, void *const *parameters)
//   const int64_t NAME.parameters[]
//
// The function does what one thread does; `parameters` are the addresses of the kernel's
// parameters, as cuLaunchKernel takes them. Memory that is shared in a block is static: one block
// runs at a time. This header knows neither MLIR nor LLVM.
//
//===----------------------------------------------------------------------===//
#ifndef REMAT_CONVERSION_HOSTKERNELS_H
#define REMAT_CONVERSION_HOSTKERNELS_H

#include <cstdint>
#include <cstring>
#include <string>

namespace mlir::remat {

/// A thread of a launch, as the functions see it.
struct HostThread {
  /// Places in `numbers`; of three dimensions x, y, z each.
  enum Number {
    ThreadId = 0,
    BlockSize = 3,
    BlockId = 6,
    GridSize = 9,
    Lane = 12,
    NumberCount = 16
  };
  uint32_t numbers[NumberCount];

  /// All threads of the block meet.
  void (*meetBlock)(HostThread *thread);
  /// The threads of the warp that `mask` has meet.
  void (*meetWarp)(HostThread *thread, uint32_t mask);
  /// shfl.sync: the value of another lane; `isValid` is 0 for a lane that is out of range, whose
  /// result is the own value.
  uint32_t (*shuffle)(HostThread *thread, uint32_t mask, uint32_t value, uint32_t offset,
                      uint32_t maskAndClamp, uint32_t kind, uint32_t *isValid);
};

/// Kinds of HostThread::shuffle.
enum class HostShuffle : uint32_t { Xor = 0, Up = 1, Down = 2, Index = 3 };

/// Places in NAME.parameters.
enum class HostKernelInfo : int64_t {
  ParameterCount = 0,
  /// Threads that a block of the launch must have; 0: not known.
  BlockThreads = 1,
  /// 1 if threads meet.
  Meets = 2,
  /// Bytes of memory that a block's threads share.
  SharedBytes = 3,
  /// Of each parameter: the bytes behind its address, or -1 for a number, and 1 if they are
  /// written.
  FirstParameter = 4,
  ParameterNumbers = 2
};

/// How a fat binary begins.
struct FatBinaryHeader {
  uint32_t magic;
  uint16_t version;
  uint16_t headerBytes;
  uint64_t contentBytes;
};

/// The name of the library that goes with a fat binary: FNV-1a of its bytes.
inline std::string hostKernelsName(const void *fatBinary) {
  FatBinaryHeader header;
  std::memcpy(&header, fatBinary, sizeof(header));
  auto *bytes = static_cast<const unsigned char *>(fatBinary);
  uint64_t hash = 0xcbf29ce484222325;
  for (uint64_t at = 0; at < header.headerBytes + header.contentBytes; ++at)
    hash = (hash ^ bytes[at]) * 0x100000001b3;
  std::string name;
  for (int shift = 60; shift >= 0; shift -= 4)
    name += "0123456789abcdef"[hash >> shift & 15];
  return name + ".so";
}

} // namespace mlir::remat

#endif // REMAT_CONVERSION_HOSTKERNELS_H
