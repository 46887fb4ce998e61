//===- GatherRules.cpp - Gradients of gather ------------------------------===//
#include "BuildTensors.h"
#include "IndexedPlaces.h"
#include "Rules.h"

using namespace mlir;
using namespace mlir::remat;

/// What was read from a place is added to it.
static LogicalResult gatherBackward(GatherOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  RankedTensorType type = tensorType(op.getOperand());
  Value indices = IndexedPlaces::of(op).buildClamped(builder);
  auto scatter = ScatterOp::create(
      builder, TypeRange{type}, ValueRange{buildZeros(builder, type)}, indices,
      ValueRange{cotangents.of(op.getResult())}, op.getOffsetDims(), op.getCollapsedSliceDims(),
      op.getOperandBatchingDims(), op.getStartIndicesBatchingDims(), op.getStartIndexMap(),
      op.getIndexVectorDim(), /*indices_are_sorted=*/false, /*unique_indices=*/false);
  buildCombiner<AddOp>(builder, scatter.getUpdateComputation(), type.getElementType());
  cotangents.add(op.getOperand(), scatter.getResult(0));
  return success();
}

void mlir::remat::attachGatherRules(MLIRContext &context) {
  GatherOp::attachInterface<FunctionRule<GatherOp, gatherBackward>>(context);
}
