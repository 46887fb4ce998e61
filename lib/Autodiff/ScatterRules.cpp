//===- ScatterRules.cpp - Gradients of scatter ----------------------------===//
#include "BuildTensors.h"
#include "IndexedPlaces.h"
#include "Rules.h"
#include "remat/IR/Formula.h"

using namespace mlir;
using namespace mlir::remat;

namespace {

/// One scatter with one input, and what its rules have in common.
struct ScatterBackward {
  ScatterOp op;
  Cotangents &cotangents;
  ImplicitLocOpBuilder &builder = cotangents.builder();
  Value g = cotangents.of(op.getResult(0)), input = op.getInputs()[0], updates = op.getUpdates()[0];
  RankedTensorType wholeType = tensorType(input), updatesType = tensorType(updates);
  Formula whole{builder, wholeType}, parts{builder, updatesType};

  void add();
  void set();
  void multiply();
  void extremum();

private:
  Value isInside();
  /// What `value` holds at the places of the updates; zero for updates that are left out.
  Value atUpdates(Value value) {
    return parts.select(isInside(), gatherUpdates(builder, op, value), parts.number(0));
  }
  template <typename Op> Value scatter(Value into, Value values) {
    ScatterOp made = scatterLike(builder, op, into, values);
    buildCombiner<Op>(builder, made.getUpdateComputation(), tensorType(into).getElementType());
    return made.getResult(0);
  }
  Value scatterSet(Value into, Value values);
};

} // namespace

/// True, per element of the updates, where it is written.
Value ScatterBackward::isInside() {
  SmallVector<int64_t> dimensions;
  for (int64_t dimension = 0; dimension < updatesType.getRank(); ++dimension)
    if (!llvm::is_contained(op.getUpdateWindowDims(), dimension))
      dimensions.push_back(dimension);
  return buildBroadcast(builder, IndexedPlaces::of(op).buildIsInside(builder),
                        updatesType.getShape(), dimensions);
}

Value ScatterBackward::scatterSet(Value into, Value values) {
  ScatterOp made = scatterLike(builder, op, into, values);
  OpBuilder::InsertionGuard guard(builder);
  auto scalar = RankedTensorType::get({}, tensorType(into).getElementType());
  Block *body = builder.createBlock(&made.getUpdateComputation(), {}, {scalar, scalar},
                                    {builder.getLoc(), builder.getLoc()});
  YieldOp::create(builder, ValueRange{body->getArgument(1)});
  return made.getResult(0);
}

void ScatterBackward::add() {
  cotangents.add(input, g);
  if (cotangents.isWanted(updates))
    cotangents.add(updates, atUpdates(g));
}

/// Of several updates at one place the last one counts: each element of the updates has a number,
/// and the numbers are scattered like the updates.
void ScatterBackward::set() {
  if (op.getUniqueIndices()) {
    if (cotangents.isWanted(input))
      cotangents.add(input, scatterSet(g, parts.number(0)));
    if (cotangents.isWanted(updates))
      cotangents.add(updates, atUpdates(g));
    return;
  }
  int64_t count = updatesType.getNumElements();
  Type element =
      count < std::numeric_limits<int32_t>::max() ? builder.getI32Type() : builder.getI64Type();
  auto lineType = RankedTensorType::get({count}, element);
  Value line = AddOp::create(builder, IotaOp::create(builder, lineType, 0),
                             buildSplat(builder, lineType, 1));
  Value numbers = buildReshape(builder, line, updatesType.getShape());
  Value none = buildZeros(builder, wholeType.clone(element));
  Value winners = scatterSet(none, numbers);
  if (cotangents.isWanted(input)) {
    Value isKept = buildCompare(builder, ComparisonDirection::EQ, winners, none);
    cotangents.add(input, whole.select(isKept, g, whole.number(0)));
  }
  if (cotangents.isWanted(updates)) {
    Value isWinner = buildCompare(builder, ComparisonDirection::EQ,
                                  gatherUpdates(builder, op, winners), numbers);
    cotangents.add(updates, parts.select(isWinner, atUpdates(g), parts.number(0)));
  }
}

void ScatterBackward::multiply() {
  if (cotangents.isWanted(input))
    cotangents.add(input, scatter<MultiplyOp>(g, updates));
  if (cotangents.isWanted(updates))
    cotangents.add(updates, atUpdates(whole.multiply(g, input)));
}

/// Whoever is equal to the extremum of a place has a share of its cotangent.
void ScatterBackward::extremum() {
  Value result = op.getResult(0);
  auto flag = [](Formula &f, Value isSet) { return f.select(isSet, f.number(1), f.number(0)); };
  Value ofInput = flag(whole, whole.compare(ComparisonDirection::EQ, input, result));
  Value isEqual =
      parts.compare(ComparisonDirection::EQ, updates, gatherUpdates(builder, op, result));
  Value ofUpdates = flag(parts, AndOp::create(builder, isEqual, isInside()));
  Value share = whole.divide(g, scatter<AddOp>(ofInput, ofUpdates));
  cotangents.add(input, whole.multiply(share, ofInput));
  if (cotangents.isWanted(updates))
    cotangents.add(updates, parts.multiply(atUpdates(share), ofUpdates));
}

/// True for a body that yields the update.
static bool isSet(Block &body) {
  return llvm::hasSingleElement(body) && body.back().getOperand(0) == body.getArgument(1);
}

static LogicalResult scatterBackward(ScatterOp op, Cotangents &cotangents) {
  if (op.getInputs().size() != 1)
    return op.emitError("'remat.scatter' with several inputs cannot be differentiated; use one "
                        "scatter per input");
  ScatterBackward backward{op, cotangents};
  Block &body = op.getUpdateComputation().front();
  if (combinesBy<AddOp>(body))
    backward.add();
  else if (isSet(body))
    backward.set();
  else if (combinesBy<MaximumOp>(body) || combinesBy<MinimumOp>(body))
    backward.extremum();
  else if (combinesBy<MultiplyOp>(body) && op.getUniqueIndices())
    backward.multiply();
  else if (combinesBy<MultiplyOp>(body))
    return op.emitError("'remat.scatter' that multiplies cannot be differentiated where places may "
                        "repeat; 'unique_indices' is expected");
  else
    return op.emitError("'remat.scatter' cannot be differentiated: a body that adds, multiplies, "
                        "takes the update, or the larger or smaller one, is expected");
  return success();
}

void mlir::remat::attachScatterRules(MLIRContext &context) {
  ScatterOp::attachInterface<FunctionRule<ScatterOp, scatterBackward>>(context);
}
