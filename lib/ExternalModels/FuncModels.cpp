//===- FuncModels.cpp - What the planner must know of func ----------------===//
#include "remat/ExternalModels/FuncModels.h"
#include "DescribedModel.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

using namespace mlir;
using namespace mlir::remat;

static OpKnowledge describeCall(Operation *op) {
  OpKnowledge known = describeKernel(op);
  known.flops = 0; // those of the callee come on top
  return known;
}

void mlir::remat::registerFuncModels(DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, func::FuncDialect *) {
    attachDescribed<describeCall, func::CallOp>(*context);
  });
}
