//===- CombineKernels.h - One GPU kernel for several -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_COMBINEKERNELS_H
#define REMAT_LIB_CONVERSION_COMBINEKERNELS_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

namespace mlir::remat {

/// What decides with which others a kernel can be combined.
struct KernelTraits {
  /// Threads of a block wait for each other: its size cannot change.
  bool hasBarriers = false;
  /// Threads exchange values with others of their warp.
  bool hasShuffles = false;
  /// Memory that the threads of a block share: types, the same one as often as it is needed.
  SmallVector<MemRefType> shared;
};

/// Null for a kernel that combineKernels cannot make a part of: its threads know their places by
/// other numbers than those along x.
std::optional<KernelTraits> readKernelTraits(gpu::GPUFuncOp kernel);

/// Bytes that a block shares which is a block of any of the kernels, each time it is launched.
int64_t sharedBytesOfAny(ArrayRef<const KernelTraits *> kernels);

/// A kernel, and the one launch of it that takes part.
struct KernelPart {
  gpu::GPUFuncOp function;
  const KernelTraits *traits = nullptr;
  int64_t blocks = 0, threads = 0;
  /// For each of its parameters the number of a parameter of the combined kernel.
  SmallVector<unsigned> parameters;

  /// How many blocks of another size do the work.
  int64_t blocksOf(int64_t blockThreads) const {
    return (blocks * threads + blockThreads - 1) / blockThreads;
  }
};

/// True if blocks of `blockThreads` can do the work of blocks of `threads`.
bool fitsBlocksOf(int64_t blockThreads, int64_t threads, const KernelTraits &traits);

/// Adds a kernel to the module of `parts` whose blocks are those of all parts, one part after the
/// other. Parts of the same function stand together; it is in the combined kernel once.
gpu::GPUFuncOp combineKernels(StringRef name, ArrayRef<KernelPart> parts,
                              ArrayRef<Type> parameterTypes, int64_t blockThreads);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_COMBINEKERNELS_H
