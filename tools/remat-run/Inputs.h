//===- Inputs.h - Arguments of a run, and where its results go -*- C++ -*-===//
#ifndef REMAT_TOOLS_REMAT_RUN_INPUTS_H
#define REMAT_TOOLS_REMAT_RUN_INPUTS_H

#include "Step.h"

namespace mlir::remat {

/// Ranges of random arguments. Deep steps overflow from larger numbers, and integers are mostly
/// indices and labels.
struct RandomInputs {
  uint64_t seed = 0;
  /// Also negative floats; programs that take roots or logarithms of arguments need false.
  bool isSigned = true;
  uint32_t integerLimit = 4;
};

/// Draws arguments as Python does with `numpy.random.default_rng(seed)`, one after the other:
/// floats `uniform(-0.1, 0.1)`, or `uniform(0.01, 0.1)` if unsigned and for optax's second moments
/// (named `….nu[…`), which are never negative; integers `integers(0, 4)`, i1 `integers(0, 2)`.
llvm::Expected<HostValues> drawInputs(const StepSignature &signature, const RandomInputs &random);

/// Reads in_000.npy, in_001.npy, … of a folder.
llvm::Expected<HostValues> readInputs(const StepSignature &signature, llvm::StringRef folder);

/// Writes out_000.npy, out_001.npy, … into a folder, which is made if there is none, and
/// manifest.json, which names the element types of arguments and results.
llvm::Error saveOutputs(const StepSignature &signature, const HostValues &results,
                        llvm::StringRef folder);

} // namespace mlir::remat

#endif // REMAT_TOOLS_REMAT_RUN_INPUTS_H
