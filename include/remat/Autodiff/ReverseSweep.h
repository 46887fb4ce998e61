//===- ReverseSweep.h - Reverse mode over straight-line code -*- C++ -*-===//
#ifndef REMAT_AUTODIFF_REVERSESWEEP_H
#define REMAT_AUTODIFF_REVERSESWEEP_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Location.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace mlir::remat {

/// Reverse mode over a list of ops: from cotangents of some values to those of others. Only ops
/// between the two are looked at, and zero cotangents are never made.
///
///     ReverseSweep sweep(builder, {weights, input});
///     sweep.add(loss, one);
///     if (failed(sweep.run(ops))) …           // an op without a rule: an error at it
///     Value gradient = sweep.of(weights);     // null: zero
///
/// Contributions to one value are summed as soon as they are there, so that at most two of them are
/// alive.
class ReverseSweep {
public:
  /// Backward ops are put where `builder` stands, which must be behind all ops that are swept.
  /// `variables` are the values whose cotangents are asked for.
  ReverseSweep(OpBuilder &builder, ArrayRef<Value> variables);

  /// Adds to the cotangent of a value; null is zero.
  void add(Value value, Value cotangent, Location location);

  /// Builds the backward of `ops`, which are in program order. May be called once.
  LogicalResult run(ArrayRef<Operation *> ops);

  /// The cotangent of a value that no op of the list makes, or null if it is zero.
  Value of(Value value) const { return cotangents.lookup(value); }

  /// True if the value depends on a variable in a differentiable way.
  bool isVaried(Value value) const { return varied.contains(value); }

private:
  class RuleCotangents;

  bool isReached(Operation *op) const;
  void findVaried(ArrayRef<Operation *> ops);
  LogicalResult runRule(Operation *op);

  OpBuilder &builder;
  llvm::DenseSet<Value> varied;
  llvm::DenseMap<Value, Value> cotangents;
};

/// The location of the backward of an op at `forward`: its name is marked as JAX marks it,
/// `transpose(jvp(Model))/layers/0/mul` for `Model/layers/0/mul`, so that layers are found and the
/// boundary between forward and backward is seen.
Location backwardLocation(Location forward);

} // namespace mlir::remat

#endif // REMAT_AUTODIFF_REVERSESWEEP_H
