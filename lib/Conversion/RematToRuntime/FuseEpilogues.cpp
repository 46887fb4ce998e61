//===- FuseEpilogues.cpp - Bias and activation as part of a product -------===//
//
// It is decided before planning, by the program alone: a product that is computed again has the
// epilogue that it had at first, and so the same algorithm and the same bits.
//
//===----------------------------------------------------------------------===//
#include "MatchGelu.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/Conversion/CudaLibraryOps.h"
#include "remat/Conversion/Passes.h"
#include "remat/IR/DotEpilogue.h"
#include "remat/IR/FullPrecision.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_FUSEEPILOGUESPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

/// Nothing that a user has written on an op gets lost with it.
static bool mayGo(Operation *op) {
  return llvm::all_of(op->getDiscardableAttrs(), [](NamedAttribute attribute) {
    return attribute.getName() == kFullPrecision || attribute.getName() == "remat.workspace_bytes";
  });
}

static ArrayRef<int64_t> shapeOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getShape();
}

/// Dimensions that the result has from rhs alone: its last ones. (There are no batches.)
static int64_t ownDimensions(DotGeneralOp dot) {
  return cast<RankedTensorType>(dot.getRhs().getType()).getRank() -
         static_cast<int64_t>(dot.getRhsContractingDimensions().size());
}

