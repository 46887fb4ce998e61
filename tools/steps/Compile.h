//===- Compile.h - From a program to a step that can run -*- C++ -*-===//
#ifndef REMAT_TOOLS_STEPS_COMPILE_H
#define REMAT_TOOLS_STEPS_COMPILE_H

#include "remat/Pipelines/CompileToObject.h"
#include "remat/Pipelines/CudaPipeline.h"
#include "remat/Transforms/RematerializeReport.h"
#include <chrono>
#include <functional>

namespace mlir::remat {

/// Where kernels run.
enum class StepTarget { Cpu, Cuda };

/// How far to go, and what to make on the way.
struct CompileOptions {
  CpuTargetOptions target;
  StepTarget runsOn = StepTarget::Cpu;
  /// Calls of the runtime's hooks around kernels.
  bool hooks = false;
  /// For CUDA devices: architectures as ptxas names them, and what else is made of the kernels.
  llvm::SmallVector<std::string> chips;
  bool ptx = false, hostKernels = false;
  /// For CUDA devices: named ranges for profilers; f32 operands of library calls rounded to tf32.
  bool nvtx = false, tf32 = false;
  /// Told before each phase; may be empty.
  std::function<void(llvm::StringRef phase)> progress;
};

/// Seconds of each phase, in order.
using PhaseTimes = std::vector<std::pair<std::string, double>>;

/// A phase for as long as it lives: told to `options.progress`, and its seconds added to `times`.
class TimedPhase {
public:
  TimedPhase(llvm::StringRef name, const CompileOptions &options, PhaseTimes &times);
  TimedPhase(const TimedPhase &) = delete;
  ~TimedPhase();

private:
  llvm::StringRef name;
  PhaseTimes &times;
  std::chrono::steady_clock::time_point begin;
};

/// What lowering for a CUDA device makes beside the program.
struct CudaKernels {
  /// The kernels' PTX, for each chip; if it was asked for.
  std::string ptx;
  /// Of the fat binaries, which convert-kernels-to-host names; and the same kernels as a shared
  /// object for the host; if they were asked for.
  struct HostLibrary {
    std::string name, content;
  };
  std::vector<HostLibrary> hostLibraries;
  LaunchCounts launches;
};

/// Takes a planned program to the LLVM dialect, in place. `kernels` may be null.
LogicalResult lowerStep(ModuleOp module, llvm::StringRef entry, llvm::StringRef name,
                        const CompileOptions &options, PhaseTimes &times,
                        CudaKernels *kernels = nullptr);

/// Machine code of a program that lowerStep lowered.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileStep(ModuleOp module, const CompileOptions &options, PhaseTimes &times);

/// Optimized LLVM IR as text, of a program that lowerStep lowered.
llvm::Expected<std::string> stepToLLVMText(ModuleOp module, const CompileOptions &options);

} // namespace mlir::remat

#endif // REMAT_TOOLS_STEPS_COMPILE_H
