//===- TosaModels.cpp - What the planner must know of tosa ----------------===//
#include "remat/ExternalModels/TosaModels.h"
#include "DescribedModel.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/InPlace.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::tosa;

/// Product of the sizes of some dimensions of an operand; a dynamic one counts once.
static int64_t sizeOf(Operation *op, unsigned operand, ArrayRef<unsigned> dimensions) {
  auto shaped = dyn_cast<ShapedType>(op->getOperand(operand).getType());
  int64_t size = 1;
  if (!shaped || !shaped.hasRank())
    return size;
  for (unsigned dimension : dimensions)
    if (dimension < shaped.getRank() && !shaped.isDynamicDim(dimension))
      size = saturatingMultiply(size, shaped.getDimSize(dimension));
  return size;
}

/// Two flops for each of `points` elements and each of the multiply-adds that it takes part in.
static OpKnowledge describeProduct(Operation *op, int64_t points, int64_t multiplyAdds) {
  OpKnowledge known = describeKernel(op);
  known.flops = saturatingMultiply(2, saturatingMultiply(points, multiplyAdds));
  return known;
}

/// [N, H, C] times [N, C, W].
static OpKnowledge describeMatMul(Operation *op) {
  return describeProduct(op, resultElementCount(op), sizeOf(op, 0, {2}));
}

/// Weights [OC, KH, KW, IC].
static OpKnowledge describeConv2D(Operation *op) {
  return describeProduct(op, resultElementCount(op), sizeOf(op, 1, {1, 2, 3}));
}

/// Weights [OC, KD, KH, KW, IC].
static OpKnowledge describeConv3D(Operation *op) {
  return describeProduct(op, resultElementCount(op), sizeOf(op, 1, {1, 2, 3, 4}));
}

/// Weights [KH, KW, C, M]: an output channel reads one input channel.
static OpKnowledge describeDepthwiseConv2D(Operation *op) {
  return describeProduct(op, resultElementCount(op), sizeOf(op, 1, {0, 1}));
}

/// Weights [OC, KH, KW, IC]; every input element is spread over a window of every output channel.
static OpKnowledge describeTransposeConv2D(Operation *op) {
  return describeProduct(op, elementCount(op->getOperand(0).getType()), sizeOf(op, 1, {0, 1, 2}));
}

template <typename PoolOp> static OpKnowledge describePool(Operation *op) {
  OpKnowledge known = describeKernel(op);
  for (int64_t size : cast<PoolOp>(op).getKernel())
    known.flops = saturatingMultiply(known.flops, std::max<int64_t>(size, 1));
  return known;
}

/// Returns operand 0 with some rows replaced by those of operand 2.
static OpKnowledge describeScatter(Operation *op) {
  OpKnowledge known = describeKernel(op);
  known.flops = elementCount(op->getOperand(2).getType());
  if (isReadOnce(op->getOpOperand(0)))
    known.inPlace.push_back({0, 0});
  return known;
}

/// Numbers of a shape: no data, no work.
static OpKnowledge describeShapeArithmetic(Operation *op) {
  OpKnowledge known = describeMovement(op);
  known.flops = 0;
  return known;
}

void mlir::remat::registerTosaModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TosaDialect *) {
    attachDescribed<describeArithmetic, AbsOp, AddOp, ApplyScaleOp, ArithmeticRightShiftOp,
                    BitwiseAndOp, BitwiseNotOp, BitwiseOrOp, BitwiseXorOp, CastFromBlockScaledOp,
                    CastOp, CeilOp, ClampOp, ClzOp, EqualOp, FloorOp, GreaterEqualOp, GreaterOp,
                    IntDivOp, LogicalAndOp, LogicalLeftShiftOp, LogicalNotOp, LogicalOrOp,
                    LogicalRightShiftOp, LogicalXorOp, MaximumOp, MinimumOp, MulOp, NegateOp,
                    ReciprocalOp, RescaleOp, SelectOp, SubOp, TableOp>(*context);
    attachDescribed<describeSpecialFunction, ErfOp>(*context);
    attachDescribed<describeTranscendental, CosOp, ExpOp, LogOp, PowOp, RsqrtOp, SigmoidOp, SinOp,
                    TanhOp>(*context);
    attachDescribed<describeView, IdentityOp, ReshapeOp>(*context);
    attachDescribed<describeMovement, PadOp, ReverseOp, SliceOp, TransposeOp>(*context);
    attachDescribed<describeBroadcast, TileOp>(*context);
    attachDescribed<describeReduction, ArgMaxOp, ReduceAllOp, ReduceAnyOp, ReduceMaxOp, ReduceMinOp,
                    ReduceProductOp, ReduceSumOp>(*context);
    attachDescribed<describeMatMul, MatMulOp, MatmulTBlockScaledOp>(*context);
    attachDescribed<describeConv2D, Conv2DOp>(*context);
    attachDescribed<describeConv3D, Conv3DOp>(*context);
    attachDescribed<describeDepthwiseConv2D, DepthwiseConv2DOp>(*context);
    attachDescribed<describeTransposeConv2D, TransposeConv2DOp>(*context);
    attachDescribed<describePool<AvgPool2dOp>, AvgPool2dOp>(*context);
    attachDescribed<describePool<MaxPool2dOp>, MaxPool2dOp>(*context);
    attachDescribed<describeKernel, CastToBlockScaledOp, ConcatOp, FFT2dOp, GatherOp, RFFT2dOp,
                    ResizeOp>(*context);
    attachDescribed<describeScatter, ScatterOp>(*context);
    attachDescribed<describeShapeArithmetic, AddShapeOp, ConcatShapeOp, DimOp, DivCeilShapeOp,
                    DivFloorShapeOp, Exp2ShapeOp, Log2CeilShapeOp, Log2FloorShapeOp, MaxShapeOp,
                    MinShapeOp, ModShapeOp, MulShapeOp, SliceShapeOp, SubShapeOp>(*context);
    attachDescribed<describeBranch, tosa::IfOp>(*context);
    attachDescribed<describeLoop, tosa::WhileOp>(*context);
  });
}
