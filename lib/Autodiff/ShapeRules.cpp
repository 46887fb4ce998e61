//===- ShapeRules.cpp - Gradients of ops that move elements ---------------===//
#include "BuildTensors.h"
#include "Rules.h"

using namespace mlir;
using namespace mlir::remat;

/// Sums over what was repeated.
static LogicalResult broadcastBackward(BroadcastInDimOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  RankedTensorType operand = tensorType(op.getOperand()), result = tensorType(op.getResult());
  ArrayRef<int64_t> dimensions = op.getBroadcastDimensions();
  // Dimensions of the result that the operand has in full, and those of the operand that they are.
  SmallVector<std::pair<int64_t, int64_t>> kept;
  for (auto [own, target] : llvm::enumerate(dimensions))
    if (operand.getDimSize(own) == result.getDimSize(target))
      kept.push_back({target, own});
  llvm::sort(kept);
  SmallVector<int64_t> summed;
  for (int64_t dimension = 0; dimension < result.getRank(); ++dimension)
    if (llvm::none_of(kept, [&](auto pair) { return pair.first == dimension; }))
      summed.push_back(dimension);
  Value sum = buildSum(builder, cotangents.of(op.getResult()), summed);
  SmallVector<int64_t> permutation = llvm::to_vector(llvm::seq<int64_t>(0, kept.size()));
  llvm::sort(permutation, [&](int64_t a, int64_t b) { return kept[a].second < kept[b].second; });
  cotangents.add(op.getOperand(), buildReshape(builder, buildTranspose(builder, sum, permutation),
                                               operand.getShape()));
  return success();
}

static LogicalResult reshapeBackward(ReshapeOp op, Cotangents &cotangents) {
  cotangents.add(op.getOperand(), buildReshape(cotangents.builder(), cotangents.of(op.getResult()),
                                               tensorType(op.getOperand()).getShape()));
  return success();
}

static LogicalResult transposeBackward(TransposeOp op, Cotangents &cotangents) {
  SmallVector<int64_t> inverse(op.getPermutation().size());
  for (auto [to, from] : llvm::enumerate(op.getPermutation()))
    inverse[from] = to;
  cotangents.add(op.getOperand(),
                 buildTranspose(cotangents.builder(), cotangents.of(op.getResult()), inverse));
  return success();
}

static LogicalResult reverseBackward(ReverseOp op, Cotangents &cotangents) {
  cotangents.add(
      op.getOperand(),
      ReverseOp::create(cotangents.builder(), cotangents.of(op.getResult()), op.getDimensions()));
  return success();
}

static LogicalResult barrierBackward(BarrierOp op, Cotangents &cotangents) {
  for (auto [operand, result] : llvm::zip_equal(op->getOperands(), op->getResults()))
    cotangents.add(operand, cotangents.of(result));
  return success();
}

namespace {
/// Bits read as another type have no derivative; those of the same type are the number itself.
struct BitcastRule : DifferentiableOpInterface::ExternalModel<BitcastRule, BitcastConvertOp> {
  bool isDifferentiable(Operation *op, unsigned) const {
    return op->getOperand(0).getType() == op->getResult(0).getType();
  }
  LogicalResult buildBackward(Operation *op, Cotangents &cotangents) const {
    cotangents.add(op->getOperand(0), cotangents.of(op->getResult(0)));
    return success();
  }
};
} // namespace

void mlir::remat::attachShapeRules(MLIRContext &context) {
  BroadcastInDimOp::attachInterface<FunctionRule<BroadcastInDimOp, broadcastBackward>>(context);
  ReshapeOp::attachInterface<FunctionRule<ReshapeOp, reshapeBackward>>(context);
  TransposeOp::attachInterface<FunctionRule<TransposeOp, transposeBackward>>(context);
  ReverseOp::attachInterface<FunctionRule<ReverseOp, reverseBackward>>(context);
  BarrierOp::attachInterface<FunctionRule<BarrierOp, barrierBackward>>(context);
  BitcastConvertOp::attachInterface<BitcastRule>(context);
}
