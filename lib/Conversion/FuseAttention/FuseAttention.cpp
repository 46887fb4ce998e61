//===- FuseAttention.cpp - Attention as one op ----------------------------===//
#include "MatchAttention.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Pass/PassManager.h"
#include "remat/Conversion/Passes.h"
#include "remat/IR/Attention.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/RematerializeReport.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_FUSEATTENTIONPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

namespace {

class Fuser {
public:
  explicit Fuser(MLIRContext *context) : builder(context) {}

  /// False: not an attention that would do without its scores.
  bool fuse(ExponentialOp exponentials);

  int64_t fusedCount = 0, gradientCount = 0, scoreBytes = 0;

private:
  bool isComplete(AttentionMatch &match);
  void replace(AttentionMatch &match);
  Value biasOf(const AttentionMatch &match, Operation *before);
  Value reshaped(const BroadcastSource &source);
  Value splat(ArrayRef<int64_t> shape, double number);
  Value inLayout(Value value, StringRef letters, StringRef wanted);
  void replaceInLayout(Value old, StringRef oldLetters, Value made, StringRef letters);

  OpBuilder builder;
  Location loc = builder.getUnknownLoc();
  /// Of layers that mask alike: one serves all.
  SmallVector<Value> biases;
};

class FuseAttention : public remat::impl::FuseAttentionPassBase<FuseAttention> {
public:
  using FuseAttentionPassBase::FuseAttentionPassBase;
  void runOnOperation() override;
};

} // namespace

static RankedTensorType typeOf(Value value) { return cast<RankedTensorType>(value.getType()); }

static int64_t bytesOf(RankedTensorType type) {
  return type.getNumElements() * llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

/// Erases an op that nothing reads, and what only it read.
static void eraseDead(Operation *root) {
  SmallVector<Operation *> pending{root};
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!isOpTriviallyDead(op))
      continue;
    llvm::SetVector<Operation *> producers;
    for (Value operand : op->getOperands())
      if (Operation *producer = operand.getDefiningOp())
        producers.insert(producer);
    llvm::erase(pending, op);
    op->erase();
    pending.append(producers.begin(), producers.end());
  }
}

static SmallVector<int64_t> permutation(StringRef from, StringRef to) {
  return llvm::map_to_vector(to,
                             [&](char letter) { return static_cast<int64_t>(from.find(letter)); });
}

Value Fuser::inLayout(Value value, StringRef letters, StringRef wanted) {
  if (letters == wanted)
    return value;
  if (auto transpose = value.getDefiningOp<TransposeOp>()) {
    // What was transposed may have been in the layout already.
    DimLetters before(letters.size(), ' ');
    for (auto [place, dim] : llvm::enumerate(transpose.getPermutation()))
      before[dim] = letters[place];
    if (before == wanted)
      return transpose.getOperand();
  }
  return TransposeOp::create(builder, loc, value, permutation(letters, wanted));
}

void Fuser::replaceInLayout(Value old, StringRef oldLetters, Value made, StringRef letters) {
  for (Operation *user : llvm::make_early_inc_range(old.getUsers())) {
    auto transpose = dyn_cast<TransposeOp>(user);
    if (!transpose)
      continue;
    DimLetters after;
    for (int64_t dim : transpose.getPermutation())
      after += oldLetters[dim];
    if (after != letters)
      continue;
    transpose.getResult().replaceAllUsesWith(made);
    transpose->erase();
  }
  if (!old.use_empty())
    old.replaceAllUsesWith(inLayout(made, letters, oldLetters));
}

Value Fuser::reshaped(const BroadcastSource &source) {
  RankedTensorType type = typeOf(source.value).clone(source.shape());
  return type == source.value.getType()
             ? source.value
             : ReshapeOp::create(builder, loc, type, source.value).getResult();
}

Value Fuser::splat(ArrayRef<int64_t> shape, double number) {
  auto scalar = RankedTensorType::get({}, builder.getF32Type());
  Value constant = ConstantOp::create(
      builder, loc, DenseElementsAttr::get(scalar, builder.getF32FloatAttr(number).getValue()));
  return BroadcastInDimOp::create(builder, loc, scalar.clone(shape), constant, ArrayRef<int64_t>());
}

