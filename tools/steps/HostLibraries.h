//===- HostLibraries.h - GPU kernels as libraries of the host -*- C++ -*-===//
#ifndef REMAT_TOOLS_STEPS_HOSTLIBRARIES_H
#define REMAT_TOOLS_STEPS_HOSTLIBRARIES_H

#include "Compile.h"

namespace mlir::remat {

/// Takes the modules of convert-kernels-to-host out of a program that is lowered for CUDA devices
/// and compiles them to shared objects, named after the fat binaries that they go with.
llvm::Error takeHostLibraries(ModuleOp module, const CpuTargetOptions &target,
                              std::vector<CudaKernels::HostLibrary> &libraries);

} // namespace mlir::remat

#endif // REMAT_TOOLS_STEPS_HOSTLIBRARIES_H
