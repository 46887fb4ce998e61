//===- Options.h - The command line of remat-plan -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_PLAN_OPTIONS_H
#define REMAT_TOOLS_REMAT_PLAN_OPTIONS_H

#include "remat/Planning/Rematerialize.h"
#include <string>

/// What to do with a budget that is not met.
enum class Infeasible {
  /// An error, exit code 2.
  Error,
  /// Take the schedule of the lowest peak, with a warning.
  Best,
};

struct Options {
  /// Empty where buffers are allocated.
  std::string problemPath;
  std::string budget;
  /// Empty: plan.
  std::string judgePath;
  /// Empty: none; `-`: standard output.
  std::string schedulePath;
  /// Empty: a short text on standard output; `-`: text on standard error.
  std::string reportPath;
  rematplan::Order order;
  rematplan::Strategy strategy;
  Infeasible infeasible;
  unsigned effort;
  /// 0: none.
  double timeLimitSeconds;
  /// Print the trade-off of this many budgets instead of planning one; 0: no.
  unsigned paretoPoints;
  /// Write the plan with a proof of its bound there; empty: no.
  std::string certificatePath;
  /// Check this certificate instead of planning; empty: no.
  std::string checkPath;
  /// Not empty: give these buffers offsets instead of planning.
  std::string allocatePath;
  std::optional<int64_t> capacityBytes;
};

/// Reads the command line and checks that the options go together. Prints and exits for `--help`
/// and for what LLVM's command line does not know.
llvm::Expected<Options> readOptions(int argc, char **argv);

#endif // REMAT_TOOLS_REMAT_PLAN_OPTIONS_H
