//===- CudaToolkit.cpp - The programs of a CUDA toolkit -------------------===//
#include "CudaToolkit.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir::remat;

static llvm::Error refuse(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

static std::string toolPath(llvm::StringRef folder, llvm::StringRef tool) {
  llvm::SmallString<128> path(folder);
  llvm::sys::path::append(path, "bin", tool);
  return path.str().str();
}

llvm::Expected<CudaToolkit> CudaToolkit::find(llvm::StringRef folder) {
  llvm::SmallVector<std::string> tried;
  auto hasTools = [&](llvm::StringRef candidate) {
    tried.push_back(candidate.str());
    return llvm::all_of(std::array{"ptxas", "fatbinary"}, [&](llvm::StringRef tool) {
      return llvm::sys::fs::can_execute(toolPath(candidate, tool));
    });
  };
  if (!folder.empty()) {
    if (hasTools(folder))
      return CudaToolkit(folder.str());
  } else {
    for (llvm::StringRef variable : {"CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"})
      if (auto named = llvm::sys::Process::GetEnv(variable); named && !named->empty())
        if (hasTools(*named))
          return CudaToolkit(*named);
    if (llvm::StringRef usual = "/usr/local/cuda"; tried.empty() && hasTools(usual))
      return CudaToolkit(usual.str());
  }
  return refuse(
      "GPU kernels need bin/ptxas and bin/fatbinary of a CUDA toolkit, which are not in " +
      llvm::join(tried, ", ") + "; set CUDA_HOME or the option toolkit to its folder");
}

llvm::Error CudaToolkit::run(llvm::StringRef tool, llvm::ArrayRef<std::string> arguments) const {
  llvm::SmallString<128> logPath;
  if (std::error_code error = llvm::sys::fs::createTemporaryFile("remat-cuda", "log", logPath))
    return refuse("cannot make a temporary file: " + error.message());
  llvm::FileRemover removeLog(logPath);
  std::string program = toolPath(folder, tool), message;
  llvm::SmallVector<llvm::StringRef> command{program};
  llvm::append_range(command, arguments);
  int code = llvm::sys::ExecuteAndWait(
      program, command, std::nullopt,
      {std::nullopt, llvm::StringRef(logPath), llvm::StringRef(logPath)}, 0, 0, &message);
  if (code == 0)
    return llvm::Error::success();
  auto log = llvm::MemoryBuffer::getFile(logPath);
  return refuse("'" + program + "' failed: " + message +
                (log ? (*log)->getBuffer().rtrim() : llvm::StringRef()));
}

namespace {
/// Files that go with this object.
class TemporaryFiles {
public:
  ~TemporaryFiles() {
    for (const std::string &path : paths)
      llvm::sys::fs::remove(path);
  }

  /// A new, empty file.
  llvm::Expected<std::string> make(llvm::StringRef suffix) {
    llvm::SmallString<128> path;
    if (std::error_code error = llvm::sys::fs::createTemporaryFile("remat-cuda", suffix, path))
      return refuse("cannot make a temporary file: " + error.message());
    paths.push_back(path.str().str());
    return paths.back();
  }

private:
  std::vector<std::string> paths;
};
} // namespace

static llvm::Error write(llvm::StringRef path, llvm::StringRef text) {
  std::error_code error;
  llvm::raw_fd_ostream os(path, error);
  if (!error) {
    os << text;
    os.close();
    error = os.error();
    os.clear_error();
  }
  return error ? refuse("cannot write '" + path + "': " + error.message()) : llvm::Error::success();
}

llvm::Expected<std::string> CudaToolkit::makeFatBinary(llvm::ArrayRef<ChipCode> code) const {
  TemporaryFiles files;
  llvm::Expected<std::string> made = files.make("fatbin");
  if (!made)
    return made.takeError();
  llvm::SmallVector<std::string> images{"--64", "--create", *made};
  auto addImage = [&](llvm::StringRef kind, llvm::StringRef chip, llvm::StringRef path) {
    chip.consume_front("sm_");
    images.push_back(("--image3=kind=" + kind + ",sm=" + chip + ",file=" + path).str());
  };
  for (auto [number, part] : llvm::enumerate(code)) {
    llvm::Expected<std::string> ptx = files.make("ptx"), machineCode = files.make("cubin");
    if (!ptx || !machineCode)
      return llvm::joinErrors(ptx.takeError(), machineCode.takeError());
    if (llvm::Error error = write(*ptx, part.ptx))
      return error;
    if (llvm::Error error =
            run("ptxas", {"-arch", part.chip, *ptx, "-o", *machineCode, "--opt-level", "3"}))
      return error;
    addImage("elf", part.chip, *machineCode);
    if (number + 1 == code.size())
      addImage("ptx", part.chip, *ptx);
  }
  if (llvm::Error error = run("fatbinary", images))
    return error;
  auto binary = llvm::MemoryBuffer::getFile(*made);
  if (!binary)
    return refuse("cannot read back '" + *made + "': " + binary.getError().message());
  return (*binary)->getBuffer().str();
}
