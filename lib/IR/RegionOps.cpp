//===- RegionOps.cpp - Verification and inference of ops with bodies ------===//
#include "BodyCheck.h"
#include "ShapeCheck.h"
#include "VerifyInferred.h"
#include "WindowShape.h"
#include "remat/IR/CheckpointPolicy.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

//===- Bodies -------------------------------------------------------------===//

/// A body takes `arguments` and yields `results`.
static LogicalResult checkBody(Operation *op, StringRef name, Region &body, TypeRange arguments,
                               TypeRange results) {
  Block &block = body.front();
  if (block.getArgumentTypes() != arguments)
    return op->emitOpError() << "region '" << name << "' takes "
                             << typesText(block.getArgumentTypes()) << ", but "
                             << typesText(arguments) << " is expected";
  auto yield = block.empty() ? YieldOp() : dyn_cast<YieldOp>(block.back());
  if (!yield)
    return op->emitOpError() << "region '" << name << "' does not end in remat.yield";
  if (yield.getOperandTypes() != results)
    return op->emitOpError() << "region '" << name << "' yields "
                             << typesText(yield.getOperandTypes()) << ", but " << typesText(results)
                             << " is expected";
  return success();
}

static SmallVector<Type> scalarsOf(TypeRange types) {
  SmallVector<Type> scalars;
  for (Type type : types)
    scalars.push_back(scalarOf(type));
  return scalars;
}

LogicalResult mlir::remat::checkCombiner(Operation *op, StringRef name, Region &body,
                                         TypeRange inputs) {
  SmallVector<Type> results = scalarsOf(inputs), arguments = results;
  arguments.append(results);
  return checkBody(op, name, body, arguments, results);
}

static Type boolScalar(MLIRContext *context) {
  return RankedTensorType::get({}, IntegerType::get(context, 1));
}

//===- Reductions ---------------------------------------------------------===//

/// One initial value per input.
static LogicalResult checkPairs(Operation *op) {
  if (op->getNumOperands() % 2 != 0)
    return op->emitOpError() << "has " << op->getNumOperands()
                             << " operands; as many initial values as inputs are expected";
  return success();
}

/// Inputs of one shape, each with an initial value of its element type.
static FailureOr<RankedTensorType> checkInputs(ShapeCheck check, ValueRange inputs,
                                               ValueRange initValues) {
  if (inputs.empty())
    return check.fail("needs at least one input");
  auto first = cast<RankedTensorType>(inputs.front().getType());
  for (auto [input, init] : llvm::zip_equal(inputs, initValues))
    if (failed(check.sameShape("the inputs", first, "one another", input.getType())) ||
        failed(check.sameElementType("input", input.getType(), "initial value", init.getType())))
      return failure();
  return first;
}

LogicalResult ReduceOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                         Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  FailureOr<RankedTensorType> input =
      checkInputs(check, adaptor.getInputs(), adaptor.getInitValues());
  if (failed(input) || failed(check.dimensions("dimensions", adaptor.getDimensions(),
                                               input->getRank(), "the input")))
    return failure();
  SmallVector<int64_t> shape;
  for (int64_t dimension = 0; dimension < input->getRank(); ++dimension)
    if (!llvm::is_contained(adaptor.getDimensions(), dimension))
      shape.push_back(input->getDimSize(dimension));
  for (Value value : adaptor.getInputs())
    inferred.push_back(RankedTensorType::get(shape, getElementTypeOrSelf(value)));
  return success();
}

LogicalResult ReduceOp::verify() {
  return failed(checkPairs(*this)) ? failure() : verifyInferred(*this);
}

LogicalResult ReduceOp::verifyRegions() {
  return checkCombiner(*this, "body", getBody(), getInputs().getTypes());
}

LogicalResult ReduceWindowOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                               Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  FailureOr<RankedTensorType> input =
      checkInputs(check, adaptor.getInputs(), adaptor.getInitValues());
  if (failed(input) || failed(check.length("window_dimensions", adaptor.getWindowDimensions(),
                                           input->getRank(), "the input")))
    return failure();
  FailureOr<SmallVector<int64_t>> places = WindowShape{input->getShape(),
                                                       adaptor.getWindowDimensions(),
                                                       adaptor.getWindowStrides(),
                                                       adaptor.getBaseDilations(),
                                                       adaptor.getWindowDilations(),
                                                       adaptor.getPadding(),
                                                       "base_dilations",
                                                       "window_dilations"}
                                               .places(check);
  if (failed(places))
    return failure();
  for (Value value : adaptor.getInputs())
    inferred.push_back(RankedTensorType::get(*places, getElementTypeOrSelf(value)));
  return success();
}

LogicalResult ReduceWindowOp::verify() {
  return failed(checkPairs(*this)) ? failure() : verifyInferred(*this);
}

LogicalResult ReduceWindowOp::verifyRegions() {
  return checkCombiner(*this, "body", getBody(), getInputs().getTypes());
}

