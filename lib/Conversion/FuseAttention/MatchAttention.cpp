//===- MatchAttention.cpp - Attention in a program of single ops ----------===//
#include "MatchAttention.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr int64_t kLastDim = 3;
/// A masked score is at most this: so far below all others that adding the number to the score and
/// putting it in the score's place are the same.
static constexpr double kHighestMaskedScore = -1e20;

static Value throughConverts(Value value) {
  while (auto convert = value.getDefiningOp<ConvertOp>()) {
    if (!isa<FloatType>(getElementTypeOrSelf(convert.getOperand().getType())))
      break;
    value = convert.getOperand();
  }
  return value;
}

std::optional<DimLetters> mlir::remat::letterResult(DotGeneralOp op, StringRef lhs, StringRef rhs) {
  DimLetters result;
  auto pairUp = [&](ArrayRef<int64_t> a, ArrayRef<int64_t> b, bool isKept) {
    for (auto [left, right] : llvm::zip(a, b)) {
      if (lhs[left] != rhs[right])
        return false;
      if (isKept)
        result += lhs[left];
    }
    return true;
  };
  if (!pairUp(op.getLhsBatchingDimensions(), op.getRhsBatchingDimensions(), true) ||
      !pairUp(op.getLhsContractingDimensions(), op.getRhsContractingDimensions(), false))
    return std::nullopt;
  auto addRest = [&](StringRef letters, ArrayRef<int64_t> batch, ArrayRef<int64_t> summed) {
    for (int64_t dim = 0; dim < static_cast<int64_t>(letters.size()); ++dim)
      if (!llvm::is_contained(batch, dim) && !llvm::is_contained(summed, dim))
        result += letters[dim];
  };
  addRest(lhs, op.getLhsBatchingDimensions(), op.getLhsContractingDimensions());
  addRest(rhs, op.getRhsBatchingDimensions(), op.getRhsContractingDimensions());
  return result;
}

std::optional<DimLetters> mlir::remat::letterOther(DotGeneralOp op, bool isLhsKnown,
                                                   StringRef known, char summed, char rest) {
  ArrayRef<int64_t> knownBatch = op.getLhsBatchingDimensions();
  ArrayRef<int64_t> otherBatch = op.getRhsBatchingDimensions();
  ArrayRef<int64_t> knownSum = op.getLhsContractingDimensions();
  ArrayRef<int64_t> otherSum = op.getRhsContractingDimensions();
  if (!isLhsKnown) {
    std::swap(knownBatch, otherBatch);
    std::swap(knownSum, otherSum);
  }
  Value other = op->getOperand(isLhsKnown ? 1 : 0);
  if (knownBatch.size() != 2 || knownSum.size() != 1 || known[knownSum[0]] != summed ||
      cast<RankedTensorType>(other.getType()).getRank() != 4)
    return std::nullopt;
  DimLetters letters(4, rest);
  for (auto [dim, otherDim] : llvm::zip(knownBatch, otherBatch))
    letters[otherDim] = known[dim];
  letters[otherSum[0]] = summed;
  return letters;
}

/// A reduction along the last of four dimensions by one op.
template <typename BodyOp> static ReduceOp rowReduction(Value value) {
  auto reduce = value.getDefiningOp<ReduceOp>();
  if (!reduce || reduce.getInputs().size() != 1 || reduce.getDimensions() != ArrayRef(kLastDim) ||
      cast<RankedTensorType>(reduce.getInputs()[0].getType()).getRank() != 4)
    return {};
  Block &body = reduce.getBody().front();
  auto combine = body.getTerminator()->getOperand(0).getDefiningOp<BodyOp>();
  bool isPlain = combine && llvm::all_of(combine->getOperands(), [&](Value operand) {
                   return llvm::is_contained(body.getArguments(), operand);
                 });
  return isPlain && combine->getOperand(0) != combine->getOperand(1) ? reduce : ReduceOp();
}

