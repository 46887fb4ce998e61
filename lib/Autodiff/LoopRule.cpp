//===- LoopRule.cpp - The backward of counted loops -----------------------===//
//
// Backward is a loop of as many rounds in the other direction, which carries the cotangents of what
// forward carries. What a round of it reads of the same round of forward is kept in arrays, one
// place per round, which forward carries along (see LoopStacks).
//
//===----------------------------------------------------------------------===//
#include "BuildTensors.h"
#include "CloneBody.h"
#include "LoopRound.h"
#include "Rules.h"
#include "remat/Interfaces/LoopTripCount.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

class LoopBackward {
public:
  LoopBackward(WhileOp loop, int64_t rounds, Cotangents &cotangents)
      : loop(loop), rounds(rounds), cotangents(cotangents), builder(cotangents.builder()),
        slots(loop) {}

  LogicalResult build();

private:
  SmallVector<Value> initialCotangents();
  FailureOr<std::unique_ptr<LoopRound>> settleRound();
  WhileOp extendForward(const LoopRound &round, ArrayRef<Value> kept);
  LogicalResult readForward(LoopRound &round);

  WhileOp loop;
  int64_t rounds;
  Cotangents &cotangents;
  ImplicitLocOpBuilder &builder;
  LoopSlots slots;
};

} // namespace

/// The cotangents behind the last round: those of the loop's results, zero for all else.
SmallVector<Value> LoopBackward::initialCotangents() {
  SmallVector<Value> initial;
  for (unsigned slot : slots.active.set_bits()) {
    Value known = slot < slots.numCarried() ? cotangents.of(loop->getResult(slot)) : Value();
    initial.push_back(known ? known : buildZeros(builder, tensorType(slots.source(slot))));
  }
  return initial;
}

/// Builds a round of backward; where it turns out that more values are varied, or have cotangents,
/// than thought, builds it again.
FailureOr<std::unique_ptr<LoopRound>> LoopBackward::settleRound() {
  while (true) {
    Operation *previous = opBefore(builder);
    auto round = std::make_unique<LoopRound>(builder, loop, rounds, slots, initialCotangents());
    if (failed(round->sweep()))
      return failure();
    if (!round->growSlots(slots))
      return round;
    round.reset();
    eraseUnread(*builder.getInsertionBlock(), previous);
  }
}

/// The forward loop, which also carries the arrays of `kept` and a number of the round.
WhileOp LoopBackward::extendForward(const LoopRound &round, ArrayRef<Value> kept) {
  ImplicitLocOpBuilder forward(loop.getLoc(), loop);
  RankedTensorType counterType = RankedTensorType::get({}, builder.getI32Type());
  SmallVector<Value> operands(loop.getOperand());
  operands.push_back(buildZeros(forward, counterType));
  for (Value value : kept)
    operands.push_back(buildZeros(forward, stackType(value, rounds)));
  auto extended = WhileOp::create(forward, ValueRange(operands).getTypes(), operands);
  SmallVector<Location> locations(operands.size(), loop.getLoc());
  unsigned numCarried = slots.numCarried();

  Block *condition =
      forward.createBlock(&extended.getCond(), {}, extended->getOperandTypes(), locations);
  IRMapping mapping;
  Block &oldCondition = loop.getCond().front();
  mapping.map(oldCondition.getArguments(), condition->getArguments().take_front(numCarried));
  YieldOp::create(forward, cloneBody(forward, oldCondition, mapping, /*isAgain=*/false).results);

  Block *body =
      forward.createBlock(&extended.getBody(), {}, extended->getOperandTypes(), locations);
  SmallVector<Value> yielded = round.cloneForward(forward, body->getArguments(), mapping);
  Value number = body->getArgument(numCarried);
  yielded.push_back(AddOp::create(forward, number, buildSplat(forward, counterType, 1)));
  for (auto [value, stack] : llvm::zip_equal(kept, body->getArguments().drop_front(numCarried + 1)))
    yielded.push_back(buildPush(forward, stack, mapping.lookupOrDefault(value), number));
  YieldOp::create(forward, yielded);
  return extended;
}

/// Lets backward read what it needs of forward.
LogicalResult LoopBackward::readForward(LoopRound &round) {
  SmallVector<Value> kept = round.chooseKept();
  SmallVector<Value> stacks;
  if (!kept.empty()) {
    WhileOp extended = extendForward(round, kept);
    llvm::append_range(stacks, extended.getResults().drop_front(slots.numCarried() + 1));
    loop->replaceAllUsesWith(extended.getResults().take_front(slots.numCarried()));
  }
  return round.finish(kept, stacks);
}

LogicalResult LoopBackward::build() {
  for (unsigned slot = 0; slot < slots.size(); ++slot) {
    bool isCarried = slot < slots.numCarried();
    if (cotangents.isWanted(slots.source(slot)))
      slots.varied.set(slot);
    if (isCarried && cotangents.of(loop->getResult(slot)))
      slots.active.set(slot);
  }
  FailureOr<std::unique_ptr<LoopRound>> round = settleRound();
  if (failed(round) || failed(readForward(**round)))
    return failure();
  ValueRange results = (*round)->results();
  for (auto [slot, result] : llvm::zip_equal(slots.active.set_bits(), results))
    if (slots.varied.test(slot))
      cotangents.add(slots.source(slot), result);
  return success();
}

static LogicalResult whileBackward(WhileOp loop, Cotangents &cotangents) {
  std::optional<int64_t> rounds = whileTripCount(loop);
  if (!rounds)
    return emitError(loop.getLoc(),
                     "'remat.while' cannot be differentiated: how often it runs is not known; "
                     "a counter from one constant to another in steps of a third is expected");
  if (*rounds == 0) {
    for (auto [operand, result] : llvm::zip_equal(loop.getOperand(), loop.getResults()))
      cotangents.add(operand, cotangents.of(result));
    return success();
  }
  return LoopBackward(loop, *rounds, cotangents).build();
}

void mlir::remat::attachLoopRule(MLIRContext &context) {
  WhileOp::attachInterface<FunctionRule<WhileOp, whileBackward>>(context);
}
