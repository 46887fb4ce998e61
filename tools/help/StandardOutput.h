//===- StandardOutput.h - What a tool prints is printed, or an error -*- C++ -*-===//
#ifndef REMAT_TOOLS_HELP_STANDARDOUTPUT_H
#define REMAT_TOOLS_HELP_STANDARDOUTPUT_H

#include "llvm/ADT/StringRef.h"

/// Writes what is left of the standard output. A tool calls this last: if not everything could be
/// written (a full disk), it says so under the name `tool` and returns false.
bool flushStandardOutput(llvm::StringRef tool);

#endif // REMAT_TOOLS_HELP_STANDARDOUTPUT_H