/// Whether `value` is the largest element of each row of `scores`.
static bool isRowMaximum(Value value, Value scores) {
  std::optional<Value> rows = rowSource(value);
  if (!rows)
    return false;
  Value largest = *rows;
  // JAX takes the larger of that and minus infinity.
  if (auto maximum = largest.getDefiningOp<MaximumOp>()) {
    std::optional<double> left = splatElement(maximum.getLhs()),
                          right = splatElement(maximum.getRhs());
    if (left && std::isinf(*left) && *left < 0)
      largest = maximum.getRhs();
    else if (right && std::isinf(*right) && *right < 0)
      largest = maximum.getLhs();
  }
  ReduceOp reduce = rowReduction<MaximumOp>(largest);
  return reduce && reduce.getInputs()[0] == scores;
}

/// Queries and keys of a product that makes scores.
static bool readScores(DotGeneralOp dot, AttentionMatch &match) {
  auto rank = [](Value value) { return cast<RankedTensorType>(value.getType()).getRank(); };
  if (rank(dot.getLhs()) != 4 || rank(dot.getRhs()) != 4)
    return false;
  for (int64_t headsDimension : {2, 1}) {
    match.headsDimension = headsDimension;
    std::optional<DimLetters> letters =
        letterResult(dot, match.letters('t', 'd'), match.letters('s', 'd'));
    if (letters != "bhts")
      continue;
    match.scores = dot;
    match.query = dot.getLhs();
    match.key = dot.getRhs();
    return true;
  }
  return false;
}

/// From the softmax's argument down to the product of queries and keys.
static bool readArgument(Value value, AttentionMatch &match) {
  while (true) {
    value = throughConverts(value);
    Operation *op = value.getDefiningOp();
    if (!op)
      return false;
    if (auto dot = dyn_cast<DotGeneralOp>(op))
      return readScores(dot, match);
    // What is added outside of a factor is not scaled; one term is enough for the models known.
    bool hasTerm = match.bias || match.mask || match.scale != 1;
    if (auto select = dyn_cast<SelectOp>(op)) {
      std::optional<double> masked = splatElement(select.getOnFalse());
      if (hasTerm || !masked || *masked > kHighestMaskedScore ||
          select.getPred().getType().getRank() != 4)
        return false;
      match.mask = broadcastSource(select.getPred());
      match.maskedScore = *masked;
      value = select.getOnTrue();
    } else if (isa<AddOp>(op)) {
      if (hasTerm)
        return false;
      // The bias is what is smaller than the scores.
      BroadcastSource left = broadcastSource(op->getOperand(0)),
                      right = broadcastSource(op->getOperand(1));
      auto isSmaller = [](const BroadcastSource &source) {
        return llvm::any_of(source.dims, [](int64_t dim) { return dim < 0; });
      };
      if (isSmaller(left) == isSmaller(right))
        return false;
      match.bias = isSmaller(left) ? left : right;
      value = op->getOperand(isSmaller(left) ? 1 : 0);
    } else if (isa<MultiplyOp, DivideOp>(op)) {
      std::optional<double> number = splatElement(op->getOperand(1));
      unsigned scaled = 0;
      if (!number && isa<MultiplyOp>(op)) {
        number = splatElement(op->getOperand(0));
        scaled = 1;
      }
      if (!number || *number == 0)
        return false;
      match.scale *= isa<MultiplyOp>(op) ? *number : 1 / *number;
      value = op->getOperand(scaled);
    } else {
      return false;
    }
  }
}

/// A multiplier of the softmax's elements.
static void readDropout(Value multiplier, AttentionMatch &match) {
  BroadcastSource source = broadcastSource(multiplier);
  // Zeros and ones divided by the probability: kept as bits.
  if (auto divide = source.value.getDefiningOp<DivideOp>()) {
    auto convert = divide.getLhs().getDefiningOp<ConvertOp>();
    std::optional<double> number = splatElement(divide.getRhs());
    if (convert && number && *number != 0 &&
        getElementTypeOrSelf(convert.getOperand().getType()).isInteger(1)) {
      source.value = convert.getOperand();
      match.dropoutFactor = 1 / *number;
    }
  }
  match.dropout = source;
}

