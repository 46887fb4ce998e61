//===- ReverseSweep.cpp - Reverse mode over straight-line code ------------===//
#include "remat/Autodiff/ReverseSweep.h"
#include "CancelledShift.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "remat/IR/Remat.h"
#include "remat/Interfaces/DifferentiableOpInterface.h"

using namespace mlir;
using namespace mlir::remat;

/// Integers and booleans have no cotangents.
static bool isFloat(Value value) { return isa<FloatType>(getElementTypeOrSelf(value.getType())); }

/// What the rule of one op sees of the sweep.
class ReverseSweep::RuleCotangents : public Cotangents {
public:
  RuleCotangents(ReverseSweep &sweep, Operation *op)
      : Cotangents(ImplicitLocOpBuilder(backwardLocation(op->getLoc()), sweep.builder)),
        sweep(sweep) {}

  Value of(Value result) override { return sweep.of(result); }
  bool isWanted(Value value) override { return sweep.isVaried(value); }
  void add(Value value, Value cotangent) override {
    if (isWanted(value))
      sweep.add(value, cotangent, builder().getLoc());
  }

private:
  ReverseSweep &sweep;
};

ReverseSweep::ReverseSweep(OpBuilder &builder, ArrayRef<Value> variables) : builder(builder) {
  varied.insert(variables.begin(), variables.end());
}

void ReverseSweep::add(Value value, Value cotangent, Location location) {
  if (!cotangent)
    return;
  assert(value.getType() == cotangent.getType() && "a cotangent has the type of its value");
  Value &sum = cotangents[value];
  sum = sum ? AddOp::create(builder, location, sum, cotangent).getResult() : cotangent;
}

/// True if a result of `op` may change with a varied value.
bool ReverseSweep::isReached(Operation *op) const {
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  for (OpOperand &operand : op->getOpOperands())
    if (isVaried(operand.get()) && (!rule || rule.isDifferentiable(operand.getOperandNumber())))
      return true;
  llvm::SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  return llvm::any_of(captured, [&](Value value) { return isVaried(value); });
}

void ReverseSweep::findVaried(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    if (isReached(op))
      for (Value result : op->getResults())
        if (isFloat(result) && !isCancelledShift(result))
          varied.insert(result);
}

LogicalResult ReverseSweep::runRule(Operation *op) {
  bool hasCotangent = llvm::any_of(
      op->getResults(), [&](Value result) { return varied.contains(result) && of(result); });
  if (!hasCotangent)
    return success();
  auto rule = dyn_cast<DifferentiableOpInterface>(op);
  if (!rule) {
    InFlightDiagnostic error = op->emitError() << "'" << op->getName()
                                               << "' cannot be differentiated: it has no rule "
                                                  "(DifferentiableOpInterface), and the loss "
                                                  "depends on it";
    if (!op->isRegistered())
      error << "; StableHLO is differentiated after --convert-stablehlo-to-remat";
    return error;
  }
  RuleCotangents seen(*this, op);
  return rule.buildBackward(seen);
}

LogicalResult ReverseSweep::run(ArrayRef<Operation *> ops) {
  findVaried(ops);
  for (Operation *op : llvm::reverse(ops))
    if (failed(runRule(op)))
      return failure();
  return success();
}
