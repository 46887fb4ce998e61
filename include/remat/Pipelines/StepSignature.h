//===- StepSignature.h - The buffers of a compiled step -*- C++ -*-===//
#ifndef REMAT_PIPELINES_STEPSIGNATURE_H
#define REMAT_PIPELINES_STEPSIGNATURE_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <vector>

namespace mlir::remat {

/// What a caller must know of a planned step: its buffers.
struct StepSignature {
  std::vector<RankedTensorType> arguments, results;
  /// As the program's author named them (locations of arguments, JAX's `jax.result_info`); may be
  /// empty.
  std::vector<std::string> argumentNames, resultNames;
  /// Per result: the donated argument whose buffer holds it in the end, or -1.
  std::vector<int64_t> resultArgument;
  int64_t arenaBytes = 0;

  /// Of a function with the attributes of remat-plan-memory.
  static StepSignature of(FunctionOpInterface function);
};

} // namespace mlir::remat

#endif // REMAT_PIPELINES_STEPSIGNATURE_H
