//===- MatchAttentionGradient.cpp - The gradient of attention -------------===//
//
// What JAX makes of softmax(x) = e / l, with e = exp(x - largest) and l the row sums of e: the
// gradient of x is (g / l - sum(g * e / l²)) * e, where g is the gradient of the softmax.
//
//===----------------------------------------------------------------------===//
#include "MatchAttention.h"

using namespace mlir;
using namespace mlir::remat;

static Value throughConverts(Value value) {
  while (auto convert = value.getDefiningOp<ConvertOp>())
    value = convert.getOperand();
  return value;
}

/// Numbers of rows: through broadcasts, reshapes, and sums over dimensions of size 1.
static Value rowNumbers(Value value) {
  while (true) {
    value = broadcastSource(value).value;
    auto reduce = value.getDefiningOp<ReduceOp>();
    if (!reduce || reduce.getInputs().size() != 1)
      return value;
    auto type = cast<RankedTensorType>(reduce.getInputs()[0].getType());
    bool isTrivial = llvm::all_of(reduce.getDimensions(),
                                  [&](int64_t dim) { return type.getDimSize(dim) == 1; });
    if (!isTrivial || splatElement(reduce.getInitValues()[0]) != 0.0)
      return value;
    value = reduce.getInputs()[0];
  }
}

namespace {

class GradientMatcher {
public:
  explicit GradientMatcher(AttentionMatch &match) : match(match) {}
  bool run();

private:
  bool readScoresGradient(MultiplyOp op);
  bool isRowTerm(Value value, Value softmaxGradient);
  bool isInverseSquare(Value value);
  bool isDropoutMultiplier(Value value);
  bool readSoftmaxGradient(Value gradient);
  bool readProducts(Value scoresGradient);
  Value otherFactor(Operation *op, Value factor) {
    return op->getOperand(op->getOperand(0) == factor ? 1 : 0);
  }

  AttentionMatch &match;
};

} // namespace

/// 1 / l².
bool GradientMatcher::isInverseSquare(Value value) {
  auto divide = rowNumbers(value).getDefiningOp<DivideOp>();
  if (!divide || splatElement(divide.getLhs()) != 1.0)
    return false;
  auto square = rowNumbers(divide.getRhs()).getDefiningOp<MultiplyOp>();
  return square && rowNumbers(square.getLhs()) == match.sums &&
         rowNumbers(square.getRhs()) == match.sums;
}

/// -sum(g * e / l²) along rows.
bool GradientMatcher::isRowTerm(Value value, Value softmaxGradient) {
  auto negate = rowNumbers(value).getDefiningOp<NegateOp>();
  auto reduce = negate ? rowNumbers(negate.getOperand()).getDefiningOp<ReduceOp>() : ReduceOp();
  if (!reduce || reduce.getInputs().size() != 1 || reduce.getDimensions() != ArrayRef<int64_t>{3} ||
      !isa_and_nonnull<AddOp>(
          reduce.getBody().front().getTerminator()->getOperand(0).getDefiningOp()))
    return false;
  // The product of the three, in any order.
  SmallVector<Value> factors{reduce.getInputs()[0]};
  bool hasGradient = false, hasExponentials = false, hasSquare = false;
  while (!factors.empty()) {
    Value factor = factors.pop_back_val();
    if (factor == softmaxGradient && !hasGradient) {
      hasGradient = true;
    } else if (factor == match.exponentials.getResult() && !hasExponentials) {
      hasExponentials = true;
    } else if (!hasSquare && isInverseSquare(factor)) {
      hasSquare = true;
    } else if (auto product = factor.getDefiningOp<MultiplyOp>()) {
      factors.push_back(product.getLhs());
      factors.push_back(product.getRhs());
    } else {
      return false;
    }
  }
  return hasGradient && hasExponentials && hasSquare;
}

bool GradientMatcher::isDropoutMultiplier(Value value) {
  if (!match.dropout)
    return false;
  BroadcastSource source = broadcastSource(value);
  if (source.dims != match.dropout->dims)
    return false;
  if (source.value == match.dropout->value)
    return true;
  // Bits that were converted and divided.
  auto divide = source.value.getDefiningOp<DivideOp>();
  auto convert = divide ? divide.getLhs().getDefiningOp<ConvertOp>() : ConvertOp();
  return convert && convert.getOperand() == match.dropout->value;
}

/// From the softmax's gradient down to the product of the result's gradient and the values.
bool GradientMatcher::readSoftmaxGradient(Value gradient) {
  bool needsMultiplier = static_cast<bool>(match.dropout);
  double factor = 1;
  while (true) {
    gradient = throughConverts(gradient);
    Operation *op = gradient.getDefiningOp();
    if (auto dot = dyn_cast_or_null<DotGeneralOp>(op)) {
      match.weightsGradient = dot;
      break;
    }
    if (auto select = dyn_cast_or_null<SelectOp>(op)) {
      if (!needsMultiplier || splatElement(select.getOnFalse()) != 0.0 ||
          !isDropoutMultiplier(select.getPred()))
        return false;
      needsMultiplier = false;
      gradient = select.getOnTrue();
      continue;
    }
    if (!isa_and_nonnull<MultiplyOp, DivideOp>(op))
      return false;
    if (std::optional<double> number = splatElement(op->getOperand(1))) {
      factor *= isa<MultiplyOp>(op) ? *number : 1 / *number;
      gradient = op->getOperand(0);
    } else if (isa<MultiplyOp>(op) && needsMultiplier) {
      unsigned other = isDropoutMultiplier(op->getOperand(1)) ? 0 : 1;
      if (!isDropoutMultiplier(op->getOperand(1 - other)))
        return false;
      // Bits were divided in the multiplier itself.
      bool isDivided = broadcastSource(op->getOperand(1 - other)).value != match.dropout->value;
      factor *= isDivided ? match.dropoutFactor : 1;
      needsMultiplier = false;
      gradient = op->getOperand(other);
    } else {
      return false;
    }
  }
  return !needsMultiplier && std::abs(factor - match.dropoutFactor) <= 1e-6 * std::abs(factor);
}

