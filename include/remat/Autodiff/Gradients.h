//===- Gradients.h - Gradients of a function's loss -*- C++ -*-===//
#ifndef REMAT_AUTODIFF_GRADIENTS_H
#define REMAT_AUTODIFF_GRADIENTS_H

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::remat {

/// Builds, at the end of a function of one block, the gradients of its first result with respect to
/// the arguments `wrt`. The loss must be a float of rank 0, and the arguments float tensors; else
/// there is an error at the function. The function's results stay what they are.
FailureOr<SmallVector<Value>> buildGradients(FunctionOpInterface function, ArrayRef<unsigned> wrt);

/// Lets each of the backward `ops` repeat small forward values itself where it reads a broadcast of
/// forward, which is not kept then.
void remakeBroadcasts(ArrayRef<Operation *> ops);

/// Erases the ops that have no effect and whose results nobody reads.
void eraseDeadOps(Block &block);

/// An optimizer and its numbers; remat/Autodiff/Passes.td says what each does.
struct OptimizerOptions {
  enum class Kind { Sgd, Momentum, AdamW } kind = Kind::Sgd;
  double learningRate = 1e-3, momentum = 0.9, beta1 = 0.9, beta2 = 0.999, eps = 1e-8,
         weightDecay = 0;
};

/// Appends results to the function: `values`, with names (`jax.result_info`) where these are not
/// empty.
void appendResults(FunctionOpInterface function, ValueRange values, ArrayRef<std::string> names);

/// Makes a training step of the function: appends the arguments `wrt`, updated by their gradients,
/// and the optimizer's state to its results, and the state to its arguments. Both are donated. An
/// error if one of the arguments is donated already.
LogicalResult appendOptimizer(FunctionOpInterface function, ArrayRef<unsigned> wrt,
                              ArrayRef<Value> gradients, const OptimizerOptions &options);

} // namespace mlir::remat

#endif // REMAT_AUTODIFF_GRADIENTS_H
