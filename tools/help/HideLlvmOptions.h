//===- HideLlvmOptions.h - A --help without the options of LLVM's libraries -*- C++ -*-===//
#ifndef REMAT_TOOLS_HELP_HIDELLVMOPTIONS_H
#define REMAT_TOOLS_HELP_HIDELLVMOPTIONS_H

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/CommandLine.h"

/// Leaves the options of LLVM's code generators out of --help; those of the tool are registered
/// later, by its library, or are of the category `own`.
inline void hideLlvmOptions(llvm::cl::OptionCategory *own = nullptr) {
  for (auto &[name, option] : llvm::cl::getRegisteredOptions())
    if (!name.starts_with("help") && name != "version" &&
        !llvm::is_contained(option->Categories, own))
      option->setHiddenFlag(llvm::cl::ReallyHidden);
}

#endif // REMAT_TOOLS_HELP_HIDELLVMOPTIONS_H
