//===- DifferentiableOpInterface.h - How an op is differentiated -*- C++ -*-===//
#ifndef REMAT_INTERFACES_DIFFERENTIABLEOPINTERFACE_H
#define REMAT_INTERFACES_DIFFERENTIABLEOPINTERFACE_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/OpDefinition.h"

namespace mlir::remat {

/// What a rule works with: the cotangents that are known so far. The cotangent of a value has the
/// value's type; of a sum's operand, for example, it is the cotangent of the sum.
///
/// An op with regions plugs in through the same interface:
/// * What its regions read from outside counts as an operand: ask `isWanted(value)` and `add` to
///   it.
/// * A region that runs once (a branch, a checkpoint) is cloned to where `builder()` stands and
///   differentiated there by a sweep of its own (remat/Autodiff/ReverseSweep.h), whose variables
///   are the clones' inputs that are wanted here.
/// * A region that runs often needs what its iterations saved. Its rule puts an op that returns
///   more results in the place of the old one: create it before the old one, replace all uses, and
///   leave the old one there. It has no readers then and is erased at the end. A rule must not
///   erase it itself, because the sweep knows its results by address.
class Cotangents {
public:
  virtual ~Cotangents() = default;

  /// Builds at the end of the backward so far, at a location that says so.
  ImplicitLocOpBuilder &builder() { return opBuilder; }

  /// The cotangent of a result of the op, or null if it is zero.
  virtual Value of(Value result) = 0;

  /// True if a cotangent of `value`, an operand or a value that a region reads, has to be made.
  virtual bool isWanted(Value value) = 0;

  /// Adds to the cotangent of `value`. Nothing happens where it is not wanted, or null is added.
  virtual void add(Value value, Value cotangent) = 0;

protected:
  explicit Cotangents(ImplicitLocOpBuilder builder) : opBuilder(std::move(builder)) {}

private:
  ImplicitLocOpBuilder opBuilder;
};

} // namespace mlir::remat

#include "remat/Interfaces/DifferentiableOpInterface.h.inc"

#endif // REMAT_INTERFACES_DIFFERENTIABLEOPINTERFACE_H