bool GradientMatcher::readScoresGradient(MultiplyOp op) {
  Value e = match.exponentials.getResult();
  auto sum = otherFactor(op, e).getDefiningOp<AddOp>();
  if (!sum)
    return false;
  for (unsigned first : {0u, 1u}) {
    auto quotient = sum->getOperand(first).getDefiningOp<DivideOp>();
    std::optional<Value> rows = quotient ? rowSource(quotient.getRhs()) : std::nullopt;
    if (!rows || rowNumbers(*rows) != match.sums)
      continue;
    Value softmaxGradient = quotient.getLhs();
    if (isRowTerm(sum->getOperand(1 - first), softmaxGradient))
      return readSoftmaxGradient(softmaxGradient) && readProducts(op.getResult());
  }
  return false;
}

/// Forward from the gradient of the softmax's argument to the products that are the results.
bool GradientMatcher::readProducts(Value scoresGradient) {
  double scale = 1;
  bool needsMask = static_cast<bool>(match.mask);
  while (true) {
    SmallVector<Operation *> users(scoresGradient.getUsers());
    if (llvm::all_of(users, llvm::IsaPred<DotGeneralOp>))
      break;
    if (users.size() != 1)
      return false;
    Operation *user = users[0];
    if (auto select = dyn_cast<SelectOp>(user)) {
      BroadcastSource mask = broadcastSource(select.getPred());
      if (!needsMask || select.getOnTrue() != scoresGradient ||
          splatElement(select.getOnFalse()) != 0.0 || mask.dims != match.mask->dims ||
          !areComputedAlike(mask.value, match.mask->value))
        return false;
      needsMask = false;
    } else if (isa<MultiplyOp, DivideOp>(user)) {
      std::optional<double> number = splatElement(otherFactor(user, scoresGradient));
      if (!number || (isa<DivideOp>(user) && user->getOperand(0) != scoresGradient))
        return false;
      scale *= isa<MultiplyOp>(user) ? *number : 1 / *number;
    } else if (!isa<ConvertOp>(user)) {
      return false;
    }
    scoresGradient = user->getResult(0);
  }
  if (std::abs(scale - match.scale) > 1e-6 * std::abs(scale))
    return false;
  for (Operation *user : scoresGradient.getUsers()) {
    auto dot = cast<DotGeneralOp>(user);
    bool isLhs = dot.getLhs() == scoresGradient;
    Value other = dot->getOperand(isLhs ? 1 : 0);
    std::optional<DimLetters> keys = letterOther(dot, isLhs, "bhts", 's', 'd');
    std::optional<DimLetters> queries = letterOther(dot, isLhs, "bhts", 't', 'd');
    if (keys == match.letters('s', 'd') && other == match.key && !match.queryGradient)
      match.queryGradient = dot;
    else if (queries == match.letters('t', 'd') && other == match.query && !match.keyGradient)
      match.keyGradient = dot;
    else
      return false;
  }
  return match.queryGradient && match.keyGradient;
}

bool GradientMatcher::run() {
  bool isFound = false;
  for (Operation *user : match.exponentials->getUsers())
    if (auto multiply = dyn_cast<MultiplyOp>(user); multiply && !isFound)
      isFound = readScoresGradient(multiply);
  if (!isFound)
    return false;
  // The values' gradient is the other product of the weights.
  for (Operation *user : match.weights.getUsers()) {
    auto dot = dyn_cast<DotGeneralOp>(user);
    if (!dot || dot == match.values)
      continue;
    bool isLhs = dot.getLhs() == match.weights;
    std::optional<DimLetters> letters = letterOther(dot, isLhs, "bhts", 't', 'e');
    if (!letters || match.valueGradient)
      return false;
    match.valueGradient = dot;
    match.gradientLetters = *letters;
    match.resultGradient = dot->getOperand(isLhs ? 1 : 0);
  }
  if (!match.valueGradient)
    return false;
  // And the weights' gradient a product of the result's gradient and the values.
  DotGeneralOp dot = match.weightsGradient;
  bool isLhs = dot.getLhs() == match.resultGradient;
  if (!isLhs && dot.getRhs() != match.resultGradient)
    return false;
  std::optional<DimLetters> letters = letterOther(dot, isLhs, match.gradientLetters, 'e', 's');
  Value value = dot->getOperand(isLhs ? 1 : 0);
  if (letters != match.letters('s', 'e') || (match.value && match.value != value))
    return false;
  match.value = value;
  return (isLhs ? letterResult(dot, match.gradientLetters, *letters)
                : letterResult(dot, *letters, match.gradientLetters)) == "bhts";
}

bool mlir::remat::matchAttentionGradient(AttentionMatch &match) {
  return GradientMatcher(match).run();
}
