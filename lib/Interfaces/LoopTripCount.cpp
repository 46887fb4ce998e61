//===- LoopTripCount.cpp - How often a while loop runs --------------------===//
#include "remat/Interfaces/LoopTripCount.h"
#include "remat/Interfaces/AttributeText.h"
#include "remat/Interfaces/TensorOpset.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

namespace {
enum class Direction { Below, BelowOrEqual, Above, AboveOrEqual, NotEqual };

/// The two bodies of a loop.
struct Loop {
  Operation *op;
  Block *condition;
  Block *body;
};
} // namespace

static std::optional<Loop> asLoop(Operation *op) {
  if (op->getNumRegions() != 2 || !op->getRegion(0).hasOneBlock() ||
      !op->getRegion(1).hasOneBlock())
    return std::nullopt;
  Loop loop{op, &op->getRegion(0).front(), &op->getRegion(1).front()};
  unsigned carried = op->getNumOperands();
  if (loop.condition->empty() || loop.body->empty() ||
      loop.condition->back().getNumOperands() != 1 ||
      loop.body->back().getNumOperands() != carried ||
      loop.condition->getNumArguments() != carried || loop.body->getNumArguments() != carried)
    return std::nullopt;
  return loop;
}

/// The position of a carried value, seen from one of the two bodies.
static std::optional<unsigned> carriedPosition(Value value, Block *block) {
  auto argument = dyn_cast<BlockArgument>(value);
  if (!argument || argument.getOwner() != block)
    return std::nullopt;
  return argument.getArgNumber();
}

/// The number that a constant is, also where a rewritten program reads it behind barriers.
static std::optional<int64_t> constantNumber(Value value) {
  while (auto result = dyn_cast<OpResult>(value)) {
    Operation *op = result.getOwner();
    if (tensorOpGroup(op->getName().getStringRef()) != TensorOpGroup::Barrier ||
        op->getNumOperands() != op->getNumResults())
      break;
    value = op->getOperand(result.getResultNumber());
  }
  return readConstant(value);
}

/// A number that is the same in every round: a constant, or carried unchanged from one.
static std::optional<int64_t> invariant(const Loop &loop, Value value, Block *seenFrom) {
  std::optional<unsigned> position = carriedPosition(value, seenFrom);
  if (!position)
    return constantNumber(value);
  if (loop.body->back().getOperand(*position) != loop.body->getArgument(*position))
    return std::nullopt;
  return constantNumber(loop.op->getOperand(*position));
}

/// What one round adds to the carried value at `position`.
static std::optional<int64_t> stepOf(const Loop &loop, unsigned position) {
  Operation *next = loop.body->back().getOperand(position).getDefiningOp();
  if (!next || next->getNumOperands() != 2)
    return std::nullopt;
  Value counter = loop.body->getArgument(position);
  StringRef name = next->getName().getStringRef();
  Value lhs = next->getOperand(0), rhs = next->getOperand(1);
  if (name.ends_with(".add") && lhs == counter)
    return invariant(loop, rhs, loop.body);
  if (name.ends_with(".add") && rhs == counter)
    return invariant(loop, lhs, loop.body);
  if (!name.ends_with(".subtract") || lhs != counter)
    return std::nullopt;
  std::optional<int64_t> taken = invariant(loop, rhs, loop.body);
  int64_t step;
  if (!taken || llvm::SubOverflow(int64_t(0), *taken, step))
    return std::nullopt;
  return step;
}

/// The direction of a compare op, `counter` on its left side.
static std::optional<Direction> directionOf(Operation *compare, bool counterIsLeft) {
  std::string text = attributeText(compare, "comparison_direction");
  // `comparison_direction LT`, or `#stablehlo<comparison_direction LT>` of a registered dialect.
  StringRef word = lastWord(text);
  auto left = llvm::StringSwitch<std::optional<Direction>>(word)
                  .Case("LT", Direction::Below)
                  .Case("LE", Direction::BelowOrEqual)
                  .Case("GT", Direction::Above)
                  .Case("GE", Direction::AboveOrEqual)
                  .Case("NE", Direction::NotEqual)
                  .Default(std::nullopt);
  if (!left || counterIsLeft)
    return left;
  switch (*left) {
  case Direction::Below:
    return Direction::Above;
  case Direction::BelowOrEqual:
    return Direction::AboveOrEqual;
  case Direction::Above:
    return Direction::Below;
  case Direction::AboveOrEqual:
    return Direction::BelowOrEqual;
  case Direction::NotEqual:
    return Direction::NotEqual;
  }
  llvm_unreachable("all directions are handled");
}

/// Rounds of `for (i = begin; i <direction> end; i += step)`.
static std::optional<int64_t> countRounds(int64_t begin, int64_t end, int64_t step,
                                          Direction direction) {
  int64_t distance;
  if (step == 0 || step == std::numeric_limits<int64_t>::min() ||
      llvm::SubOverflow(end, begin, distance) || distance == std::numeric_limits<int64_t>::min())
    return std::nullopt;
  if (direction == Direction::NotEqual)
    return distance % step == 0 && distance / step >= 0 ? std::optional(distance / step)
                                                        : std::nullopt;
  bool upwards = direction == Direction::Below || direction == Direction::BelowOrEqual;
  if (!upwards) {
    distance = -distance;
    step = -step;
  }
  bool includesEnd = direction == Direction::BelowOrEqual || direction == Direction::AboveOrEqual;
  if (includesEnd && llvm::AddOverflow(distance, int64_t(1), distance))
    return std::nullopt;
  if (distance <= 0)
    return 0;
  if (step < 0) // away from the limit
    return std::nullopt;
  return (distance - 1) / step + 1;
}

std::optional<int64_t> mlir::remat::whileTripCount(Operation *op) {
  std::optional<Loop> loop = asLoop(op);
  if (!loop)
    return std::nullopt;
  Operation *compare = loop->condition->back().getOperand(0).getDefiningOp();
  if (!compare || !compare->getName().getStringRef().ends_with(".compare") ||
      compare->getNumOperands() != 2)
    return std::nullopt;
  // The side that the body changes is the counter.
  for (bool counterIsLeft : {true, false}) {
    Value counter = compare->getOperand(counterIsLeft ? 0 : 1);
    Value limit = compare->getOperand(counterIsLeft ? 1 : 0);
    std::optional<unsigned> position = carriedPosition(counter, loop->condition);
    std::optional<int64_t> step = position ? stepOf(*loop, *position) : std::nullopt;
    if (!step)
      continue;
    std::optional<int64_t> begin = constantNumber(loop->op->getOperand(*position));
    std::optional<int64_t> end = invariant(*loop, limit, loop->condition);
    std::optional<Direction> direction = directionOf(compare, counterIsLeft);
    if (!begin || !end || !direction)
      return std::nullopt;
    return countRounds(*begin, *end, *step, *direction);
  }
  return std::nullopt;
}
