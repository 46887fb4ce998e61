//===- Options.h - The command line of remat-run -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_OPTIONS_H
#define REMAT_TOOLS_REMAT_RUN_OPTIONS_H

#include "../flags/RematerializeFlags.h"
#include "llvm/Support/CommandLine.h"
#include <string>

namespace mlir::remat {

/// What to print instead of running.
enum class Emit { Nothing, Mlir, Llvm, Object };

struct RunOptions {
  std::string inputFile, outputFile, target, cpu, saveOutputs, profile;
  /// Where inputs are read; empty: they are drawn from `seed`.
  std::string inputFolder;
  uint64_t seed = 0;
  Emit emit = Emit::Nothing;
  unsigned optLevel = 2;
  int64_t repeat = 1, threads = 0;
  bool compare = false, checkArena = false, quiet = false;

  /// The runtime's hooks are wanted.
  bool hooks() const { return compare || checkArena || !profile.empty(); }
};

/// Reads the command line; prints an error and returns nullopt for a bad one.
std::optional<RunOptions> parseOptions(int argc, char **argv);

/// The flags that remat-run shares with remat-opt.
const RematerializeFlags &rematerializeFlags();

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_OPTIONS_H
