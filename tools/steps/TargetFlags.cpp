//===- TargetFlags.cpp - Flags that say where a step runs -----------------===//
#include "TargetFlags.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::remat;
namespace cl = llvm::cl;

TargetFlags::TargetFlags(cl::OptionCategory &category)
    : target("target", cl::cat(category), cl::init("cpu"), cl::value_desc("cpu|cuda"),
             cl::desc("Where the step runs; default: cpu")),
      chips("chip", cl::cat(category), cl::CommaSeparated, cl::value_desc("sm_80,sm_90,…"),
            cl::desc("GPU architectures of --target=cuda; newer ones take the newest one's PTX")),
      ptxFile("dump-ptx", cl::cat(category), cl::value_desc("FILE"),
              cl::desc("Write the PTX of the kernels, for each architecture")),
      hostKernels(
          "host-kernels", cl::cat(category), cl::value_desc("FOLDER"),
          cl::desc("Compile GPU kernels for this machine's processor too, for a driver that "
                   "emulates a device")),
      nvtx("nvtx", cl::cat(category),
           cl::desc("Name kernels and library calls of --target=cuda for profilers (NVTX ranges)")),
      tf32("tf32", cl::cat(category),
           cl::desc("Let tensor cores round the f32 operands of products and convolutions to tf32 "
                    "(10 bits of mantissa): several times as fast, and results agree with f32 to "
                    "2 or 3 digits; bits stay equal between budgets. Off by default; ops of "
                    "precision HIGH or HIGHEST are never rounded")),
      epilogues(
          "epilogues", cl::cat(category), cl::init(Epilogues::Bias),
          cl::desc("What cuBLASLt computes in the call of a product of --target=cuda:"),
          cl::values(
              clEnumValN(Epilogues::Bias, "bias",
                         "biases that are added to products of f32; the default"),
              clEnumValN(Epilogues::All, "all",
                         "also biases of 16-bit results, which are rounded once then, max(x, 0), "
                         "which may lose NaN, and GELU in the form with tanh"),
              clEnumValN(Epilogues::None, "none", "products alone"))) {}

static llvm::Error refuse(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

llvm::Error TargetFlags::check() const {
  if (target != "cpu" && target != "cuda")
    return refuse("--target=" + target + ": 'cpu' or 'cuda' is expected");
  if (!isCuda())
    for (auto [name, isGiven] :
         {std::pair("chip", !chips.empty()), std::pair("dump-ptx", ptxFile.getNumOccurrences() > 0),
          std::pair("host-kernels", hostKernels.getNumOccurrences() > 0),
          std::pair("nvtx", nvtx.getValue()), std::pair("tf32", tf32.getValue()),
          std::pair("epilogues", epilogues.getNumOccurrences() > 0)})
      if (isGiven)
        return refuse(llvm::Twine("--") + name + " is for --target=cuda");
  for (const std::string &chip : chips) {
    unsigned number;
    StringRef rest = chip;
    if (!rest.consume_front("sm_") || rest.consumeInteger(10, number))
      return refuse("--chip=" + chip + ": a name like sm_90 is expected");
  }
  if (ptxFile.getNumOccurrences())
    if (llvm::Error error = rematplan::checkWritable(ptxFile))
      return error;
  if (hostKernels.getNumOccurrences() && !llvm::sys::fs::is_directory(hostKernels))
    return refuse("--host-kernels=" + hostKernels + ": a folder is expected");
  return llvm::Error::success();
}

void TargetFlags::addTo(CompileOptions &options) const {
  options.runsOn = isCuda() ? StepTarget::Cuda : StepTarget::Cpu;
  options.chips.assign(chips.begin(), chips.end());
  options.ptx = ptxFile.getNumOccurrences() > 0;
  options.hostKernels = hostKernels.getNumOccurrences() > 0;
  options.nvtx = nvtx;
  options.tf32 = tf32;
}

llvm::Error TargetFlags::addOutputs(const CudaKernels &kernels,
                                    rematplan::OutputFiles &files) const {
  if (ptxFile.getNumOccurrences())
    if (llvm::Error error = files.add(ptxFile, [&](llvm::raw_ostream &os) { os << kernels.ptx; }))
      return error;
  for (const CudaKernels::HostLibrary &library : kernels.hostLibraries) {
    llvm::SmallString<128> path(hostKernels.getValue());
    llvm::sys::path::append(path, library.name);
    if (llvm::Error error = files.add(path, [&](llvm::raw_ostream &os) { os << library.content; }))
      return error;
  }
  return llvm::Error::success();
}
