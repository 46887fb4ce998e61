//===- DifferentiationRules.cpp - Rules of the remat dialect --------------===//
#include "remat/Autodiff/DifferentiationRules.h"
#include "Rules.h"
#include "remat/Autodiff/ReverseSweep.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::registerDifferentiationRules(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, RematDialect *) {
    attachUnaryRules(*context);
    attachElementwiseRules(*context);
    attachShapeRules(*context);
    attachSliceRules(*context);
    attachGatherRules(*context);
    attachScatterRules(*context);
    attachReductionRules(*context);
    attachWindowRules(*context);
    attachDotRules(*context);
    attachConvolutionRules(*context);
    attachSortRules(*context);
    attachBranchRules(*context);
    attachCheckpointRule(*context);
    attachLoopRule(*context);
  });
}

LogicalResult mlir::remat::differentiateExpansion(Cotangents &cotangents, Operation *op,
                                                  ArrayRef<Operation *> ops, ValueRange results) {
  SmallVector<Value> variables;
  for (Value operand : op->getOperands())
    if (cotangents.isWanted(operand) && !llvm::is_contained(variables, operand))
      variables.push_back(operand);
  ImplicitLocOpBuilder &builder = cotangents.builder();
  ReverseSweep sweep(builder, variables);
  for (auto [own, expanded] : llvm::zip_equal(op->getResults(), results))
    sweep.add(expanded, cotangents.of(own), builder.getLoc());
  if (failed(sweep.run(ops)))
    return failure();
  for (Value variable : variables)
    cotangents.add(variable, sweep.of(variable));
  return success();
}
