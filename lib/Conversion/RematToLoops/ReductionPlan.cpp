//===- ReductionPlan.cpp - The order in which elements are combined -------===//
#include "ElementArithmetic.h"
#include "ElementTypes.h"
#include "Reduction.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

// Rows of this length are worth lanes of their own.
static constexpr int64_t kShortestRow = 16;
// Lanes of the main part of a row, in bytes of the compute type: enough for the latency of an
// addition.
static constexpr int64_t kRowBytes = 256;
static constexpr int64_t kMostLanes = 64;
static constexpr int64_t kRestLanes = 16;
// Reductions of fewer elements are not cut into chunks, and no chunk is made smaller than that by
// far.
static constexpr int64_t kSmallestCut = 1 << 17;
static constexpr int64_t kMostChunks = 32;
// The chunks' results must fit on a stack.
static constexpr int64_t kMostChunkedResults = 64;

static std::optional<CombineKind> kindOf(Operation *op) {
  return llvm::TypeSwitch<Operation *, std::optional<CombineKind>>(op)
      .Case<AddOp>([](auto) { return CombineKind::Add; })
      .Case<MultiplyOp>([](auto) { return CombineKind::Multiply; })
      .Case<MaximumOp>([](auto) { return CombineKind::Maximum; })
      .Case<MinimumOp>([](auto) { return CombineKind::Minimum; })
      .Case<AndOp>([](auto) { return CombineKind::And; })
      .Case<OrOp>([](auto) { return CombineKind::Or; })
      .Case<XorOp>([](auto) { return CombineKind::Xor; })
      .Default([](Operation *) { return std::nullopt; });
}

std::optional<SmallVector<CombineKind>> mlir::remat::recognizeBody(Block &body) {
  Operation *terminator = body.getTerminator();
  unsigned count = terminator->getNumOperands();
  SmallVector<CombineKind> kinds;
  for (auto [number, yielded] : llvm::enumerate(terminator->getOperands())) {
    Operation *op = yielded.getDefiningOp();
    std::optional<CombineKind> kind = op ? kindOf(op) : std::nullopt;
    Value lhs = body.getArgument(number), rhs = body.getArgument(count + number);
    if (!kind || !((op->getOperand(0) == lhs && op->getOperand(1) == rhs) ||
                   (op->getOperand(0) == rhs && op->getOperand(1) == lhs)))
      return std::nullopt;
    kinds.push_back(*kind);
  }
  return kinds;
}

Value mlir::remat::combine(ElementBuilder &b, CombineKind kind, Type element, Value lhs,
                           Value rhs) {
  bool isFloat = isa<FloatType>(element), isBool = element.isInteger(1);
  auto choose = [&](arith::CmpIPredicate ofSigned, arith::CmpIPredicate ofUnsigned) {
    return b.select(b.cmpi(isUnsigned(element) ? ofUnsigned : ofSigned, lhs, rhs), lhs, rhs);
  };
  switch (kind) {
  case CombineKind::Add:
    return isFloat ? b.addf(lhs, rhs) : isBool ? b.ori(lhs, rhs) : b.addi(lhs, rhs);
  case CombineKind::Multiply:
    return isFloat ? b.mulf(lhs, rhs) : b.muli(lhs, rhs);
  case CombineKind::Maximum:
    return isFloat ? maximumFloat(b, lhs, rhs)
                   : choose(arith::CmpIPredicate::sgt, arith::CmpIPredicate::ugt);
  case CombineKind::Minimum:
    return isFloat ? minimumFloat(b, lhs, rhs)
                   : choose(arith::CmpIPredicate::slt, arith::CmpIPredicate::ult);
  case CombineKind::And:
    return b.andi(lhs, rhs);
  case CombineKind::Or:
    return b.ori(lhs, rhs);
  case CombineKind::Xor:
    return b.xori(lhs, rhs);
  }
  llvm_unreachable("a kind");
}

