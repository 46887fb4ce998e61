//===- Runner.h - Runs loaded steps and says what came out -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_RUNNER_H
#define REMAT_TOOLS_REMAT_RUN_RUNNER_H

#include "../steps/Compile.h"
#include "Options.h"
#include "Step.h"
#include "Trace.h"
#include "remat/Pipelines/PlanStep.h"

namespace mlir::remat {

/// What one program did.
struct RunResult {
  /// The results, copied out of the buffers that they came in.
  HostValues results;
  double medianSeconds = 0;
  /// One past the highest byte of the arena that was written; -1: not known.
  int64_t touchedBytes = -1;
  int64_t arenaBytes = 0;
  /// Kernels after which the free bytes of the arena were found untouched (--check-arena).
  int64_t guardedKernels = 0;
  /// The kernels of every run; empty without hooks.
  std::vector<std::vector<KernelEvent>> traces;
};

/// Fails if the machine has not the memory that running the step takes; with `compare`, also the
/// one that it came from. A device says itself what it has: of a step that runs there only what the
/// host keeps is counted.
llvm::Error checkMemory(const PlannedStep &planned, StepTarget target, bool compare);

/// Runs steps from the same inputs.
class Runner {
public:
  explicit Runner(const RunOptions &options) : options(options) {}

  /// Draws or reads the inputs.
  llvm::Error prepareInputs(const StepSignature &signature);

  /// Runs each step --repeat times, in turns, so that whatever else the machine does meets all of
  /// them alike. With several rounds the first one is not timed: it meets cold memory and a library
  /// that still prepares its calls.
  llvm::Expected<std::vector<RunResult>> run(llvm::ArrayRef<const LoadedStep *> steps);

  /// Writes the results where --save-outputs says.
  llvm::Error save(const StepSignature &signature, const RunResult &result);

private:
  const RunOptions &options;
  HostValues inputs;
};

void printPlan(llvm::raw_ostream &os, const PlannedStep &planned);
void printLaunches(llvm::raw_ostream &os, const LaunchCounts &launches);
void printTimes(llvm::raw_ostream &os, const PhaseTimes &times);
void printRun(llvm::raw_ostream &os, llvm::StringRef name, const RunResult &result);

/// Holds the bytes of the arena that were alive at each kernel, as measured, against the planner's
/// count. Prints the largest of them, and the first kernel where the two differ. True if they agree
/// everywhere. Kernels in loops and branches are left out. `alignmentBytes`: of the memory plan.
bool printLiveBytes(llvm::raw_ostream &os, const RunResult &result,
                    llvm::ArrayRef<int64_t> predicted, int64_t alignmentBytes);

/// Prints which results differ, and where first. True if all bits are equal.
bool printComparison(llvm::raw_ostream &os, const StepSignature &signature,
                     const RunResult &expected, const RunResult &actual);

/// Prints how far the results lie apart (relativeDistance). True if that is within the tolerance.
bool printDistance(llvm::raw_ostream &os, const StepSignature &signature, const RunResult &expected,
                   const RunResult &actual, double tolerance);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_RUNNER_H
