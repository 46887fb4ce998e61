//===- RematerializeFlags.h - The --remat-… flags of the tools -*- C++ -*-===//
#ifndef REMAT_TOOLS_FLAGS_REMATERIALIZEFLAGS_H
#define REMAT_TOOLS_FLAGS_REMATERIALIZEFLAGS_H

#include "remat/Planning/OutputFiles.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ReportFiles.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/Error.h"
#include <memory>

namespace mlir::remat {

/// Exit code of every tool for a budget that cannot be met.
inline constexpr int kExitInfeasible = 2;

/// The flags that choose a budget and how to plan for it, the same in all tools. The object holds
/// registered command line options: make it a static one of the tool, before options are parsed.
struct RematerializeFlags {
  /// `runsSteps`: with the flags of tools that run programs of the remat dialect. In remat-opt the
  /// pass of the same name stands for --remat-fuse-attention.
  explicit RematerializeFlags(llvm::cl::OptionCategory &category, bool runsSteps = false);

  llvm::cl::opt<std::string> budget;
  llvm::cl::list<std::string> report;
  llvm::cl::opt<std::string> pareto;
  llvm::cl::opt<std::string> device;
  llvm::cl::opt<std::string> memoryModel;
  llvm::cl::opt<std::string> policy;
  llvm::cl::opt<std::string> checkpoint;
  llvm::cl::opt<bool> respectUser;
  llvm::cl::opt<std::string> strategy;
  llvm::cl::opt<std::string> backward;
  llvm::cl::opt<std::string> order;
  llvm::cl::opt<std::string> entry;
  llvm::cl::opt<std::string> infeasible;
  llvm::cl::opt<bool> annotate;
  llvm::cl::opt<std::string> exportProblem;
  llvm::cl::opt<int64_t> dynamicDim;
  llvm::cl::opt<std::string> collectives;
  llvm::cl::opt<std::string> exportPlan;
  llvm::cl::opt<std::string> importPlan;
  llvm::cl::opt<int64_t> maxRecompute;
  llvm::cl::opt<unsigned> effort;

  /// The command line, for reports; a tool sets it.
  std::string command;

  /// Whether there is something to plan: what changes the program, or the trade-off of all budgets,
  /// for which the program itself stays as it is.
  bool wantsPlan() const { return wantsChange() || pareto.getNumOccurrences(); }

  /// Whether the program may change: a budget, a policy, a plan to import, or recomputations to
  /// undo.
  bool wantsChange() const {
    return budget.getNumOccurrences() || policy.getNumOccurrences() ||
           checkpoint.getNumOccurrences() || importPlan.getNumOccurrences() || !respectUser;
  }

  /// Whether --remat-fuse-attention is given.
  bool fusesAttention() const { return fuseAttention && *fuseAttention; }

  /// The options of the pass remat-rematerialize that the flags ask for.
  RematerializePassOptions passOptions() const;

  /// The name of a flag that was given without --remat-budget and has no meaning then; empty if
  /// there is none.
  llvm::StringRef withoutBudget() const;

  /// Refuses an empty budget, an unknown effort, and files of reports that are none.
  llvm::Error check() const;

  /// What is written about the plan; the flags passed `check`.
  ReportFiles reportFiles() const;

  /// What the report must hold.
  ReportOptions reportOptions() const;

  /// Every output path is tried before the work begins: it can be written, and no two outputs, nor
  /// an output and the input, are one file. `outputFile`: the program's own; may be empty, as may
  /// `others`.
  llvm::Error checkOutputs(llvm::StringRef inputFile, llvm::StringRef outputFile,
                           llvm::ArrayRef<llvm::StringRef> others = {}) const;

  /// Puts reports, trade-off and problem where the flags say: into `files`, or on stderr.
  llvm::Error addOutputs(const RematerializeReport &result, rematplan::OutputFiles &files) const;

private:
  std::unique_ptr<llvm::cl::opt<bool>> fuseAttention;
};

/// A command line as a shell takes it.
std::string commandText(int argc, const char *const *argv);

} // namespace mlir::remat

#endif // REMAT_TOOLS_FLAGS_REMATERIALIZEFLAGS_H
