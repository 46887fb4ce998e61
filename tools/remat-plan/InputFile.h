//===- InputFile.h - Files that remat-plan reads -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_PLAN_INPUTFILE_H
#define REMAT_TOOLS_REMAT_PLAN_INPUTFILE_H

#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"

/// The text of a file, or of the standard input for `-`.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef path);

/// Puts the file before a message about its content.
llvm::Error inFile(llvm::StringRef path, llvm::Error error);

#endif // REMAT_TOOLS_REMAT_PLAN_INPUTFILE_H
