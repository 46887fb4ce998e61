//===- Compile.cpp - From a program to a step that can run ----------------===//
#include "Compile.h"
#include "HostLibraries.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "remat/Pipelines/CpuPipeline.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace mlir;
using namespace mlir::remat;

TimedPhase::TimedPhase(StringRef name, const CompileOptions &options, PhaseTimes &times)
    : name(name), times(times), begin(std::chrono::steady_clock::now()) {
  if (options.progress)
    options.progress(name);
}

TimedPhase::~TimedPhase() {
  std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  times.emplace_back(name.str(), seconds.count());
}

static LaunchCounts countLaunches(ModuleOp module) {
  LaunchCounts counts;
  module.walk([&](LLVM::CallOp call) {
    StringRef name = call.getCallee().value_or("");
    counts.kernels += name == "rematrt_cuda_launch";
    counts.products += name == "rematrt_cuda_dot" || name == "rematrt_cuda_dot_epilogue";
    counts.convolutions += name == "rematrt_cuda_convolution";
    counts.copies += name == "rematrt_cuda_copy" || name == "rematrt_cuda_swap";
  });
  return counts;
}

static LogicalResult lowerForCuda(ModuleOp module, StringRef entry, StringRef name,
                                  const CompileOptions &options, CudaKernels *kernels) {
  CudaPipelineOptions cuda;
  cuda.entry = entry;
  cuda.name = name;
  cuda.hooks = options.hooks;
  cuda.chips = options.chips;
  cuda.hostKernels = options.hostKernels;
  cuda.nvtx = options.nvtx;
  cuda.tf32 = options.tf32;
  // The pass writes PTX into a file.
  llvm::SmallString<128> ptxPath;
  if (options.ptx) {
    if (std::error_code error = llvm::sys::fs::createTemporaryFile("remat-step", "ptx", ptxPath))
      return module.emitError() << "cannot make a temporary file: " << error.message();
    cuda.ptxFile = ptxPath.str();
  }
  llvm::FileRemover removePtx(ptxPath);
  PassManager manager(module.getContext());
  buildRematToCudaPipeline(manager, cuda);
  if (failed(manager.run(module)))
    return failure();
  if (kernels)
    kernels->launches = countLaunches(module);
  if (options.ptx) {
    auto ptx = llvm::MemoryBuffer::getFile(ptxPath);
    if (!ptx)
      return module.emitError() << "cannot read back the PTX: " << ptx.getError().message();
    kernels->ptx = (*ptx)->getBuffer();
  }
  if (!options.hostKernels)
    return success();
  llvm::Error error = takeHostLibraries(module, options.target, kernels->hostLibraries);
  return error ? LogicalResult(module.emitError() << llvm::toString(std::move(error))) : success();
}

LogicalResult mlir::remat::lowerStep(ModuleOp module, StringRef entry, StringRef name,
                                     const CompileOptions &options, PhaseTimes &times,
                                     CudaKernels *kernels) {
  TimedPhase phase("lower", options, times);
  if (options.runsOn == StepTarget::Cuda)
    return lowerForCuda(module, entry, name, options, kernels);
  PassManager manager(module.getContext());
  // What each pass makes is verified by the tests; here once, at the end: it takes as long as the
  // passes.
  manager.enableVerifier(false);
  buildRematToCpuPipeline(manager, {entry.str(), name.str(), options.hooks});
  return success(succeeded(manager.run(module)) && succeeded(verify(module)));
}

llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
mlir::remat::compileStep(ModuleOp module, const CompileOptions &options, PhaseTimes &times) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> translated;
  {
    TimedPhase phase("optimize", options, times);
    auto made = translateToLLVM(module, context, options.target);
    if (!made)
      return made.takeError();
    translated = std::move(*made);
  }
  TimedPhase phase("generate code", options, times);
  return compileToObject(*translated, options.target);
}

llvm::Expected<std::string> mlir::remat::stepToLLVMText(ModuleOp module,
                                                        const CompileOptions &options) {
  llvm::LLVMContext context;
  auto translated = translateToLLVM(module, context, options.target);
  if (!translated)
    return translated.takeError();
  std::string text;
  llvm::raw_string_ostream os(text);
  (*translated)->print(os, nullptr);
  return text;
}