/// From the softmax's elements to what is multiplied by values: dropout and conversions. Returns
/// the product, or null.
static DotGeneralOp readWeights(Value softmax, AttentionMatch &match) {
  match.weights = softmax;
  while (true) {
    DotGeneralOp product;
    for (Operation *user : match.weights.getUsers())
      if (auto dot = dyn_cast<DotGeneralOp>(user)) {
        // The other product is that of the gradient; it sums along queries.
        bool isLhs = dot.getLhs() == match.weights;
        if (letterOther(dot, isLhs, "bhts", 's', 'e'))
          product = dot;
        else if (!product && !letterOther(dot, isLhs, "bhts", 't', 'e'))
          return {};
        else if (!product)
          continue;
      }
    if (product)
      return product;
    Operation *next = nullptr;
    for (Operation *user : match.weights.getUsers())
      if (isa<MultiplyOp, ConvertOp, SelectOp, DivideOp>(user))
        next = next && next != user ? nullptr : user;
    if (!next || (isa<ConvertOp>(next) &&
                  !isa<FloatType>(getElementTypeOrSelf(next->getResult(0).getType()))))
      return {};
    if (auto select = dyn_cast<SelectOp>(next)) {
      if (match.dropout || splatElement(select.getOnFalse()) != 0.0 ||
          select.getPred().getType().getRank() != 4)
        return {};
      match.dropout = broadcastSource(select.getPred());
    } else if (isa<MultiplyOp, DivideOp>(next)) {
      unsigned other = next->getOperand(0) == match.weights ? 1 : 0;
      if (std::optional<double> number = splatElement(next->getOperand(other))) {
        if (*number == 0 || (isa<DivideOp>(next) && other == 0))
          return {};
        match.dropoutFactor *= isa<MultiplyOp>(next) ? *number : 1 / *number;
      } else if (isa<MultiplyOp>(next) && !match.dropout) {
        double before = match.dropoutFactor;
        match.dropoutFactor = 1;
        readDropout(next->getOperand(other), match);
        match.dropoutFactor *= before;
      } else {
        return {};
      }
    }
    match.weights = next->getResult(0);
  }
}

std::optional<AttentionMatch> mlir::remat::matchAttention(ExponentialOp exponentials) {
  AttentionMatch match;
  match.exponentials = exponentials;
  auto difference = exponentials.getOperand().getDefiningOp<SubtractOp>();
  if (!difference || difference.getType().getRank() != 4 ||
      !isRowMaximum(difference.getRhs(), difference.getLhs()) ||
      !readArgument(difference.getLhs(), match))
    return std::nullopt;
  // Their quotient by their sums is the softmax.
  DivideOp softmax;
  for (Operation *user : exponentials->getUsers())
    if (auto divide = dyn_cast<DivideOp>(user)) {
      std::optional<Value> rows = rowSource(divide.getRhs());
      ReduceOp sums = rows ? rowReduction<AddOp>(*rows) : ReduceOp();
      if (divide.getLhs() != exponentials.getResult() || !sums ||
          sums.getInputs()[0] != exponentials.getResult() || softmax)
        return std::nullopt;
      softmax = divide;
      match.sums = sums.getResults()[0];
    }
  if (!softmax)
    return std::nullopt;
  match.values = readWeights(softmax, match);
  if (match.values) {
    bool isLhs = match.values.getLhs() == match.weights;
    std::optional<DimLetters> letters = letterOther(match.values, isLhs, "bhts", 's', 'e');
    if (!letters || *letters != match.letters('s', 'e'))
      return std::nullopt;
    match.value = match.values->getOperand(isLhs ? 1 : 0);
    match.resultLetters = *(isLhs ? letterResult(match.values, "bhts", *letters)
                                  : letterResult(match.values, *letters, "bhts"));
  }
  return match;
}
