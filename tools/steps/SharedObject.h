//===- SharedObject.h - Links a compiled step -*- C++ -*-===//
#ifndef REMAT_TOOLS_STEPS_SHAREDOBJECT_H
#define REMAT_TOOLS_STEPS_SHAREDOBJECT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::remat {

/// The file that this program loaded the runtime library of steps from: `librematrt.so`, and for
/// CUDA devices `librematrt_cuda.so`, which not every build has.
llvm::Expected<std::string> runtimePath();
llvm::Expected<std::string> cudaRuntimePath();

/// Links an object with the given libraries and libm, by the C compiler of the machine. The result
/// finds the libraries where they are now.
llvm::Expected<std::string> linkSharedObject(llvm::StringRef object,
                                             llvm::ArrayRef<std::string> libraries);

} // namespace mlir::remat

#endif // REMAT_TOOLS_STEPS_SHAREDOBJECT_H
