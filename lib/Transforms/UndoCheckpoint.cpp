//===- UndoCheckpoint.cpp - Undo recomputations that a program came with --===//
//
// jax.checkpoint writes a region's forward ops a second time, on operands that went through a
// barrier together with the incoming gradient. Value numbering that looks through barriers finds
// those repetitions again. It numbers all ops, since repeated constants are operands of
// repetitions, but merges only what a barrier kept apart: the rest of the program is the user's.
//
//===----------------------------------------------------------------------===//
#include "remat/Transforms/UndoCheckpoint.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/IR/SymbolTable.h"
#include "remat/Interfaces/RecomputableOpInterface.h"
#include "remat/Interfaces/TensorOpKnowledge.h"
#include "remat/Transforms/EntryFunction.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/Passes.h"
#include "llvm/ADT/SetVector.h"
#include <unordered_map>

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_UNDOCHECKPOINTPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {

class CheckpointUndoer {
public:
  explicit CheckpointUndoer(Block &block) : block(block) {}

  UndoneCheckpoints run() {
    for (Operation &op : block.without_terminator())
      number(&op);
    for (auto &[repetition, original] : merged) {
      for (auto [from, to] : llvm::zip(repetition->getResults(), original->getResults()))
        from.replaceAllUsesWith(to);
      noteOperands(repetition);
      repetition->erase();
    }
    for (Operation *barrier : opened) {
      for (auto [result, operand] : llvm::zip(barrier->getResults(), barrier->getOperands()))
        result.replaceAllUsesWith(operand);
      noteOperands(barrier);
      barrier->erase();
    }
    eraseUnread();
    return {merged.size(), opened.size()};
  }

private:
  /// The value that `value` is without barriers and repetitions.
  Value origin(Value value) const {
    auto it = origins.find(value);
    return it == origins.end() ? value : it->second;
  }

  void number(Operation *op) {
    const OpKnowledge known = getOpKnowledge(op);
    if (known.kind == KernelKind::Barrier && op->getNumResults() == op->getNumOperands()) {
      for (auto [result, operand] : llvm::zip(op->getResults(), op->getOperands()))
        origins[result] = origin(operand);
      return;
    }
    if (isIdentity(op)) {
      origins[op->getResult(0)] = origin(op->getOperand(0));
      return;
    }
    if (!known.recomputable || op->getNumResults() == 0)
      return;
    SmallVector<Operation *, 1> &alike = numbered[hash(op)];
    for (Operation *earlier : alike) {
      if (!isRepetition(op, earlier))
        continue;
      for (auto [result, other] : llvm::zip(op->getResults(), earlier->getResults()))
        origins[result] = origin(other);
      if (standsBehindBarrier(op))
        merged.emplace_back(op, earlier);
      return;
    }
    alike.push_back(op);
  }

  /// What a repetition reads differs from what its original reads only by barriers and by other
  /// repetitions. The barriers that it reads from are taken out.
  bool standsBehindBarrier(Operation *op) {
    bool isBehind = false;
    for (Value operand : op->getOperands()) {
      Operation *producer = operand.getDefiningOp();
      if (!producer || origin(operand) == operand)
        continue;
      if (getOpKnowledge(producer).kind == KernelKind::Barrier)
        opened.insert(producer);
      else if (!behind.contains(producer))
        continue;
      isBehind = true;
    }
    if (isBehind)
      behind.insert(op);
    return isBehind;
  }

  llvm::hash_code hash(Operation *op) const {
    return OperationEquivalence::computeHash(
        op, [&](Value value) { return hash_value(origin(value)); },
        OperationEquivalence::ignoreHashValue, OperationEquivalence::IgnoreLocations);
  }

  bool isRepetition(Operation *op, Operation *earlier) const {
    // What the two make inside of their regions.
    llvm::DenseMap<Value, Value> inside;
    return OperationEquivalence::isEquivalentTo(
        op, earlier,
        [&](Value a, Value b) { return success(origin(a) == origin(b) || inside.lookup(a) == b); },
        [&](Value a, Value b) { inside[a] = b; }, OperationEquivalence::IgnoreLocations);
  }

  void noteOperands(Operation *op) {
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        maybeUnread.insert(producer);
  }

  /// Erases ops that only erased ones read.
  void eraseUnread() {
    for (auto &[repetition, original] : merged)
      maybeUnread.remove(repetition);
    for (Operation *barrier : opened)
      maybeUnread.remove(barrier);
    while (!maybeUnread.empty()) {
      Operation *op = maybeUnread.pop_back_val();
      if (!op->use_empty() || !getOpKnowledge(op).recomputable)
        continue;
      noteOperands(op);
      op->erase();
    }
  }

  Block &block;
  llvm::DenseMap<Value, Value> origins;
  std::unordered_map<size_t, SmallVector<Operation *, 1>> numbered;
  std::vector<std::pair<Operation *, Operation *>> merged;
  llvm::DenseSet<Operation *> behind;
  llvm::SetVector<Operation *> opened, maybeUnread;
};

struct UndoCheckpointPass : remat::impl::UndoCheckpointPassBase<UndoCheckpointPass> {
  using UndoCheckpointPassBase::UndoCheckpointPassBase;
  void runOnOperation() override;
};

} // namespace

UndoneCheckpoints mlir::remat::undoCheckpoints(FunctionOpInterface function) {
  return CheckpointUndoer(function.getFunctionBody().front()).run();
}

void UndoCheckpointPass::runOnOperation() {
  FailureOr<FunctionOpInterface> function = findEntryFunction(getOperation(), entry);
  if (failed(function))
    return signalPassFailure();
  SymbolTable symbols(getOperation());
  if (failed(inlineCalls(*function, symbols)))
    return signalPassFailure();
  undoCheckpoints(*function);
}
