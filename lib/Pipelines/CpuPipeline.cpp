//===- CpuPipeline.cpp - From a planned remat program to the LLVM dialect -===//
#include "remat/Pipelines/CpuPipeline.h"
#include "mlir/Pass/PassRegistry.h"
#include "remat/Conversion/KernelsToLLVM.h"
#include "remat/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::buildRematToCpuPipeline(OpPassManager &manager,
                                          const CpuPipelineOptions &options) {
  OutlineKernelsPassOptions outline;
  outline.entry = options.entry;
  manager.addPass(createOutlineKernelsPass(outline));
  manager.addPass(createConvertRematToLoopsPass());
  manager.addPass(createOutlineParallelLoopsPass());
  ConvertRematToRuntimePassOptions runtime;
  runtime.entry = options.entry;
  runtime.name = options.name;
  runtime.hooks = options.hooks;
  manager.addPass(createConvertRematToRuntimePass(runtime));
  buildPointerFunctionsToLLVM(manager);
}

namespace {
struct CommandLineOptions : PassPipelineOptions<CommandLineOptions> {
  Option<std::string> entry{*this, "entry",
                            llvm::cl::desc("The planned function; by default main, else the only "
                                           "one")};
  Option<std::string> name{*this, "name", llvm::cl::desc("Name of the LLVM function"),
                           llvm::cl::init("remat_step")};
  Option<bool> hooks{*this, "hooks", llvm::cl::desc("Call the runtime's hooks around kernels"),
                     llvm::cl::init(false)};
};
} // namespace

void mlir::remat::registerRematPipelines() {
  PassPipelineRegistration<CommandLineOptions>(
      "remat-to-cpu",
      "from a program of the remat dialect with a memory plan to the LLVM dialect, for CPUs",
      [](OpPassManager &manager, const CommandLineOptions &options) {
        buildRematToCpuPipeline(manager, {options.entry, options.name, options.hooks});
      });
}
