//===- ElementArithmetic.cpp - Elementwise ops on elements ----------------===//
#include "ElementArithmetic.h"
#include "ElementTypes.h"
#include "MathFunctions.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "remat/IR/Remat.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::remat;
using arith::CmpFPredicate;
using arith::CmpIPredicate;

bool mlir::remat::isElementArithmetic(Operation *op) {
  return op->hasTrait<OpTrait::Elementwise>() || isa<SelectOp, ClampOp>(op);
}

/// An f64 function of the C library, lane by lane.
template <typename OpTy> static Value callPerLane(ElementBuilder &b, ArrayRef<Value> operands) {
  Type element = getElementTypeOrSelf(operands[0].getType());
  int64_t lanes = ElementBuilder::lanesOf(operands[0]);
  if (lanes == 1)
    return b.make<OpTy>(TypeRange(element), ValueRange(operands));
  SmallVector<Value> results;
  for (int64_t lane = 0; lane < lanes; ++lane) {
    SmallVector<Value, 2> scalars;
    for (Value operand : operands)
      scalars.push_back(b.make<vector::ExtractOp>(operand, ArrayRef<int64_t>{lane}));
    results.push_back(b.make<OpTy>(TypeRange(element), ValueRange(scalars)));
  }
  return b.make<vector::FromElementsOp>(VectorType::get({lanes}, element), results);
}

/// A function that has an own form for f32 and is the C library's for f64.
template <typename OpTy>
static Value function(ElementBuilder &b, Value (*f32)(ElementBuilder &, Value), Value x) {
  return getElementTypeOrSelf(x.getType()).isF64() ? callPerLane<OpTy>(b, {x}) : f32(b, x);
}

template <typename OpTy>
static Value function(ElementBuilder &b, Value (*f32)(ElementBuilder &, Value, Value), Value x,
                      Value y) {
  return getElementTypeOrSelf(x.getType()).isF64() ? callPerLane<OpTy>(b, {x, y}) : f32(b, x, y);
}

static Value logistic(ElementBuilder &b, Value x) {
  if (!getElementTypeOrSelf(x.getType()).isF64())
    return logisticF32(b, x);
  Value one = b.floatLike(x, 1.0);
  return b.divf(one, b.addf(one, callPerLane<math::ExpOp>(b, {b.negf(x)})));
}

static Value signFloat(ElementBuilder &b, Value x) {
  // Zeros keep their sign, NaN stays NaN.
  Value magnitude = copySign(b, b.floatLike(x, 1.0), x);
  Value keeps = b.cmpf(CmpFPredicate::UEQ, x, b.floatLike(x, 0.0));
  return b.select(keeps, x, magnitude);
}

static Value floatUnary(ElementBuilder &b, Operation *op, Value x) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AbsOp>([&](auto) { return b.absf(x); })
      .Case<NegateOp>([&](auto) { return b.negf(x); })
      .Case<SignOp>([&](auto) { return signFloat(b, x); })
      .Case<CeilOp>([&](auto) { return b.make<math::CeilOp>(x); })
      .Case<FloorOp>([&](auto) { return b.make<math::FloorOp>(x); })
      .Case<RoundNearestAfzOp>([&](auto) { return b.make<math::RoundOp>(x); })
      .Case<RoundNearestEvenOp>([&](auto) { return b.make<math::RoundEvenOp>(x); })
      .Case<SqrtOp>([&](auto) { return b.make<math::SqrtOp>(x); })
      .Case<RsqrtOp>([&](auto) { return b.divf(b.floatLike(x, 1.0), b.make<math::SqrtOp>(x)); })
      .Case<CbrtOp>([&](auto) { return function<math::CbrtOp>(b, cbrtF32, x); })
      .Case<CosineOp>([&](auto) { return function<math::CosOp>(b, cosF32, x); })
      .Case<SineOp>([&](auto) { return function<math::SinOp>(b, sinF32, x); })
      .Case<TanOp>([&](auto) { return function<math::TanOp>(b, tanF32, x); })
      .Case<TanhOp>([&](auto) { return function<math::TanhOp>(b, tanhF32, x); })
      .Case<ErfOp>([&](auto) { return function<math::ErfOp>(b, erfF32, x); })
      .Case<ErfcOp>([&](auto) { return function<math::ErfcOp>(b, erfcF32, x); })
      .Case<ExponentialOp>([&](auto) { return function<math::ExpOp>(b, expF32, x); })
      .Case<ExponentialMinusOneOp>([&](auto) { return function<math::ExpM1Op>(b, expm1F32, x); })
      .Case<LogOp>([&](auto) { return function<math::LogOp>(b, logF32, x); })
      .Case<LogPlusOneOp>([&](auto) { return function<math::Log1pOp>(b, log1pF32, x); })
      .Case<LogisticOp>([&](auto) { return logistic(b, x); })
      .Case<IsFiniteOp>(
          [&](auto) { return b.cmpf(CmpFPredicate::ONE, b.absf(x), b.floatLike(x, HUGE_VAL)); })
      .Case<ReducePrecisionOp>([&](ReducePrecisionOp reduce) {
        return reducePrecision(b, x, reduce.getExponentBits(), reduce.getMantissaBits());
      })
      .Default([](Operation *) { return Value(); });
}

