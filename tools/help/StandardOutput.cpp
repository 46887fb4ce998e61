//===- StandardOutput.cpp - What a tool prints is printed, or an error ----===//
#include "StandardOutput.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

bool flushStandardOutput(llvm::StringRef tool) {
  llvm::raw_fd_ostream &os = llvm::outs();
  os.flush();
  if (!os.has_error())
    return true;
  const std::string reason = os.error().message();
  // Else LLVM ends the program with a message of its own.
  os.clear_error();
  llvm::WithColor::error(llvm::errs(), tool)
      << "cannot write the standard output: " << reason << "\n";
  return false;
}
