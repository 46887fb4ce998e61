//===- TargetFlags.h - Flags that say where a step runs -*- C++ -*-===//
#ifndef REMAT_TOOLS_STEPS_TARGETFLAGS_H
#define REMAT_TOOLS_STEPS_TARGETFLAGS_H

#include "Compile.h"
#include "remat/Pipelines/PlanStep.h"
#include "remat/Planning/OutputFiles.h"
#include "llvm/Support/CommandLine.h"

namespace mlir::remat {

/// The flags of the tools that compile steps. The object holds registered command line options:
/// make it a static one of the tool, before options are parsed.
struct TargetFlags {
  explicit TargetFlags(llvm::cl::OptionCategory &category);

  llvm::cl::opt<std::string> target;
  llvm::cl::list<std::string> chips;
  llvm::cl::opt<std::string> ptxFile;
  llvm::cl::opt<std::string> hostKernels;
  llvm::cl::opt<bool> nvtx, tf32;
  llvm::cl::opt<Epilogues> epilogues;

  bool isCuda() const { return target == "cuda"; }

  /// Refuses an unknown target, flags that do not go with it, and files that cannot be written.
  llvm::Error check() const;

  void addTo(CompileOptions &options) const;

  /// Puts what was made of the kernels where the flags say.
  llvm::Error addOutputs(const CudaKernels &kernels, rematplan::OutputFiles &files) const;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_STEPS_TARGETFLAGS_H
