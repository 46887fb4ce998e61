//===- InputFile.cpp - Files that remat-plan reads ------------------------===//
#include "InputFile.h"
#include "llvm/ADT/Twine.h"

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>> readFile(llvm::StringRef path) {
  auto buffer = llvm::MemoryBuffer::getFileOrSTDIN(path, /*IsText=*/true);
  if (std::error_code error = buffer.getError())
    return llvm::createStringError("cannot read '" + path + "': " + error.message());
  return std::move(*buffer);
}

llvm::Error inFile(llvm::StringRef path, llvm::Error error) {
  return llvm::createStringError(path + ": " + llvm::toString(std::move(error)));
}
