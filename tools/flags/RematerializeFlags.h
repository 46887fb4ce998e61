//===- RematerializeFlags.h - The --remat-… flags of the tools -*- C++ -*-===//
#ifndef REMAT_TOOLS_FLAGS_REMATERIALIZEFLAGS_H
#define REMAT_TOOLS_FLAGS_REMATERIALIZEFLAGS_H

#include "remat/Planning/OutputFiles.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/RematerializeReport.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"

namespace mlir::remat {

/// Exit code of every tool for a budget that cannot be met.
inline constexpr int kExitInfeasible = 2;

/// The flags that choose a budget and how to plan for it, the same in all tools. The object holds
/// registered command line options: make it a static one of the tool, before options are parsed.
struct RematerializeFlags {
  explicit RematerializeFlags(llvm::cl::OptionCategory &category);

  llvm::cl::opt<std::string> budget;
  llvm::cl::opt<std::string> report;
  llvm::cl::opt<std::string> device;
  llvm::cl::opt<std::string> memoryModel;
  llvm::cl::opt<std::string> strategy;
  llvm::cl::opt<std::string> backward;
  llvm::cl::opt<std::string> order;
  llvm::cl::opt<std::string> entry;
  llvm::cl::opt<std::string> infeasible;
  llvm::cl::opt<bool> annotate;
  llvm::cl::opt<std::string> exportProblem;
  llvm::cl::opt<int64_t> dynamicDim;
  llvm::cl::opt<unsigned> effort;

  /// The options of the pass remat-rematerialize that the flags ask for.
  RematerializePassOptions passOptions() const;

  /// The name of a flag that was given without --remat-budget and has no meaning then; empty if
  /// there is none.
  llvm::StringRef withoutBudget() const;

  /// Refuses an empty budget and an unknown effort.
  llvm::Error check() const;

  /// Every output path is tried before the work begins: it can be written, and no two outputs, nor
  /// an output and the input, are one file. `outputFile`: the program's own; may be empty, as may
  /// `others`.
  llvm::Error checkOutputs(llvm::StringRef inputFile, llvm::StringRef outputFile,
                           llvm::ArrayRef<llvm::StringRef> others = {}) const;

  /// Puts the report and the problem where the flags say: into `files`, or on stderr.
  llvm::Error addOutputs(const RematerializeReport &result, rematplan::OutputFiles &files) const;
};

} // namespace mlir::remat

#endif // REMAT_TOOLS_FLAGS_REMATERIALIZEFLAGS_H