Value Fuser::biasOf(const AttentionMatch &match, Operation *before) {
  Value bias;
  if (match.bias) {
    bias = reshaped(*match.bias);
  } else if (match.mask) {
    Value mask = reshaped(*match.mask);
    ArrayRef<int64_t> shape = typeOf(mask).getShape();
    Value kept = splat(shape, 0), masked = splat(shape, match.maskedScore);
    bias = SelectOp::create(builder, loc, kept.getType(), mask, kept, masked);
  } else {
    return {};
  }
  for (Value known : biases) {
    Operation *op = known.getDefiningOp();
    if (!areComputedAlike(known, bias) || !op || op->getBlock() != before->getBlock() ||
        !op->isBeforeInBlock(before))
      continue;
    if (known != bias)
      eraseDead(bias.getDefiningOp());
    return known;
  }
  biases.push_back(bias);
  return bias;
}

static bool isComputed(Value value) {
  Type element = typeOf(value).getElementType();
  return element.isF32() || element.isBF16() || element.isF16();
}

/// A value that was widened, as it was before.
static Value narrow(Value value) {
  auto convert = value.getDefiningOp<ConvertOp>();
  bool isWidened = convert && isComputed(value) && isComputed(convert.getOperand()) &&
                   typeOf(convert.getOperand()).getElementTypeBitWidth() <
                       typeOf(value).getElementTypeBitWidth();
  return isWidened ? convert.getOperand() : value;
}

/// Whether nothing but the attention reads its scores.
bool Fuser::isComplete(AttentionMatch &match) {
  auto isSource = [](const std::optional<BroadcastSource> &source, bool isBits) {
    // Dimensions in the order of the scores: a reshape away from them.
    SmallVector<int64_t> dims;
    if (source)
      llvm::copy_if(source->dims, std::back_inserter(dims), [](int64_t dim) { return dim >= 0; });
    return !source || ((isComputed(source->value) ||
                        (isBits && typeOf(source->value).getElementType().isInteger(1))) &&
                       llvm::is_sorted(dims));
  };
  bool hasTypes = isComputed(match.query) && isComputed(match.key) && isComputed(match.value) &&
                  isComputed(match.values ? match.values.getResult() : match.resultGradient);
  if (!hasTypes || !isSource(match.bias, false) || !isSource(match.mask, true) ||
      !isSource(match.dropout, true))
    return false;
  Block *block = match.exponentials->getBlock();
  if (!match.hasGradient())
    return match.values && match.values->getBlock() == block && match.weights.hasOneUse() &&
           std::distance(match.exponentials->use_begin(), match.exponentials->use_end()) == 2;
  for (DotGeneralOp dot : {match.values, match.queryGradient, match.keyGradient,
                           match.valueGradient, match.weightsGradient})
    if (dot && dot->getBlock() != block)
      return false;
  return true;
}