static Value floatBinary(ElementBuilder &b, Operation *op, Value x, Value y) {
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AddOp>([&](auto) { return b.addf(x, y); })
      .Case<SubtractOp>([&](auto) { return b.subf(x, y); })
      .Case<MultiplyOp>([&](auto) { return b.mulf(x, y); })
      .Case<DivideOp>([&](auto) { return b.divf(x, y); })
      .Case<RemainderOp>([&](auto) {
        return callPerLane<arith::RemFOp>(b, {x, y});
      })
      .Case<MaximumOp>([&](auto) { return maximumFloat(b, x, y); })
      .Case<MinimumOp>([&](auto) { return minimumFloat(b, x, y); })
      .Case<PowerOp>([&](auto) { return function<math::PowFOp>(b, powF32, x, y); })
      .Case<Atan2Op>([&](auto) { return function<math::Atan2Op>(b, atan2F32, x, y); })
      .Default([](Operation *) { return Value(); });
}

static Value intUnary(ElementBuilder &b, Operation *op, Value x, bool isSigned) {
  Value zero = b.intLike(x, 0);
  auto isNegative = [&] { return b.cmpi(CmpIPredicate::slt, x, zero); };
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AbsOp>([&](auto) { return isSigned ? b.select(isNegative(), b.subi(zero, x), x) : x; })
      .Case<NegateOp>([&](auto) { return b.subi(zero, x); })
      .Case<NotOp>([&](auto) { return b.xori(x, b.intLike(x, -1)); })
      .Case<SignOp>([&](auto) {
        Value one = b.intLike(x, 1);
        Value sign = b.select(b.cmpi(CmpIPredicate::eq, x, zero), zero, one);
        return isSigned ? b.select(isNegative(), b.intLike(x, -1), sign) : sign;
      })
      .Case<PopcntOp>([&](auto) { return b.make<math::CtPopOp>(x); })
      .Case<CountLeadingZerosOp>([&](auto) { return b.make<math::CountLeadingZerosOp>(x); })
      .Default([](Operation *) { return Value(); });
}

static Value intBinary(ElementBuilder &b, Operation *op, Value x, Value y, bool isSigned) {
  auto choose = [&](CmpIPredicate ofSigned, CmpIPredicate ofUnsigned) {
    return b.select(b.cmpi(isSigned ? ofSigned : ofUnsigned, x, y), x, y);
  };
  // Of i1 a sum is 'or' and a product 'and'.
  bool isBool = getElementTypeOrSelf(x.getType()).isInteger(1);
  return llvm::TypeSwitch<Operation *, Value>(op)
      .Case<AddOp>([&](auto) { return isBool ? b.ori(x, y) : b.addi(x, y); })
      .Case<SubtractOp>([&](auto) { return b.subi(x, y); })
      .Case<MultiplyOp>([&](auto) { return b.muli(x, y); })
      .Case<DivideOp>([&](auto) { return divideInt(b, x, y, isSigned); })
      .Case<RemainderOp>([&](auto) { return remainderInt(b, x, y, isSigned); })
      .Case<PowerOp>([&](auto) { return powerInt(b, x, y, isSigned); })
      .Case<MaximumOp>([&](auto) { return choose(CmpIPredicate::sgt, CmpIPredicate::ugt); })
      .Case<MinimumOp>([&](auto) { return choose(CmpIPredicate::slt, CmpIPredicate::ult); })
      .Case<AndOp>([&](auto) { return b.andi(x, y); })
      .Case<OrOp>([&](auto) { return b.ori(x, y); })
      .Case<XorOp>([&](auto) { return b.xori(x, y); })
      .Case<ShiftLeftOp>([&](auto) { return shiftInt(b, x, y, ShiftKind::Left); })
      .Case<ShiftRightLogicalOp>([&](auto) { return shiftInt(b, x, y, ShiftKind::RightLogical); })
      .Case<ShiftRightArithmeticOp>(
          [&](auto) { return shiftInt(b, x, y, ShiftKind::RightArithmetic); })
      .Default([](Operation *) { return Value(); });
}

static Value clampElement(ElementBuilder &b, Type element, ArrayRef<Value> operands) {
  Value low = operands[0], x = operands[1], high = operands[2];
  if (isa<FloatType>(element))
    return minimumFloat(b, maximumFloat(b, x, low), high);
  bool isSigned = !isUnsigned(element);
  CmpIPredicate less = isSigned ? CmpIPredicate::slt : CmpIPredicate::ult;
  x = b.select(b.cmpi(less, x, low), low, x);
  return b.select(b.cmpi(less, high, x), high, x);
}

Value mlir::remat::emitElementArithmetic(ElementBuilder &b, Operation *op,
                                         ArrayRef<Value> operands) {
  Type from = getElementTypeOrSelf(op->getOperand(0).getType());
  Type to = getElementTypeOrSelf(op->getResult(0).getType());
  if (isa<SelectOp>(op))
    return b.select(operands[0], operands[1], operands[2]);
  if (isa<ClampOp>(op))
    return clampElement(b, to, operands);
  if (isa<CompareOp>(op))
    return compareElements(b, op, operands[0], operands[1]);
  if (isa<ConvertOp>(op))
    return convertElement(b, operands[0], from, to);
  if (isa<FloatType>(from)) {
    Value result = operands.size() == 1 ? floatUnary(b, op, operands[0])
                                        : floatBinary(b, op, operands[0], operands[1]);
    return result ? roundTo(b, result, to) : result;
  }
  bool isSigned = !isUnsigned(from);
  return operands.size() == 1 ? intUnary(b, op, operands[0], isSigned)
                              : intBinary(b, op, operands[0], operands[1], isSigned);
}
