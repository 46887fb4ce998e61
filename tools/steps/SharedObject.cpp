//===- SharedObject.cpp - Links a compiled step ---------------------------===//
#include "SharedObject.h"
#include "remat/Runtime/RematrtCuda.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <dlfcn.h>

static llvm::Error refuse(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

/// The library that a function of this process comes from.
static llvm::Expected<std::string> libraryOf(void *function, llvm::StringRef name) {
  Dl_info info;
  if (!dladdr(function, &info) || !info.dli_fname)
    return refuse("cannot find the runtime library " + name);
  return std::string(info.dli_fname);
}

llvm::Expected<std::string> mlir::remat::runtimePath() {
  return libraryOf(reinterpret_cast<void *>(&rematrt_abi_version), "librematrt.so");
}

llvm::Expected<std::string> mlir::remat::cudaRuntimePath() {
#ifdef REMAT_HAS_CUDA_RUNTIME
  return libraryOf(reinterpret_cast<void *>(&rematrt_cuda_open), "librematrt_cuda.so");
#else
  return refuse("this build has no runtime for CUDA devices (librematrt_cuda.so): CUDA's headers "
                "were not found; write a .o and link it where there is one");
#endif
}

llvm::Expected<std::string> mlir::remat::linkSharedObject(llvm::StringRef object,
                                                          llvm::ArrayRef<std::string> libraries) {
  llvm::ErrorOr<std::string> compiler = llvm::sys::findProgramByName("cc");
  if (!compiler)
    return refuse("a .so needs a C compiler named 'cc' to link it; write a .o instead and link it "
                  "yourself, with -lrematrt");
  llvm::SmallString<128> objectPath, linkedPath, logPath;
  for (auto [path, suffix] :
       {std::pair(&objectPath, "o"), std::pair(&linkedPath, "so"), std::pair(&logPath, "log")})
    if (std::error_code error = llvm::sys::fs::createTemporaryFile("remat-step", suffix, *path))
      return refuse("cannot make a temporary file: " + error.message());
  llvm::FileRemover removeObject(objectPath), removeLinked(linkedPath), removeLog(logPath);
  std::error_code error;
  {
    llvm::raw_fd_ostream os(objectPath, error);
    os << object;
    os.close();
    if (os.has_error()) {
      os.clear_error();
      return refuse("cannot write the temporary file '" + objectPath + "'");
    }
  }
  llvm::SmallVector<std::string> search;
  for (llvm::StringRef library : libraries)
    search.push_back(("-Wl,-rpath," + llvm::sys::path::parent_path(library)).str());
  llvm::SmallVector<llvm::StringRef> command{*compiler, "-shared", "-o", linkedPath, objectPath};
  llvm::append_range(command, libraries);
  command.push_back("-lm");
  llvm::append_range(command, search);
  std::string message;
  int code = llvm::sys::ExecuteAndWait(
      *compiler, command, std::nullopt,
      {std::nullopt, llvm::StringRef(logPath), llvm::StringRef(logPath)}, 0, 0, &message);
  if (code != 0) {
    auto log = llvm::MemoryBuffer::getFile(logPath);
    return refuse("linking with '" + *compiler + "' failed: " + message +
                  (log ? (*log)->getBuffer() : llvm::StringRef()));
  }
  auto linked = llvm::MemoryBuffer::getFile(linkedPath);
  if (!linked)
    return refuse("cannot read back the linked file: " + linked.getError().message());
  return (*linked)->getBuffer().str();
}
