//===- UnaryRules.cpp - Gradients of functions of one number --------------===//
//
// Where the result says as much as the operand does, the result is read: it is kept for the readers
// behind it anyway.
//
//===----------------------------------------------------------------------===//
#include "Rules.h"
#include "remat/IR/Formula.h"
#include <numbers>

using namespace mlir;
using namespace mlir::remat;

namespace {

/// The cotangent of operand `x` of result `y`, where that of `y` is `g`.
using UnaryFormula = Value (*)(Formula &f, Value g, Value x, Value y);

template <typename Op, UnaryFormula formula>
struct UnaryRule : DifferentiableOpInterface::ExternalModel<UnaryRule<Op, formula>, Op> {
  LogicalResult buildBackward(Operation *op, Cotangents &cotangents) const {
    Value x = op->getOperand(0), y = op->getResult(0);
    Formula f(cotangents.builder(), cast<RankedTensorType>(y.getType()));
    cotangents.add(x, formula(f, cotangents.of(y), x, y));
    return success();
  }
};

/// Steps: their derivative is zero wherever there is one.
template <typename Op>
struct StepRule : DifferentiableOpInterface::ExternalModel<StepRule<Op>, Op> {
  bool isDifferentiable(Operation *, unsigned) const { return false; }
  LogicalResult buildBackward(Operation *, Cotangents &) const { return success(); }
};

} // namespace

// sign(0) is 0: the derivative that is chosen at the kink.
static Value absFormula(Formula &f, Value g, Value x, Value) {
  return f.multiply(g, f.apply<SignOp>(x));
}

static Value cbrtFormula(Formula &f, Value g, Value, Value y) {
  return f.divide(g, f.multiply(f.number(3), f.multiply(y, y)));
}

static Value cosineFormula(Formula &f, Value g, Value x, Value) {
  return f.apply<NegateOp>(f.multiply(g, f.apply<SineOp>(x)));
}

/// The derivative of erf at `x`, times g.
static Value erfSlope(Formula &f, Value g, Value x, double factor) {
  Value bell = f.apply<ExponentialOp>(f.apply<NegateOp>(f.multiply(x, x)));
  return f.multiply(f.multiply(f.number(factor * 2 * std::numbers::inv_sqrtpi), g), bell);
}

static Value erfFormula(Formula &f, Value g, Value x, Value) { return erfSlope(f, g, x, 1); }

static Value erfcFormula(Formula &f, Value g, Value x, Value) { return erfSlope(f, g, x, -1); }

static Value exponentialFormula(Formula &f, Value g, Value, Value y) { return f.multiply(g, y); }

static Value exponentialMinusOneFormula(Formula &f, Value g, Value, Value y) {
  return f.multiply(g, f.add(y, f.number(1)));
}

static Value logFormula(Formula &f, Value g, Value x, Value) { return f.divide(g, x); }

static Value logPlusOneFormula(Formula &f, Value g, Value x, Value) {
  return f.divide(g, f.add(x, f.number(1)));
}

static Value logisticFormula(Formula &f, Value g, Value, Value y) {
  return f.multiply(g, f.multiply(y, f.subtract(f.number(1), y)));
}

static Value negateFormula(Formula &f, Value g, Value, Value) { return f.apply<NegateOp>(g); }

static Value rsqrtFormula(Formula &f, Value g, Value, Value y) {
  return f.multiply(g, f.multiply(f.number(-0.5), f.multiply(y, f.multiply(y, y))));
}

static Value sineFormula(Formula &f, Value g, Value x, Value) {
  return f.multiply(g, f.apply<CosineOp>(x));
}

static Value sqrtFormula(Formula &f, Value g, Value, Value y) {
  return f.divide(f.multiply(g, f.number(0.5)), y);
}

static Value tanFormula(Formula &f, Value g, Value, Value y) {
  return f.multiply(g, f.add(f.number(1), f.multiply(y, y)));
}

// (1 + y) (1 - y) keeps the digits that 1 - y² loses where y is near one.
static Value tanhFormula(Formula &f, Value g, Value, Value y) {
  return f.multiply(f.multiply(g, f.add(f.number(1), y)), f.subtract(f.number(1), y));
}

void mlir::remat::attachUnaryRules(MLIRContext &context) {
  AbsOp::attachInterface<UnaryRule<AbsOp, absFormula>>(context);
  CbrtOp::attachInterface<UnaryRule<CbrtOp, cbrtFormula>>(context);
  CosineOp::attachInterface<UnaryRule<CosineOp, cosineFormula>>(context);
  ErfOp::attachInterface<UnaryRule<ErfOp, erfFormula>>(context);
  ErfcOp::attachInterface<UnaryRule<ErfcOp, erfcFormula>>(context);
  ExponentialOp::attachInterface<UnaryRule<ExponentialOp, exponentialFormula>>(context);
  ExponentialMinusOneOp::attachInterface<
      UnaryRule<ExponentialMinusOneOp, exponentialMinusOneFormula>>(context);
  LogOp::attachInterface<UnaryRule<LogOp, logFormula>>(context);
  LogPlusOneOp::attachInterface<UnaryRule<LogPlusOneOp, logPlusOneFormula>>(context);
  LogisticOp::attachInterface<UnaryRule<LogisticOp, logisticFormula>>(context);
  NegateOp::attachInterface<UnaryRule<NegateOp, negateFormula>>(context);
  RsqrtOp::attachInterface<UnaryRule<RsqrtOp, rsqrtFormula>>(context);
  SineOp::attachInterface<UnaryRule<SineOp, sineFormula>>(context);
  SqrtOp::attachInterface<UnaryRule<SqrtOp, sqrtFormula>>(context);
  TanOp::attachInterface<UnaryRule<TanOp, tanFormula>>(context);
  TanhOp::attachInterface<UnaryRule<TanhOp, tanhFormula>>(context);
  CeilOp::attachInterface<StepRule<CeilOp>>(context);
  FloorOp::attachInterface<StepRule<FloorOp>>(context);
  RoundNearestAfzOp::attachInterface<StepRule<RoundNearestAfzOp>>(context);
  RoundNearestEvenOp::attachInterface<StepRule<RoundNearestEvenOp>>(context);
  SignOp::attachInterface<StepRule<SignOp>>(context);
}
