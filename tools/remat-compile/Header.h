//===- Header.h - The C header of a compiled step -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_COMPILE_HEADER_H
#define REMAT_TOOLS_REMAT_COMPILE_HEADER_H

#include "remat/Pipelines/StepSignature.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

namespace mlir::remat {

/// Writes a C header that declares the function `name` and describes it as `rematrt_step`
/// (remat/Runtime/RematStep.h) in a constant `<name>_step`.
void writeHeader(llvm::raw_ostream &os, llvm::StringRef name, const StepSignature &signature);

/// Refuses names that C and C++ do not allow for a function, and those that the compiled step or
/// the runtime uses itself.
llvm::Error checkStepName(llvm::StringRef name);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_COMPILE_HEADER_H
