//===- MathModels.cpp - What the planner must know of math ----------------===//
#include "remat/ExternalModels/MathModels.h"
#include "DescribedModel.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "remat/Interfaces/ElementCount.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::math;

/// Multiply and add.
static OpKnowledge describeFma(Operation *op) {
  OpKnowledge known = describeArithmetic(op);
  known.flops = saturatingMultiply(2, known.flops);
  return known;
}

void mlir::remat::registerMathModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, MathDialect *) {
    attachDescribed<describeArithmetic, AbsFOp, AbsIOp, CeilOp, ClampFOp, CopySignOp,
                    CountLeadingZerosOp, CountTrailingZerosOp, CtPopOp, FloorOp, IsFiniteOp,
                    IsInfOp, IsNaNOp, IsNormalOp, RoundEvenOp, RoundOp, TruncOp>(*context);
    attachDescribed<describeFma, FmaOp>(*context);
    attachDescribed<describeSpecialFunction, ErfOp, ErfcOp>(*context);
    attachDescribed<describeTranscendental, AcosOp, AcoshOp, AsinOp, AsinhOp, Atan2Op, AtanOp,
                    AtanhOp, CbrtOp, CosOp, CoshOp, Exp2Op, ExpM1Op, ExpOp, FPowIOp, IPowIOp,
                    Log10Op, Log1pOp, Log2Op, LogOp, PowFOp, RsqrtOp, SinOp, SincosOp, SinhOp,
                    SqrtOp, TanOp, TanhOp>(*context);
  });
}
