//===- LoopStacks.h - What backward of a loop reads of each round -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_LOOPSTACKS_H
#define REMAT_LIB_AUTODIFF_LOOPSTACKS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SetVector.h"

namespace mlir::remat {

/// Chooses what of a round of forward is kept for the same round of backward. Values that follow
/// from what does not change and from counters by moving elements only (slices of weights, masks
/// of positions) are made again; of a value that is another form of a smaller one, the smaller one
/// is kept; everything else that backward reads is kept as it is.
class LoopStacks {
public:
  /// `stateful`: the values that a round takes over from the one before, counters left out; they
  /// are kept where they are read. Values that are neither of `block` nor stateful are at hand.
  LoopStacks(Block &block, ArrayRef<Value> stateful)
      : block(block), stateful(stateful.begin(), stateful.end()) {}

  /// Chooses for a value that backward reads.
  void need(Value value);

  /// What is kept, in the order in which it was asked for.
  ArrayRef<Value> kept() const { return chosen.getArrayRef(); }

private:
  bool isAtHand(Value value);

  Block &block;
  llvm::DenseSet<Value> stateful;
  llvm::SetVector<Value> chosen;
  llvm::DenseMap<Value, bool> atHand;
};

/// An array of `rounds` values of the type of `value`.
RankedTensorType stackType(Value value, int64_t rounds);

/// The array with `value` at place `round`, a scalar of i32.
Value buildPush(ImplicitLocOpBuilder &builder, Value stack, Value value, Value round);

/// What is at place `round` of the array.
Value buildRead(ImplicitLocOpBuilder &builder, Value stack, Value round);

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_LOOPSTACKS_H
