//===- SharedObject.h - Links a compiled step -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_COMPILE_SHAREDOBJECT_H
#define REMAT_TOOLS_REMAT_COMPILE_SHAREDOBJECT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"
#include <string>

namespace mlir::remat {

/// Links an object file to a shared object with the system's C compiler, and returns the bytes of
/// it. The result names the runtime (`librematrt.so`) as a library that it needs, in the folder
/// where it is now.
llvm::Expected<std::string> linkSharedObject(llvm::StringRef object);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_COMPILE_SHAREDOBJECT_H
