//===- AllocateBuffers.h - remat-plan --allocate -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_PLAN_ALLOCATEBUFFERS_H
#define REMAT_TOOLS_REMAT_PLAN_ALLOCATEBUFFERS_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <cstdint>
#include <optional>

/// Gives the buffers of a CSV file offsets and writes them to the standard output. False, with a
/// message and nothing written, if none within the capacity are found; fails on bad input.
llvm::Expected<bool> allocateBuffers(llvm::StringRef path, std::optional<int64_t> capacityBytes,
                                     unsigned effort);

#endif // REMAT_TOOLS_REMAT_PLAN_ALLOCATEBUFFERS_H
