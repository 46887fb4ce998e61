//===- CudaPipeline.cpp - From a planned remat program to CUDA launches ---===//
#include "remat/Pipelines/CudaPipeline.h"
#include "mlir/Pass/PassRegistry.h"
#include "remat/Conversion/KernelsToGpu.h"
#include "remat/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::buildRematToCudaPipeline(OpPassManager &manager,
                                           const CudaPipelineOptions &options) {
  OutlineKernelsPassOptions outline;
  outline.entry = options.entry;
  outline.target = "cuda";
  manager.addPass(createOutlineKernelsPass(outline));
  manager.addPass(createConvertAttentionToGpuPass());
  ConvertRematToLoopsPassOptions loops;
  // A thread's widest load has 16 bytes.
  loops.lanes = 4;
  loops.fine = true;
  manager.addPass(createConvertRematToLoopsPass(loops));
  buildKernelsToLaunches(manager);
  // Hooks are told of every kernel alone.
  if (!options.hooks) {
    MergeLaunchesPassOptions merge;
    merge.entry = options.entry;
    manager.addPass(createMergeLaunchesPass(merge));
  }
  buildLaunchesToNvvm(manager, options.hostKernels);
  SerializeKernelsPassOptions serialize;
  serialize.chips = options.chips;
  serialize.toolkit = options.toolkit;
  serialize.ptxFile = options.ptxFile;
  manager.addPass(createSerializeKernelsPass(serialize));
  ConvertRematToRuntimePassOptions runtime;
  runtime.entry = options.entry;
  runtime.name = options.name;
  runtime.hooks = options.hooks;
  runtime.target = "cuda";
  runtime.nvtx = options.nvtx;
  runtime.tf32 = options.tf32;
  manager.addPass(createConvertRematToRuntimePass(runtime));
}

bool mlir::remat::multiplyFloat8(ArrayRef<std::string> chips) {
  constexpr unsigned first = 89;
  return llvm::all_of(chips, [](StringRef chip) {
    unsigned number = 0;
    return chip.consume_front("sm_") && !chip.consumeInteger(10, number) && number >= first;
  });
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
  ListOption<std::string> chips{
      *this, "chip", llvm::cl::desc("The GPUs' architectures, as ptxas names them (sm_90)")};
  Option<std::string> toolkit{*this, "toolkit", llvm::cl::desc("Folder of the CUDA toolkit")};
  Option<std::string> ptxFile{*this, "ptx-file",
                              llvm::cl::desc("Write the kernels' PTX to this file too")};
  Option<bool> hostKernels{*this, "host-kernels",
                           llvm::cl::desc("Add the kernels for the host, for an emulated device"),
                           llvm::cl::init(false)};
  Option<bool> nvtx{*this, "nvtx", llvm::cl::desc("Calls are named ranges for profilers"),
                    llvm::cl::init(false)};
  Option<bool> tf32{*this, "tf32",
                    llvm::cl::desc("f32 products and convolutions take operands rounded to tf32"),
                    llvm::cl::init(false)};
};
} // namespace

void mlir::remat::registerRematToCudaPipeline() {
  PassPipelineRegistration<CommandLineOptions>(
      "remat-to-cuda",
      "from a program of the remat dialect with a memory plan to launches on a CUDA device",
      [](OpPassManager &manager, const CommandLineOptions &options) {
        buildRematToCudaPipeline(
            manager,
            {options.entry, options.name, options.hooks,
             llvm::SmallVector<std::string>(options.chips.begin(), options.chips.end()),
             options.toolkit, options.ptxFile, options.hostKernels, options.nvtx, options.tf32});
      });
}