void Fuser::replace(AttentionMatch &match) {
  Operation *backward = nullptr;
  if (match.hasGradient())
    backward = match.weightsGradient->isBeforeInBlock(match.valueGradient) ? match.weightsGradient
                                                                           : match.valueGradient;
  Operation *forward = match.values ? match.values.getOperation() : backward;
  builder.setInsertionPoint(forward);
  loc = forward->getLoc();
  DimLetters results = match.letters('t', 'e');
  Value query = narrow(match.query), key = narrow(match.key), value = narrow(match.value);
  auto scores = typeOf(match.exponentials);
  SmallVector<int64_t> resultShape(typeOf(query).getShape());
  resultShape.back() = typeOf(value).getShape().back();
  Type element =
      typeOf(match.values ? match.values.getResult() : match.resultGradient).getElementType();
  auto resultType = RankedTensorType::get(resultShape, element);
  auto statisticsType = RankedTensorType::get(
      {scores.getDimSize(0), scores.getDimSize(1), scores.getDimSize(2), 2}, builder.getF32Type());
  Value bias = biasOf(match, forward);
  Value dropout = match.dropout ? reshaped(*match.dropout) : Value();
  IntegerAttr heads = builder.getI64IntegerAttr(match.headsDimension);
  FloatAttr scale = builder.getF64FloatAttr(match.scale);
  FloatAttr factor = builder.getF64FloatAttr(match.dropoutFactor);
  auto attention = AttentionOp::create(builder, loc, TypeRange{resultType, statisticsType}, query,
                                       key, value, bias, dropout, heads, scale, factor);
  attention->setAttr(kScoreBytesAttr, builder.getI64IntegerAttr(bytesOf(scores)));
  ++fusedCount;
  scoreBytes += bytesOf(scores);
  SmallVector<Operation *> dead;
  if (match.values) {
    replaceInLayout(match.values.getResult(), match.resultLetters, attention.getResult(), results);
    dead.push_back(match.values);
  }
  if (!match.hasGradient()) {
    eraseDead(match.values);
    return;
  }
  ++gradientCount;
  builder.setInsertionPoint(backward);
  loc = backward->getLoc();
  Value gradient = inLayout(match.resultGradient, match.gradientLetters, results);
  auto typeLike = [](Value operand, DotGeneralOp product) {
    return typeOf(operand).clone(typeOf(product.getResult()).getElementType());
  };
  auto made = AttentionGradientOp::create(
      builder, loc,
      TypeRange{typeLike(query, match.queryGradient), typeLike(key, match.keyGradient),
                typeLike(value, match.valueGradient)},
      query, key, value, bias, dropout, attention.getResult(), attention.getStatistics(), gradient,
      heads, scale, factor);
  auto replaceProduct = [&](DotGeneralOp product, Value other, StringRef otherLetters, Value result,
                            StringRef letters) {
    bool isRhs = product.getRhs() == other;
    DimLetters old = *(isRhs ? letterResult(product, "bhts", otherLetters)
                             : letterResult(product, otherLetters, "bhts"));
    replaceInLayout(product.getResult(), old, result, letters);
    dead.push_back(product);
  };
  DimLetters queries = match.letters('t', 'd'), keys = match.letters('s', 'd');
  replaceProduct(match.queryGradient, match.key, keys, made.getQueryGradient(), queries);
  replaceProduct(match.keyGradient, match.query, queries, made.getKeyGradient(), keys);
  replaceProduct(match.valueGradient, match.resultGradient, match.gradientLetters,
                 made.getValueGradient(), match.letters('s', 'e'));
  for (Operation *op : dead)
    eraseDead(op);
}

bool Fuser::fuse(ExponentialOp exponentials) {
  std::optional<AttentionMatch> match = matchAttention(exponentials);
  if (!match)
    return false;
  AttentionMatch forward = *match;
  if (!matchAttentionGradient(*match)) {
    // A softmax alone.
    if (!forward.values)
      return false;
    match = forward;
  }
  if (!isComplete(*match))
    return false;
  replace(*match);
  return true;
}

/// Attention is found among ops of the remat dialect, in functions as a whole.
static bool needsImport(ModuleOp module) {
  WalkResult walked = module.walk([](Operation *op) {
    StringRef dialect = op->getName().getDialectNamespace();
    bool isForeign = dialect == "stablehlo" || dialect == "chlo";
    return isForeign ? WalkResult::interrupt() : WalkResult::advance();
  });
  return walked.wasInterrupted();
}

void FuseAttention::runOnOperation() {
  if (needsImport(getOperation())) {
    OpPassManager import(ModuleOp::getOperationName());
    import.addPass(createInlinePass());
    import.addPass(createConvertStableHloToRematPass());
    if (failed(runPipeline(import, getOperation())))
      return signalPassFailure();
  }
  for (auto function : getOperation().getOps<FunctionOpInterface>()) {
    SmallVector<ExponentialOp> candidates;
    function.walk([&](ExponentialOp op) { candidates.push_back(op); });
    Fuser fuser(&getContext());
    for (ExponentialOp op : candidates)
      fuser.fuse(op);
    if (fuser.fusedCount > 0)
      function.emitRemark() << "attention: " << fuser.fusedCount << " fused, "
                            << fuser.gradientCount << " of them with their gradients; "
                            << fuser.scoreBytes << " bytes of scores are not stored";
  }
}
