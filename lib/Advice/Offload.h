//===- Offload.h - Saved values in the host's memory, an estimate -*- C++ -*-===//
#ifndef REMAT_LIB_ADVICE_OFFLOAD_H
#define REMAT_LIB_ADVICE_OFFLOAD_H

#include "remat/Advice/Advice.h"

namespace mlir::remat {

/// Compares the time of sending `savedBytes` to the host and back with that of recomputing them.
/// `forwardNs`: the cost of forward.
OffloadAdvice estimateOffload(ArrayRef<Choice> choices, int64_t savedBytes, int64_t forwardNs,
                              const Device &device);

} // namespace mlir::remat

#endif // REMAT_LIB_ADVICE_OFFLOAD_H
