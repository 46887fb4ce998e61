//===- LoopRound.cpp - One round of the backward of a loop ----------------===//
#include "LoopRound.h"
#include "BuildTensors.h"
#include "CloneBody.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/Interfaces/AttributeText.h"

using namespace mlir;
using namespace mlir::remat;

LoopSlots::LoopSlots(WhileOp loop) : loop(loop) {
  llvm::SetVector<Value> values;
  getUsedValuesDefinedAbove(loop.getBody(), values);
  llvm::copy_if(values, std::back_inserter(captured), [](Value value) {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && isa<FloatType>(type.getElementType());
  });
  varied.resize(size());
  active.resize(size());
}

/// What each round adds to the scalar integer `argument`.
static std::optional<int64_t> stepOf(Value argument, Value next) {
  auto type = tensorType(argument);
  auto add = next.getDefiningOp<AddOp>();
  if (!add || type.getRank() != 0 || !type.getElementType().isInteger())
    return std::nullopt;
  if (add.getLhs() == argument)
    return readConstant(add.getRhs());
  return add.getRhs() == argument ? readConstant(add.getLhs()) : std::nullopt;
}

void LoopRound::classify() {
  Block &body = forward.getBody().front();
  for (auto [argument, next] : llvm::zip_equal(body.getArguments(), body.back().getOperands())) {
    std::optional<int64_t> step = stepOf(argument, next);
    steps.push_back(step.value_or(0));
    kinds.push_back(argument == next ? Kind::Invariant : step ? Kind::Counter : Kind::Stateful);
  }
}

void LoopRound::buildCondition(int64_t rounds) {
  SmallVector<Location> locations(loop->getNumOperands(), builder.getLoc());
  Block *condition = builder.createBlock(&loop.getCond(), {}, loop->getOperandTypes(), locations);
  Value done = condition->getArgument(0);
  Value limit = buildSplat(builder, tensorType(done), static_cast<double>(rounds));
  YieldOp::create(builder, buildCompare(builder, ComparisonDirection::LT, done, limit));
}

/// The counter in the round of forward that this round belongs to.
Value LoopRound::counterValue(unsigned position) {
  RankedTensorType type = tensorType(forward->getOperand(position));
  Value added = MultiplyOp::create(builder, buildConvert(builder, index, type.getElementType()),
                                   buildSplat(builder, type, static_cast<double>(steps[position])));
  return AddOp::create(builder, forward->getOperand(position), added);
}

LoopRound::LoopRound(ImplicitLocOpBuilder &outer, WhileOp forward, int64_t rounds,
                     const LoopSlots &slots, ArrayRef<Value> initialCotangents)
    : forward(forward), slots(slots), builder(outer) {
  classify();
  SmallVector<Value> operands{buildZeros(builder, RankedTensorType::get({}, builder.getI32Type()))};
  llvm::append_range(operands, initialCotangents);
  loop = WhileOp::create(builder, ValueRange(operands).getTypes(), operands);
  buildCondition(rounds);
  SmallVector<Location> locations(operands.size(), builder.getLoc());
  Block *body = builder.createBlock(&loop.getBody(), {}, loop->getOperandTypes(), locations);
  Value done = body->getArgument(0);
  index = SubtractOp::create(
      builder, buildSplat(builder, tensorType(done), static_cast<double>(rounds - 1)), done);
  for (auto [position, type] : llvm::enumerate(forward->getOperandTypes())) {
    Value placeholder = body->addArgument(type, forward.getLoc());
    placeholders.push_back(placeholder);
    received.push_back(kinds[position] == Kind::Counter ? counterValue(position) : placeholder);
  }
  head = opBefore(builder);
}

LoopRound::~LoopRound() {
  if (isFinished)
    return;
  loop->erase();
}

LogicalResult LoopRound::sweep() {
  IRMapping mapping;
  mapping.map(forward.getBody().front().getArguments(), received);
  BodyClone round = cloneBody(builder, forward.getBody().front(), mapping, /*isAgain=*/false);
  middle = BarrierOp::create(builder, round.results);

  SmallVector<Value> ofSlot(received), variables;
  llvm::append_range(ofSlot, slots.captured);
  for (unsigned slot : slots.varied.set_bits())
    variables.push_back(ofSlot[slot]);
  ReverseSweep sweep(builder, variables);
  for (auto [slot, cotangent] : llvm::zip_equal(
           slots.active.set_bits(), loop.getBody().getArguments().slice(1, slots.active.count())))
    sweep.add(slot < slots.numCarried() ? round.results[slot] : ofSlot[slot], cotangent,
              builder.getLoc());
  if (failed(sweep.run(round.ops)))
    return failure();
  gradients.resize(slots.size());
  for (unsigned slot : slots.varied.set_bits())
    gradients[slot] = sweep.of(ofSlot[slot]);
  handedOnVaried.resize(slots.numCarried());
  for (auto [slot, value] : llvm::enumerate(round.results))
    handedOnVaried[slot] = sweep.isVaried(value);
  return success();
}

