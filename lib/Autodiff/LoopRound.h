//===- LoopRound.h - One round of the backward of a loop -*- C++ -*-===//
#ifndef REMAT_LIB_AUTODIFF_LOOPROUND_H
#define REMAT_LIB_AUTODIFF_LOOPROUND_H

#include "LoopStacks.h"
#include "mlir/IR/IRMapping.h"
#include "remat/Autodiff/ReverseSweep.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/BitVector.h"

namespace mlir::remat {

/// What cotangents of a loop may belong to: first what it carries, then what its body reads from
/// outside.
struct LoopSlots {
  explicit LoopSlots(WhileOp loop);

  unsigned numCarried() const { return loop->getNumOperands(); }
  unsigned size() const { return numCarried() + captured.size(); }
  /// The operand, or the value read from outside.
  Value source(unsigned slot) const {
    return slot < numCarried() ? loop->getOperand(slot) : captured[slot - numCarried()];
  }

  WhileOp loop;
  SmallVector<Value> captured;
  /// Slots that depend on what is differentiated, and those that have a cotangent in some round.
  llvm::BitVector varied, active;
};

/// The backward loop, in the making. Its body begins with the ops of a round of forward, which read
/// placeholders for what the round gets; behind them comes their backward.
class LoopRound {
public:
  /// Makes the loop where `builder` stands.
  LoopRound(ImplicitLocOpBuilder &builder, WhileOp forward, int64_t rounds, const LoopSlots &slots,
            ArrayRef<Value> initialCotangents);
  /// Erases the loop unless it was finished.
  ~LoopRound();

  LogicalResult sweep();

  /// Adds the slots that turned out to be varied or to have a cotangent; true if there are any.
  bool growSlots(LoopSlots &grown) const;

  /// What of forward must be kept, as values of this body.
  SmallVector<Value> chooseKept();

  /// Puts a round of forward where `forward` stands, in a body that begins with `arguments`, and
  /// maps the values of this body to it. Returns what the round hands on.
  SmallVector<Value> cloneForward(OpBuilder &forward, ValueRange arguments,
                                  IRMapping &mapping) const;

  /// Reads what is kept from its arrays and erases what of forward is not needed.
  LogicalResult finish(ArrayRef<Value> kept, ArrayRef<Value> stacks);

  /// The cotangents of active slots in front of the first round.
  ValueRange results() { return loop->getResults().drop_front(1); }

private:
  enum class Kind {
    /// The same in every round.
    Invariant,
    /// A scalar integer to which every round adds the same.
    Counter,
    Stateful,
  };

  void classify();
  void buildCondition(int64_t rounds);
  Value counterValue(unsigned position);
  bool isForward(Value value) const;
  void addToSlices();

  WhileOp forward;
  const LoopSlots &slots;
  WhileOp loop;
  ImplicitLocOpBuilder builder;
  SmallVector<Kind> kinds;
  SmallVector<int64_t> steps;
  /// One per carried value: arguments of the body behind its own, as long as it is in the making.
  SmallVector<Value> placeholders;
  /// What a round of forward gets: placeholders and counters.
  SmallVector<Value> received;
  Value index;
  /// The last op before the round of forward, and the op behind it, which reads what it hands on.
  Operation *head = nullptr, *middle = nullptr;
  SmallVector<Value> gradients;
  /// Carried values that the round hands on varied.
  llvm::BitVector handedOnVaried;
  bool isFinished = false;
};

} // namespace mlir::remat

#endif // REMAT_LIB_AUTODIFF_LOOPROUND_H