/// Through reshapes, and broadcasts that are reshapes, which add dimensions of size 1.
static Value throughReshapes(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    bool isReshape = isa<ReshapeOp>(op);
    if (auto broadcast = dyn_cast<BroadcastInDimOp>(op))
      isReshape = llvm::is_sorted(broadcast.getBroadcastDimensions()) &&
                  ShapedType::getNumElements(shapeOf(broadcast.getOperand())) ==
                      ShapedType::getNumElements(shapeOf(value));
    if (!isReshape || !mayGo(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// What is broadcast along all but the last `own` dimensions of `value`, and is an argument: it is
/// in memory in any case.
static Value rowVector(Value value, int64_t own) {
  auto broadcast = value.getDefiningOp<BroadcastInDimOp>();
  if (!broadcast || !mayGo(broadcast))
    return {};
  ArrayRef<int64_t> from = shapeOf(broadcast.getOperand()), to = shapeOf(value);
  ArrayRef<int64_t> dims = broadcast.getBroadcastDimensions();
  const int64_t outer = static_cast<int64_t>(to.size()) - own;
  SmallVector<int64_t> kept;
  for (auto [size, dim] : llvm::zip(from, dims)) {
    if (size == 1)
      continue;
    if (dim < outer)
      return {};
    kept.push_back(dim);
  }
  SmallVector<int64_t> wanted;
  for (int64_t dim = outer; dim < static_cast<int64_t>(to.size()); ++dim)
    if (to[dim] != 1)
      wanted.push_back(dim);
  Value source = kept == wanted ? throughReshapes(broadcast.getOperand()) : Value();
  return source && isa<BlockArgument>(source) ? source : Value();
}

/// Removes ops that made an operand and that nothing reads any more.
static void eraseIdle(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!op->use_empty() || !isPure(op))
      return;
    value = op->getNumOperands() == 1 ? op->getOperand(0) : Value();
    op->erase();
    if (!value)
      return;
  }
}

static bool isZero(Value value) {
  value = throughReshapes(value);
  if (auto broadcast = value.getDefiningOp<BroadcastInDimOp>())
    value = throughReshapes(broadcast.getOperand());
  return matchPattern(value, m_AnyZeroFloat()) && !matchPattern(value, m_NegZeroFloat());
}

/// The operand of a commutative op that is not `known`; null if both are, or the op is another one.
template <typename Op> static Value otherOperand(Operation *op, Value known) {
  if (!isa<Op>(op) || op->getOperand(0) == op->getOperand(1) || !mayGo(op))
    return {};
  return op->getOperand(0) == known ? op->getOperand(1) : op->getOperand(0);
}

static bool isPositive(Operation *op, Value value) {
  auto compare = dyn_cast<CompareOp>(op);
  return compare && compare.getLhs() == value && isZero(compare.getRhs()) &&
         compare.getComparisonDirection() == ComparisonDirection::GT;
}

namespace {
/// What follows a product and can be part of it.
struct Epilogue {
  Operation *add = nullptr, *maximum = nullptr;
  /// The ops of GELU, the last one first.
  SmallVector<Operation *> gelu;
  Value bias;
  /// Reads whether the sum is positive, which its positive part tells as well.
  SmallVector<Operation *> comparisons;

  Value result(DotGeneralOp dot) const {
    if (!gelu.empty())
      return gelu.front()->getResult(0);
    if (Operation *last = maximum ? maximum : add)
      return last->getResult(0);
    return dot.getResult();
  }
};

class FuseEpilogues : public remat::impl::FuseEpiloguesPassBase<FuseEpilogues> {
public:
  using FuseEpiloguesPassBase::FuseEpiloguesPassBase;
  void runOnOperation() override;

private:
  Epilogue find(DotGeneralOp dot);
  void findMaximum(Value sum, Epilogue &found);
  void fuse(DotGeneralOp dot, const Epilogue &epilogue);
};
} // namespace

void FuseEpilogues::findMaximum(Value sum, Epilogue &found) {
  for (Operation *user : sum.getUsers()) {
    Value other = otherOperand<MaximumOp>(user, sum);
    if (other && isZero(other) && !found.maximum) {
      found.maximum = user;
    } else if (isPositive(user, sum)) {
      found.comparisons.push_back(user);
    } else {
      found.maximum = nullptr;
      return;
    }
  }
}

Epilogue FuseEpilogues::find(DotGeneralOp dot) {
  Epilogue found;
  int64_t own = ownDimensions(dot);
  Value sum = dot.getResult();
  if (sum.hasOneUse()) {
    Operation *user = *sum.user_begin();
    Value other = otherOperand<AddOp>(user, sum);
    if (other && user->getBlock() == dot->getBlock())
      found.bias = rowVector(other, own);
    if (found.bias) {
      found.add = user;
      sum = user->getResult(0);
    }
  }
  if (all)
    findMaximum(sum, found);
  if (!found.maximum || found.maximum->getBlock() != dot->getBlock()) {
    found.maximum = nullptr;
    found.comparisons.clear();
  }
  if (all && !found.maximum) {
    found.gelu = matchGelu(sum);
    if (!llvm::all_of(found.gelu, [&](Operation *op) {
          return mayGo(op) && op->getBlock() == dot->getBlock();
        }))
      found.gelu.clear();
  }
  return found;
}

void FuseEpilogues::fuse(DotGeneralOp dot, const Epilogue &epilogue) {
  OpBuilder builder(dot);
  Value bias = epilogue.bias;
  auto type = cast<RankedTensorType>(dot.getType());
  if (bias) {
    RankedTensorType wanted = type.clone(type.getShape().take_back(ownDimensions(dot)));
    if (bias.getType() != wanted)
      bias = ReshapeOp::create(builder, dot.getLoc(), wanted, bias);
  }
  auto made = DotEpilogueOp::create(
      builder, dot.getLoc(), type, dot.getLhs(), dot.getRhs(), bias, dot.getLhsBatchingDimensions(),
      dot.getRhsBatchingDimensions(), dot.getLhsContractingDimensions(),
      dot.getRhsContractingDimensions(), epilogue.maximum != nullptr, !epilogue.gelu.empty());
  made->setDiscardableAttrs(dot->getDiscardableAttrDictionary());
  std::string why;
  if (countCudaProducts(made, why) != 1) {
    made->erase();
    if (bias && bias != epilogue.bias)
      bias.getDefiningOp()->erase();
    return;
  }
  Value result = epilogue.result(dot);
  for (Operation *comparison : epilogue.comparisons)
    comparison->setOperand(0, made.getResult());
  result.replaceAllUsesWith(made.getResult());
  // The last one first; each but once.
  llvm::SetVector<Operation *> gone(epilogue.gelu.begin(), epilogue.gelu.end());
  SmallVector<Value> besides;
  for (Operation *op : {epilogue.maximum, epilogue.add, dot.getOperation()})
    if (op)
      gone.insert(op);
  for (Operation *op : gone)
    for (Value operand : op->getOperands())
      if (!gone.contains(operand.getDefiningOp()))
        besides.push_back(operand);
  for (Operation *op : gone) {
    op->dropAllUses();
    op->erase();
  }
  // Broadcasts of the bias and of 0, which had no other reader. Factors have one: the product.
  for (Value operand : besides)
    eraseIdle(operand);
}

void FuseEpilogues::runOnOperation() {
  SmallVector<DotGeneralOp> dots;
  getOperation().walk([&](DotGeneralOp dot) { dots.push_back(dot); });
  for (DotGeneralOp dot : dots) {
    // 16-bit results are rounded once with the bias, and twice without an epilogue.
    bool isRounded = !getElementTypeOrSelf(dot.getType()).isF32();
    if (!mayGo(dot) || !dot.getLhsBatchingDimensions().empty() || (isRounded && !all) ||
        getElementTypeOrSelf(dot.getType()).isF64())
      continue;
    Epilogue found = find(dot);
    if (found.add || found.maximum || !found.gelu.empty())
      fuse(dot, found);
  }
}
