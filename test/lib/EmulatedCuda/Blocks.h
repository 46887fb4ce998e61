//===- Blocks.h - Runs the threads of a launch -*- C++ -*-===//
#ifndef REMAT_TEST_EMULATEDCUDA_BLOCKS_H
#define REMAT_TEST_EMULATEDCUDA_BLOCKS_H

#include "remat/Conversion/HostKernels.h"
#include <string>

namespace emulated {

using HostFunction = void (*)(mlir::remat::HostThread *, void *const *);

struct LaunchShape {
  uint32_t grid[3], block[3];
  uint64_t blocks() const { return uint64_t(grid[0]) * grid[1] * grid[2]; }
  uint32_t threads() const { return block[0] * block[1] * block[2]; }
};

/// Runs all blocks, one after the other. Threads that meet are fibers, others just run. Empty, or
/// what went wrong: a fault, or threads that wait for others that never come.
std::string runBlocks(HostFunction function, bool meets, const LaunchShape &shape,
                      void *const *parameters);

} // namespace emulated

#endif // REMAT_TEST_EMULATEDCUDA_BLOCKS_H
