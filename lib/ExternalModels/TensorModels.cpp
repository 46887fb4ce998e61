//===- TensorModels.cpp - What the planner must know of tensor ------------===//
#include "remat/ExternalModels/TensorModels.h"
#include "DescribedModel.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/InPlace.h"

using namespace mlir;
using namespace mlir::remat;
using namespace mlir::tensor;

/// Reads a type, no data: nothing must be in memory for it.
static OpKnowledge describeShapeQuery(Operation *op) {
  OpKnowledge known = describeMovement(op);
  known.flops = 0;
  return known;
}

/// Returns operand 1, in which operand 0 has taken a place.
static OpKnowledge describeInsert(Operation *op) {
  OpKnowledge known = describeKernel(op);
  known.flops = elementCount(op->getOperand(0).getType());
  if (isReadOnce(op->getOpOperand(1)))
    known.inPlace.push_back({0, 1});
  return known;
}

void mlir::remat::registerTensorModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, TensorDialect *) {
    attachDescribed<describeConstant, EmptyOp>(*context);
    attachDescribed<describeView, BitcastOp, CastOp, CollapseShapeOp, ExpandShapeOp, ExtractSliceOp,
                    ReshapeOp>(*context);
    attachDescribed<describeBroadcast, SplatOp>(*context);
    attachDescribed<describeMovement, ExtractOp, FromElementsOp, GenerateOp, PadOp>(*context);
    attachDescribed<describeShapeQuery, DimOp, RankOp>(*context);
    attachDescribed<describeKernel, ConcatOp, GatherOp>(*context);
    attachDescribed<describeInsert, InsertOp, InsertSliceOp, ScatterOp>(*context);
  });
}