Value mlir::remat::neutral(ElementBuilder &b, CombineKind kind, Type element, int64_t lanes) {
  Type type = computeType(element);
  unsigned width = type.getIntOrFloatBitWidth();
  if (lanes > 1)
    type = VectorType::get({lanes}, type);
  bool isFloat = isa<FloatType>(element), isSigned = !isUnsigned(element);
  switch (kind) {
  case CombineKind::Add:
  case CombineKind::Or:
  case CombineKind::Xor:
    // Of floats -0: what is added to it keeps its sign.
    return isFloat ? b.floatConstant(type, -0.0) : b.intConstant(type, 0);
  case CombineKind::Multiply:
    return isFloat ? b.floatConstant(type, 1.0) : b.intConstant(type, 1);
  case CombineKind::Maximum:
    return isFloat ? b.floatConstant(type, -HUGE_VAL)
                   : b.intConstant(type, isSigned ? APInt::getSignedMinValue(width)
                                                  : APInt::getZero(width));
  case CombineKind::Minimum:
    return isFloat ? b.floatConstant(type, HUGE_VAL)
                   : b.intConstant(type, isSigned ? APInt::getSignedMaxValue(width)
                                                  : APInt::getMaxValue(width));
  case CombineKind::And:
    return b.intConstant(type, -1);
  }
  llvm_unreachable("a kind");
}

ReductionPlan mlir::remat::planReduction(ReduceOp op) {
  ReductionPlan plan;
  plan.kinds = recognizeBody(op.getBody().front());
  auto type = cast<RankedTensorType>(op.getInputs()[0].getType());
  int64_t rank = type.getRank();
  auto isReduced = [&](int64_t dim) { return llvm::is_contained(op.getDimensions(), dim); };
  // The last dimension is a row, or, where it is short, together with its neighbours.
  int64_t rowBegin = rank;
  if (plan.kinds) {
    int64_t length = 1;
    while (rowBegin > 0 && isReduced(rowBegin - 1) && length < kShortestRow)
      length *= type.getDimSize(--rowBegin);
    if (length >= kShortestRow)
      plan.rowLength = length;
    else
      rowBegin = rank;
  }
  for (int64_t dim = 0; dim < rank; ++dim)
    if (isReduced(dim))
      (dim < rowBegin ? plan.outerDims : plan.rowDims).push_back(dim);
  if (!plan.kinds)
    return plan;

  int64_t begin = 0;
  auto addPart = [&](int64_t lanes) {
    int64_t end = plan.rowLength - (plan.rowLength - begin) % lanes;
    if (end > begin)
      plan.parts.push_back({lanes, begin, end});
    begin = end;
  };
  if (plan.hasRow()) {
    int64_t widest = 1;
    for (Value input : op.getInputs())
      widest = std::max<int64_t>(
          widest, computeType(getElementTypeOrSelf(input.getType())).getIntOrFloatBitWidth() / 8);
    int64_t lanes = std::min(kMostLanes, kRowBytes / widest);
    if (plan.rowLength >= 4 * lanes)
      addPart(lanes);
    addPart(kRestLanes);
    addPart(1);
  }

  int64_t results = cast<RankedTensorType>(op.getResults()[0].getType()).getNumElements();
  if (type.getNumElements() < kSmallestCut || results > kMostChunkedResults)
    return plan;
  // Turns that can be shared out: of the outermost dimension, else of the row's main part.
  int64_t turns = 1;
  if (!plan.outerDims.empty())
    turns = type.getDimSize(plan.outerDims.front());
  else if (plan.hasRow())
    turns = (plan.parts.front().end - plan.parts.front().begin) / plan.parts.front().lanes;
  if (turns < 2)
    return plan;
  plan.chunkLength = llvm::divideCeil(turns, kMostChunks);
  plan.chunks = llvm::divideCeil(turns, plan.chunkLength);
  return plan;
}
