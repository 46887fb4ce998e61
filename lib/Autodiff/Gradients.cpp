//===- Gradients.cpp - Gradients of a function's loss ---------------------===//
#include "remat/Autodiff/Gradients.h"
#include "BuildTensors.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Autodiff/ReverseSweep.h"
#include "remat/Transforms/FoldTransposes.h"

using namespace mlir;
using namespace mlir::remat;

/// The loss, if the function returns one and `wrt` can be differentiated.
static FailureOr<Value> checkedLoss(FunctionOpInterface function, ArrayRef<unsigned> wrt) {
  Block &body = function.getFunctionBody().front();
  Operation *end = body.getTerminator();
  auto type = end->getNumOperands() == 0 ? RankedTensorType()
                                         : dyn_cast<RankedTensorType>(end->getOperand(0).getType());
  if (!type || type.getRank() != 0 || !isa<FloatType>(type.getElementType())) {
    InFlightDiagnostic error = function.emitError()
                               << "the first result of '" << function.getName()
                               << "' must be the loss, a float tensor of rank 0";
    if (type)
      return error << ", but it is " << type;
    return error << "; it has none";
  }
  for (unsigned argument : wrt) {
    Type own = body.getArgument(argument).getType();
    if (!isa<RankedTensorType>(own) || !isa<FloatType>(getElementTypeOrSelf(own)))
      return function.emitError() << "argument " << argument << " of '" << function.getName()
                                  << "' is " << own << "; only float tensors can be differentiated";
  }
  return end->getOperand(0);
}

FailureOr<SmallVector<Value>> mlir::remat::buildGradients(FunctionOpInterface function,
                                                          ArrayRef<unsigned> wrt) {
  FailureOr<Value> loss = checkedLoss(function, wrt);
  if (failed(loss))
    return failure();
  Block &body = function.getFunctionBody().front();
  SmallVector<Operation *> forward;
  for (Operation &op : body.without_terminator())
    forward.push_back(&op);
  SmallVector<Value> variables;
  for (unsigned argument : wrt)
    variables.push_back(body.getArgument(argument));

  ImplicitLocOpBuilder builder(backwardLocation(loss->getLoc()), body.getTerminator());
  SmallVector<Value> gradients;
  LogicalResult result = success();
  SmallVector<Operation *> backward = collectOps(builder, [&] {
    ReverseSweep sweep(builder, variables);
    sweep.add(*loss, buildSplat(builder, tensorType(*loss), 1), builder.getLoc());
    result = sweep.run(forward);
    if (failed(result))
      return;
    for (Value variable : variables) {
      Value gradient = sweep.of(variable);
      gradients.push_back(gradient ? gradient : buildZeros(builder, tensorType(variable)));
    }
  });
  if (failed(result))
    return failure();
  foldTransposes(backward);
  remakeBroadcasts(backward);
  return gradients;
}

void mlir::remat::eraseDeadOps(Block &block) {
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block)))
    if (isOpTriviallyDead(&op))
      op.erase();
}

void mlir::remat::appendResults(FunctionOpInterface function, ValueRange values,
                                ArrayRef<std::string> names) {
  Operation *end = function.getFunctionBody().front().getTerminator();
  Builder builder(function.getContext());
  for (auto [value, name] : llvm::zip_equal(values, names)) {
    NamedAttrList attributes;
    if (!name.empty())
      attributes.set("jax.result_info", builder.getStringAttr(name));
    // Fails for functions whose type cannot change, which have no such block.
    (void)function.insertResult(function.getNumResults(), value.getType(),
                                attributes.getDictionary(function.getContext()));
    end->insertOperands(end->getNumOperands(), value);
  }
}
