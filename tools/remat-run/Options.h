//===- Options.h - The command line of remat-run -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_OPTIONS_H
#define REMAT_TOOLS_REMAT_RUN_OPTIONS_H

#include "../flags/RematerializeFlags.h"
#include "../steps/TargetFlags.h"
#include "llvm/Support/CommandLine.h"
#include <string>

namespace mlir::remat {

/// What to print instead of running.
enum class Emit { Nothing, Mlir, Llvm, Object };

struct RunOptions {
  std::string inputFile, outputFile, cpu, saveOutputs, profile;
  /// Where inputs are read; empty: they are drawn from `seed`.
  std::string inputFolder;
  uint64_t seed = 0;
  Emit emit = Emit::Nothing;
  unsigned optLevel = 2;
  int64_t repeat = 1, threads = 0;
  /// Of the CUDA devices of this machine.
  int32_t device = 0;
  bool compare = false, checkArena = false, cudaGraph = false, quiet = false;
  /// Also run on the CPU, and compare within `tolerance`.
  bool compareCpu = false;
  double tolerance = 0;

  /// The runtime's hooks are wanted.
  bool hooks() const { return compare || looksAtKernels(); }
  /// Also on a device, which then launches each kernel alone.
  bool looksAtKernels() const { return checkArena || !profile.empty(); }
};

/// Reads the command line; prints an error and returns nullopt for a bad one.
std::optional<RunOptions> parseOptions(int argc, char **argv);

/// The flags that remat-run shares with remat-opt and with remat-compile.
const RematerializeFlags &rematerializeFlags();
const TargetFlags &targetFlags();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_OPTIONS_H
