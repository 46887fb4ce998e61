//===- ElementwiseRules.cpp - Gradients of arithmetic on several numbers --===//
#include "BuildTensors.h"
#include "Rules.h"
#include "mlir/IR/TypeUtilities.h"
#include "remat/IR/Formula.h"

using namespace mlir;
using namespace mlir::remat;

static Formula formulaFor(Cotangents &cotangents, Value value) {
  return Formula(cotangents.builder(), tensorType(value));
}

static LogicalResult addBackward(AddOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  cotangents.add(op.getLhs(), g);
  cotangents.add(op.getRhs(), g);
  return success();
}

static LogicalResult subtractBackward(SubtractOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  cotangents.add(op.getLhs(), g);
  if (cotangents.isWanted(op.getRhs()))
    cotangents.add(op.getRhs(), NegateOp::create(cotangents.builder(), g));
  return success();
}

static LogicalResult multiplyBackward(MultiplyOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  Formula f = formulaFor(cotangents, g);
  if (op.getLhs() == op.getRhs()) {
    cotangents.add(op.getLhs(), f.multiply(g, f.multiply(f.number(2), op.getLhs())));
    return success();
  }
  if (cotangents.isWanted(op.getLhs()))
    cotangents.add(op.getLhs(), f.multiply(g, op.getRhs()));
  if (cotangents.isWanted(op.getRhs()))
    cotangents.add(op.getRhs(), f.multiply(g, op.getLhs()));
  return success();
}

/// Both cotangents from rhs and the quotient; lhs is not kept.
static LogicalResult divideBackward(DivideOp op, Cotangents &cotangents) {
  Formula f = formulaFor(cotangents, op.getResult());
  Value share = f.divide(cotangents.of(op.getResult()), op.getRhs());
  cotangents.add(op.getLhs(), share);
  if (cotangents.isWanted(op.getRhs()))
    cotangents.add(op.getRhs(), f.apply<NegateOp>(f.multiply(share, op.getResult())));
  return success();
}

static LogicalResult atan2Backward(Atan2Op op, Cotangents &cotangents) {
  Value y = op.getLhs(), x = op.getRhs();
  Formula f = formulaFor(cotangents, y);
  Value share = f.divide(cotangents.of(op.getResult()), f.add(f.multiply(x, x), f.multiply(y, y)));
  if (cotangents.isWanted(y))
    cotangents.add(y, f.multiply(share, x));
  if (cotangents.isWanted(x))
    cotangents.add(x, f.apply<NegateOp>(f.multiply(share, y)));
  return success();
}

/// x - y trunc(x / y).
static LogicalResult remainderBackward(RemainderOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  Formula f = formulaFor(cotangents, g);
  cotangents.add(op.getLhs(), g);
  if (cotangents.isWanted(op.getRhs())) {
    Value quotient = f.divide(op.getLhs(), op.getRhs());
    Value whole = f.multiply(f.apply<SignOp>(quotient), f.apply<FloorOp>(f.apply<AbsOp>(quotient)));
    cotangents.add(op.getRhs(), f.apply<NegateOp>(f.multiply(g, whole)));
  }
  return success();
}

/// The derivative of x^y by x. It is 0 for y = 0, also where x is 0.
static Value powerSlope(ImplicitLocOpBuilder &builder, Formula &f, PowerOp op) {
  Value x = op.getLhs(), y = op.getRhs();
  if (std::optional<double> exponent = splatNumber(y)) {
    if (*exponent == 0)
      return f.number(0);
    if (*exponent == 1)
      return f.number(1);
    if (*exponent == 2)
      return f.multiply(f.number(2), x);
    return f.multiply(y, PowerOp::create(builder, x, f.number(*exponent - 1)));
  }
  Value isZero = f.compare(ComparisonDirection::EQ, y, f.number(0));
  Value lower = f.select(isZero, f.number(1), f.subtract(y, f.number(1)));
  return f.select(isZero, f.number(0), f.multiply(y, PowerOp::create(builder, x, lower)));
}

static LogicalResult powerBackward(PowerOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  Formula f = formulaFor(cotangents, g);
  if (cotangents.isWanted(op.getLhs()))
    cotangents.add(op.getLhs(), f.multiply(g, powerSlope(cotangents.builder(), f, op)));
  if (cotangents.isWanted(op.getRhs())) {
    Value x = op.getLhs();
    Value isZero = f.compare(ComparisonDirection::EQ, x, f.number(0));
    Value log = f.apply<LogOp>(f.select(isZero, f.number(1), x));
    cotangents.add(op.getRhs(), f.multiply(f.multiply(g, log), op.getResult()));
  }
  return success();
}

