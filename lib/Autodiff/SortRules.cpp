//===- SortRules.cpp - Gradients of sorting -------------------------------===//
#include "BuildTensors.h"
#include "Rules.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::remat;

/// A sort that also returns where each element came from, in the place of `op`. What is kept for
/// backward is the permutation alone.
static SortOp sortWithPositions(SortOp op) {
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  RankedTensorType type = tensorType(op.getInputs()[0]);
  Value positions = buildIota(builder, type.getShape(), static_cast<int64_t>(op.getDimension()));
  SmallVector<Value> inputs(op.getInputs());
  inputs.push_back(positions);
  auto sort = SortOp::create(builder, ValueRange(inputs).getTypes(), inputs, op.getDimension(),
                             op.getIsStable());
  IRMapping mapping;
  op.getComparator().cloneInto(&sort.getComparator(), mapping);
  auto scalar = RankedTensorType::get({}, builder.getI32Type());
  sort.getComparator().addArguments({scalar, scalar}, {op.getLoc(), op.getLoc()});
  op->replaceAllUsesWith(sort.getResults().drop_back());
  return sort;
}

/// Cotangents go back to where the elements came from: sorted by that.
static LogicalResult sortBackward(SortOp op, Cotangents &cotangents) {
  ImplicitLocOpBuilder &builder = cotangents.builder();
  SmallVector<Value> inputs{Value()};
  SmallVector<Value> wanted;
  for (auto [input, result] : llvm::zip_equal(op.getInputs(), op.getResults()))
    if (Value g = cotangents.of(result); g && cotangents.isWanted(input)) {
      inputs.push_back(g);
      wanted.push_back(input);
    }
  if (wanted.empty())
    return success();
  inputs.front() = sortWithPositions(op).getResults().back();
  auto back = SortOp::create(builder, ValueRange(inputs).getTypes(), inputs, op.getDimension(),
                             /*is_stable=*/false);
  {
    OpBuilder::InsertionGuard guard(builder);
    SmallVector<Type> types;
    for (Value input : inputs)
      types.append(2, RankedTensorType::get({}, tensorType(input).getElementType()));
    Block *body = builder.createBlock(&back.getComparator(), {}, types,
                                      SmallVector<Location>(types.size(), builder.getLoc()));
    YieldOp::create(builder, buildCompare(builder, ComparisonDirection::LT, body->getArgument(0),
                                          body->getArgument(1)));
  }
  for (auto [input, result] : llvm::zip_equal(wanted, back.getResults().drop_front()))
    cotangents.add(input, result);
  return success();
}

void mlir::remat::attachSortRules(MLIRContext &context) {
  SortOp::attachInterface<FunctionRule<SortOp, sortBackward>>(context);
}
