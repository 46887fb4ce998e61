//===- HideLlvmOptions.h - A --help without the options of LLVM's libraries -*- C++ -*-===//
#ifndef REMAT_TOOLS_FLAGS_HIDELLVMOPTIONS_H
#define REMAT_TOOLS_FLAGS_HIDELLVMOPTIONS_H

#include "llvm/Support/CommandLine.h"

/// Leaves the options of LLVM's code generators out of --help; those of the tool are registered
/// later, by its library.
inline void hideLlvmOptions() {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (!name.starts_with("help") && name != "version")
      option->setHiddenFlag(llvm::cl::ReallyHidden);
}

#endif // REMAT_TOOLS_FLAGS_HIDELLVMOPTIONS_H
