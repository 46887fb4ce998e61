//===- Compile.h - From a program to a step that can run -*- C++ -*-===//
#ifndef REMAT_TOOLS_STEPS_COMPILE_H
#define REMAT_TOOLS_STEPS_COMPILE_H

#include "remat/Pipelines/CompileToObject.h"
#include <functional>

namespace mlir::remat {

/// How far to go, and what to make on the way.
struct CompileOptions {
  CpuTargetOptions target;
  /// Calls of the runtime's hooks around kernels.
  bool hooks = false;
  /// Told before each phase; may be empty.
  std::function<void(llvm::StringRef phase)> progress;
};

/// Seconds of each phase, in order.
using PhaseTimes = std::vector<std::pair<std::string, double>>;

/// Takes a planned program to the LLVM dialect, in place.
LogicalResult lowerStep(ModuleOp module, llvm::StringRef entry, llvm::StringRef name,
                        const CompileOptions &options, PhaseTimes &times);

/// Machine code of a program that lowerStep lowered.
llvm::Expected<std::unique_ptr<llvm::MemoryBuffer>>
compileStep(ModuleOp module, const CompileOptions &options, PhaseTimes &times);

/// Optimized LLVM IR as text, of a program that lowerStep lowered.
llvm::Expected<std::string> stepToLLVMText(ModuleOp module, const CompileOptions &options);

} // namespace mlir::remat

#endif // REMAT_TOOLS_STEPS_COMPILE_H