LogicalResult SelectAndScatterOp::verify() {
  ShapeCheck check(*this);
  auto operand = cast<RankedTensorType>(getOperand().getType()),
       source = cast<RankedTensorType>(getSource().getType());
  SmallVector<int64_t> ones(operand.getRank(), 1);
  if (failed(check.sameElementType("operand", operand, "source", source)) ||
      failed(check.sameElementType("operand", operand, "init_value", getInitValue().getType())) ||
      failed(check.length("window_dimensions", getWindowDimensions(), operand.getRank(),
                          "the operand")))
    return failure();
  FailureOr<SmallVector<int64_t>> places =
      WindowShape{operand.getShape(), getWindowDimensions(), getWindowStrides(), ones, ones,
                  getPadding(),       "base_dilations",      "window_dilations"}
          .places(check);
  if (failed(places))
    return failure();
  if (source.getShape() != ArrayRef(*places))
    return emitOpError() << "the source has shape " << shapeText(source.getShape())
                         << ", but the windows have " << shapeText(*places);
  return success();
}

LogicalResult SelectAndScatterOp::verifyRegions() {
  Type element = scalarOf(getOperand().getType());
  if (failed(
          checkBody(*this, "select", getSelect(), {element, element}, boolScalar(getContext()))) ||
      failed(checkBody(*this, "scatter", getScatter(), {element, element}, element)))
    return failure();
  return success();
}

LogicalResult ScatterOp::verifyRegions() {
  return checkCombiner(*this, "update_computation", getUpdateComputation(), getInputs().getTypes());
}

LogicalResult SortOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                       Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  ShapeCheck check(location, getOperationName());
  if (adaptor.getInputs().empty())
    return check.fail("needs at least one input");
  auto first = cast<RankedTensorType>(adaptor.getInputs().front().getType());
  for (Value input : adaptor.getInputs())
    if (failed(check.sameShape("the inputs", first, "one another", input.getType())))
      return failure();
  if (failed(check.dimension("dimension", adaptor.getDimensionAttr().getInt(), first.getRank(),
                             "the input")))
    return failure();
  llvm::append_range(inferred, adaptor.getInputs().getTypes());
  return success();
}

LogicalResult SortOp::verify() { return verifyInferred(*this); }

LogicalResult SortOp::verifyRegions() {
  SmallVector<Type> arguments;
  for (Type scalar : scalarsOf(getInputs().getTypes()))
    arguments.append(2, scalar);
  return checkBody(*this, "comparator", getComparator(), arguments, boolScalar(getContext()));
}

//===- Loops and branches -------------------------------------------------===//

LogicalResult WhileOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                        Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  if (adaptor.getOperand().empty())
    return ShapeCheck(location, getOperationName()).fail("carries nothing: it could never end");
  llvm::append_range(inferred, adaptor.getOperand().getTypes());
  return success();
}

LogicalResult WhileOp::verify() { return verifyInferred(*this); }

LogicalResult WhileOp::verifyRegions() {
  TypeRange carried = getOperand().getTypes();
  if (failed(checkBody(*this, "cond", getCond(), carried, boolScalar(getContext()))) ||
      failed(checkBody(*this, "body", getBody(), carried, carried)))
    return failure();
  return success();
}

LogicalResult IfOp::verifyRegions() {
  if (failed(checkBody(*this, "true_branch", getTrueBranch(), {}, getResultTypes())) ||
      failed(checkBody(*this, "false_branch", getFalseBranch(), {}, getResultTypes())))
    return failure();
  return success();
}

LogicalResult CaseOp::verify() {
  if (getBranches().empty())
    return emitOpError("needs at least one branch");
  return success();
}

LogicalResult CaseOp::verifyRegions() {
  for (auto [number, branch] : llvm::enumerate(getBranches()))
    if (failed(checkBody(*this, "branch " + std::to_string(number), branch, {}, getResultTypes())))
      return failure();
  return success();
}

//===- Checkpoint regions -------------------------------------------------===//

void CheckpointOp::build(OpBuilder &builder, OperationState &state, ValueRange inputs,
                         StringRef name,
                         llvm::function_ref<void(OpBuilder &, Location, ValueRange)> buildBody) {
  OpBuilder::InsertionGuard guard(builder);
  state.addOperands(inputs);
  if (!name.empty())
    state.getOrAddProperties<Properties>().name = builder.getStringAttr(name);
  Block *body = builder.createBlock(state.addRegion(), {}, inputs.getTypes(),
                                    SmallVector<Location>(inputs.size(), state.location));
  buildBody(builder, state.location, body->getArguments());
  state.addTypes(cast<YieldOp>(body->back()).getOperandTypes());
}

LogicalResult CheckpointOp::inferReturnTypes(MLIRContext *, std::optional<Location> location,
                                             Adaptor adaptor, SmallVectorImpl<Type> &inferred) {
  Region &body = adaptor.getBody();
  auto yield =
      body.empty() || body.front().empty() ? YieldOp() : dyn_cast<YieldOp>(body.front().back());
  if (!yield)
    return ShapeCheck(location, getOperationName())
        .fail("region 'body' does not end in remat.yield");
  llvm::append_range(inferred, yield.getOperandTypes());
  return success();
}

LogicalResult CheckpointOp::verify() {
  if (StringAttr name = getNameAttr(); name && name.empty())
    return emitOpError("attribute 'name' is empty");
  if (llvm::Expected<CheckpointPolicy> policy = CheckpointPolicy::parse(getPolicy().value_or(""));
      !policy)
    return emitOpError() << llvm::toString(policy.takeError());
  return verifyInferred(*this);
}

LogicalResult CheckpointOp::verifyRegions() {
  return checkBody(*this, "body", getBody(), getInputs().getTypes(), getResultTypes());
}