/// Of two equal operands each gets one half. Where the other one is the constant 0 (a rectified
/// linear unit) the derivative at 0 is 0, and the result says all that is needed.
template <typename Op> static LogicalResult extremumBackward(Op op, Cotangents &cotangents) {
  constexpr bool isMaximum = std::is_same_v<Op, MaximumOp>;
  ComparisonDirection wins = isMaximum ? ComparisonDirection::GT : ComparisonDirection::LT;
  Value g = cotangents.of(op.getResult());
  Formula f = formulaFor(cotangents, g);
  Value operands[] = {op.getLhs(), op.getRhs()};
  for (unsigned number : {0, 1}) {
    Value own = operands[number], other = operands[1 - number];
    if (!cotangents.isWanted(own))
      continue;
    Value zero = f.number(0);
    if (splatNumber(other) == 0.0) {
      cotangents.add(own, f.select(f.compare(wins, op.getResult(), zero), g, zero));
      continue;
    }
    Value isEqual = f.compare(ComparisonDirection::EQ, own, other);
    Value rest = f.select(isEqual, f.multiply(g, f.number(0.5)), zero);
    cotangents.add(own, f.select(f.compare(wins, own, other), g, rest));
  }
  return success();
}

static LogicalResult selectBackward(SelectOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  Formula f = formulaFor(cotangents, g);
  if (cotangents.isWanted(op.getOnTrue()))
    cotangents.add(op.getOnTrue(), f.select(op.getPred(), g, f.number(0)));
  if (cotangents.isWanted(op.getOnFalse()))
    cotangents.add(op.getOnFalse(), f.select(op.getPred(), f.number(0), g));
  return success();
}

/// At a bound the operand counts as clamped, and the bound gets nothing either.
static LogicalResult clampBackward(ClampOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult()), x = op.getOperand();
  Formula f = formulaFor(cotangents, g);
  ArrayRef<int64_t> shape = tensorType(x).getShape();
  auto whole = [&](Value bound) {
    bool isScalar = tensorType(bound).getRank() == 0;
    return isScalar ? buildBroadcast(builder, bound, shape, {}) : bound;
  };
  Value min = whole(op.getMin()), max = whole(op.getMax());
  if (cotangents.isWanted(x)) {
    Value isAbove = f.compare(ComparisonDirection::GT, x, min);
    Value isBelow = f.compare(ComparisonDirection::LT, x, max);
    Value isInside = AndOp::create(builder, isAbove, isBelow);
    cotangents.add(x, f.select(isInside, g, f.number(0)));
  }
  auto addToBound = [&](Value bound, Value isClamped) {
    Value share = f.select(isClamped, g, f.number(0));
    cotangents.add(bound, tensorType(bound).getRank() == 0 ? buildSum(builder, share) : share);
  };
  if (cotangents.isWanted(op.getMin()))
    addToBound(op.getMin(), f.compare(ComparisonDirection::GT, min, x));
  if (cotangents.isWanted(op.getMax()))
    addToBound(op.getMax(), f.compare(ComparisonDirection::LT, max, x));
  return success();
}

static LogicalResult convertBackward(ConvertOp op, Cotangents &cotangents) {
  Type element = getElementTypeOrSelf(op.getOperand().getType());
  cotangents.add(op.getOperand(),
                 buildConvert(cotangents.builder(), cotangents.of(op.getResult()), element));
  return success();
}

/// Rounding is linear to those who differentiate: the cotangent is rounded alike.
static LogicalResult reducePrecisionBackward(ReducePrecisionOp op, Cotangents &cotangents) {
  Value g = cotangents.of(op.getResult());
  cotangents.add(op.getOperand(),
                 ReducePrecisionOp::create(cotangents.builder(), g.getType(), g,
                                           op.getExponentBits(), op.getMantissaBits()));
  return success();
}

void mlir::remat::attachElementwiseRules(MLIRContext &context) {
  AddOp::attachInterface<FunctionRule<AddOp, addBackward>>(context);
  SubtractOp::attachInterface<FunctionRule<SubtractOp, subtractBackward>>(context);
  MultiplyOp::attachInterface<FunctionRule<MultiplyOp, multiplyBackward>>(context);
  DivideOp::attachInterface<FunctionRule<DivideOp, divideBackward>>(context);
  Atan2Op::attachInterface<FunctionRule<Atan2Op, atan2Backward>>(context);
  RemainderOp::attachInterface<FunctionRule<RemainderOp, remainderBackward>>(context);
  PowerOp::attachInterface<FunctionRule<PowerOp, powerBackward>>(context);
  MaximumOp::attachInterface<FunctionRule<MaximumOp, extremumBackward<MaximumOp>>>(context);
  MinimumOp::attachInterface<FunctionRule<MinimumOp, extremumBackward<MinimumOp>>>(context);
  SelectOp::attachInterface<FunctionRule<SelectOp, selectBackward>>(context);
  ClampOp::attachInterface<FunctionRule<ClampOp, clampBackward>>(context);
  ConvertOp::attachInterface<FunctionRule<ConvertOp, convertBackward>>(context);
  ReducePrecisionOp::attachInterface<FunctionRule<ReducePrecisionOp, reducePrecisionBackward>>(
      context);
}
