//===- SimplifyReductions.cpp - Reductions of one element -----------------===//
//
// JAX writes sums along dimensions of size 1 for gradients of broadcasts. As elementwise ops they
// are computed inside of their readers; reductions are kernels of their own.
//
//===----------------------------------------------------------------------===//
#include "remat/Conversion/Passes.h"
#include "remat/IR/ElementwiseBody.h"

namespace mlir::remat {
#define GEN_PASS_DEF_SIMPLIFYREDUCTIONSPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

using namespace mlir;
using namespace mlir::remat;

static bool reducesOneElement(ReduceOp op) {
  auto type = cast<RankedTensorType>(op.getInputs().front().getType());
  return llvm::all_of(op.getDimensions(),
                      [&](int64_t dimension) { return type.getDimSize(dimension) == 1; });
}

/// `value` in the shape of a result, whose elements are those of the input in the same order; a
/// number is repeated.
static Value inShape(ImplicitLocOpBuilder &builder, Value value, ArrayRef<int64_t> shape) {
  auto own = cast<RankedTensorType>(value.getType()), type = own.clone(shape);
  if (type == own)
    return value;
  if (own.getRank() == 0)
    return BroadcastInDimOp::create(builder, type, value, ArrayRef<int64_t>());
  return ReshapeOp::create(builder, type, value);
}

static void writeElementwise(ReduceOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  ArrayRef<int64_t> shape = cast<RankedTensorType>(op.getResult(0).getType()).getShape();
  SmallVector<Value> operands;
  for (ValueRange values : {ValueRange(op.getInitValues()), ValueRange(op.getInputs())})
    for (Value value : values)
      operands.push_back(inShape(builder, value, shape));
  op.replaceAllUsesWith(runElementwiseBody(builder, op.getBody().front(), operands));
  op.erase();
}

namespace {
struct SimplifyReductionsPass : remat::impl::SimplifyReductionsPassBase<SimplifyReductionsPass> {
  void runOnOperation() override {
    SmallVector<ReduceOp> reductions;
    getOperation().walk([&](ReduceOp op) {
      // Policies refer to ops by their attributes.
      if (reducesOneElement(op) && op->getDiscardableAttrs().empty() &&
          isElementwiseBody(op.getBody().front()))
        reductions.push_back(op);
    });
    for (ReduceOp op : reductions)
      writeElementwise(op);
  }
};
} // namespace