bool LoopRound::growSlots(LoopSlots &grown) const {
  llvm::BitVector varied = slots.varied, active = slots.active;
  for (unsigned slot : handedOnVaried.set_bits())
    varied.set(slot);
  for (unsigned slot = 0; slot < slots.size(); ++slot)
    if (gradients[slot])
      active.set(slot);
  bool isMore = varied != slots.varied || active != slots.active;
  grown.varied = std::move(varied);
  grown.active = std::move(active);
  return isMore;
}

/// `sum + (zeros with part at place)` adds at the place alone: a round adds to its own slice of the
/// cotangent of an array, not to all of it.
void LoopRound::addToSlices() {
  SmallVector<AddOp> sums;
  for (auto it = std::next(middle->getIterator()); it != middle->getBlock()->end(); ++it)
    if (auto sum = dyn_cast<AddOp>(*it))
      sums.push_back(sum);
  for (AddOp sum : sums)
    for (auto [part, other] :
         {std::pair(sum.getRhs(), sum.getLhs()), std::pair(sum.getLhs(), sum.getRhs())}) {
      auto update = part.getDefiningOp<DynamicUpdateSliceOp>();
      if (!update || !update->hasOneUse() || splatNumber(update.getOperand()) != 0.0)
        continue;
      ImplicitLocOpBuilder here(sum.getLoc(), sum);
      RankedTensorType type = tensorType(update.getUpdate());
      Value slice =
          DynamicSliceOp::create(here, type, other, update.getStartIndices(), type.getShape());
      Value added = AddOp::create(here, slice, update.getUpdate());
      Value whole =
          DynamicUpdateSliceOp::create(here, sum.getType(), other, added, update.getStartIndices());
      sum.getResult().replaceAllUsesWith(whole);
      sum.erase();
      update.erase();
      break;
    }
}

/// True for what a round of forward gets or computes.
bool LoopRound::isForward(Value value) const {
  if (llvm::is_contained(placeholders, value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && op->getBlock() == middle->getBlock() && op->isBeforeInBlock(middle);
}

SmallVector<Value> LoopRound::chooseKept() {
  Block &body = loop.getBody().front();
  SmallVector<Value> yielded{AddOp::create(
      builder, body.getArgument(0), buildSplat(builder, tensorType(body.getArgument(0)), 1))};
  for (unsigned slot : slots.active.set_bits())
    yielded.push_back(gradients[slot] ? gradients[slot]
                                      : buildZeros(builder, tensorType(slots.source(slot))));
  YieldOp::create(builder, yielded);
  addToSlices();
  eraseUnread(body, head, {middle->getResult(0)});

  SmallVector<Value> stateful;
  for (auto [kind, value] : llvm::zip_equal(kinds, received))
    if (kind == Kind::Stateful)
      stateful.push_back(value);
  LoopStacks stacks(body, stateful);
  for (auto it = std::next(middle->getIterator()); it != body.end(); ++it)
    it->walk([&](Operation *op) {
      for (Value operand : op->getOperands())
        if (isForward(operand))
          stacks.need(operand);
    });
  return llvm::to_vector(stacks.kept());
}

SmallVector<Value> LoopRound::cloneForward(OpBuilder &target, ValueRange arguments,
                                           IRMapping &mapping) const {
  for (auto [own, argument] : llvm::zip(received, arguments))
    mapping.map(own, argument);
  for (auto it = std::next(head->getIterator()); &*it != middle; ++it)
    target.clone(*it, mapping);
  SmallVector<Value> handedOn;
  for (Value value : middle->getOperands())
    handedOn.push_back(mapping.lookupOrDefault(value));
  return handedOn;
}

LogicalResult LoopRound::finish(ArrayRef<Value> kept, ArrayRef<Value> stacks) {
  builder.setInsertionPointAfter(head);
  for (auto [value, stack] : llvm::zip_equal(kept, stacks))
    Value(value).replaceAllUsesWith(buildRead(builder, stack, index));
  middle->erase();
  middle = nullptr;
  eraseUnread(loop.getBody().front(), nullptr);
  for (auto [kind, placeholder, operand] :
       llvm::zip_equal(kinds, placeholders, forward.getOperand())) {
    if (kind == Kind::Invariant)
      placeholder.replaceAllUsesWith(operand);
    if (!placeholder.use_empty())
      return emitError(forward.getLoc(),
                       "'remat.while' cannot be differentiated: an op in its body has an "
                       "effect, so that it must not run again in backward");
  }
  loop.getBody().front().eraseArguments(loop->getNumOperands(), placeholders.size());
  isFinished = true;
  return success();
}
