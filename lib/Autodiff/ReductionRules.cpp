//===- ReductionRules.cpp - Gradients of reductions -----------------------===//
#include "BuildTensors.h"
#include "ExpandReduction.h"
#include "Rules.h"
#include "remat/Autodiff/ReverseSweep.h"
#include "remat/IR/ElementwiseBody.h"
#include "remat/IR/Formula.h"

using namespace mlir;
using namespace mlir::remat;

static LogicalResult sumBackward(ReduceOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult(0)), input = op.getInputs()[0];
  if (cotangents.isWanted(input))
    cotangents.add(
        input, buildBroadcastOver(builder, g, tensorType(input).getShape(), op.getDimensions()));
  if (cotangents.isWanted(op.getInitValues()[0]))
    cotangents.add(op.getInitValues()[0], buildSum(builder, g));
  return success();
}

/// Elements that are equal to the extremum share its cotangent.
static LogicalResult extremumBackward(ReduceOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult(0)), input = op.getInputs()[0];
  RankedTensorType type = tensorType(input);
  Formula whole(builder, type), reduced(builder, tensorType(g));
  auto repeat = [&](Value value) {
    return buildBroadcastOver(builder, value, type.getShape(), op.getDimensions());
  };
  Value isExtremum = whole.compare(ComparisonDirection::EQ, input, repeat(op.getResult(0)));
  Value share = whole.select(isExtremum, whole.number(1), whole.number(0));
  Value count = buildSum(builder, share, llvm::to_vector(op.getDimensions()));
  cotangents.add(input, whole.multiply(repeat(reduced.divide(g, count)), share));
  return success();
}

/// Any other reduction is written out as elementwise ops, and these are differentiated.
static LogicalResult expandedBackward(ReduceOp op, Cotangents &cotangents) {
  Block &body = op.getBody().front();
  if (!isElementwiseBody(body))
    return op.emitError("'remat.reduce' cannot be differentiated: its body holds ops that are not "
                        "elementwise");
  ImplicitLocOpBuilder &builder = cotangents.builder();
  SmallVector<Value> results;
  SmallVector<Operation *> ops = collectOps(builder, [&] {
    results =
        expandReduction(builder, body, op.getInputs(), op.getInitValues(), op.getDimensions());
  });
  return differentiateExpansion(cotangents, op, ops, results);
}

static LogicalResult reduceBackward(ReduceOp op, Cotangents &cotangents) {
  if (op.getInputs().size() == 1) {
    Block &body = op.getBody().front();
    if (combinesBy<AddOp>(body))
      return sumBackward(op, cotangents);
    bool isExtremum = combinesBy<MaximumOp>(body) || combinesBy<MinimumOp>(body);
    if (isExtremum && !cotangents.isWanted(op.getInitValues()[0]))
      return extremumBackward(op, cotangents);
  }
  return expandedBackward(op, cotangents);
}

void mlir::remat::attachReductionRules(MLIRContext &context) {
  ReduceOp::attachInterface<FunctionRule<ReduceOp, reduceBackward>>(context);
}
