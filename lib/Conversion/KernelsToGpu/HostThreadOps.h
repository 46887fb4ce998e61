//===- HostThreadOps.h - A GPU's ops by functions of the host -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_HOSTTHREADOPS_H
#define REMAT_LIB_CONVERSION_HOSTTHREADOPS_H

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/BuiltinOps.h"

namespace mlir::remat {

/// Whether a function in the NVVM dialect has ops in which threads wait for each other.
bool threadsMeet(LLVM::LLVMFuncOp function);

/// Replaces NVVM ops on threads in a function whose first argument is a HostThread.
LogicalResult convertThreadOps(LLVM::LLVMFuncOp function);

/// Replaces calls of CUDA's device library by LLVM's intrinsics or the C library.
LogicalResult useHostFunctions(ModuleOp module);

/// An error at an op that only a device has.
LogicalResult checkNoDeviceOps(ModuleOp module);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_HOSTTHREADOPS_H
