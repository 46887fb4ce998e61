//===- Range.h - Calls as profilers show them -*- C++ -*-===//
#ifndef REMAT_LIB_RUNTIME_CUDA_RANGE_H
#define REMAT_LIB_RUNTIME_CUDA_RANGE_H

#include "Device.h"

namespace rematrt {

/// A range of NVTX as long as it lives; nothing if the device does not annotate.
class Range {
public:
  Range(const Device &device, const char *what, const char *location);
  ~Range();
  Range(const Range &) = delete;
  Range &operator=(const Range &) = delete;

private:
  const Device &device;
};

} // namespace rematrt

#endif // REMAT_LIB_RUNTIME_CUDA_RANGE_H
