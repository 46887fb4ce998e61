//===- Probe.cpp - Asks what is known of an op in a small program ---------===//
#include "Probe.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Tosa/IR/TosaOps.h"
#include "mlir/Parser/Parser.h"
#include "remat/ExternalModels/AllModels.h"
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

static DialectRegistry makeRegistry() {
  DialectRegistry registry;
  registry.insert<arith::ArithDialect, func::FuncDialect, linalg::LinalgDialect, math::MathDialect,
                  memref::MemRefDialect, RematDialect, scf::SCFDialect, tensor::TensorDialect,
                  tosa::TosaDialect>();
  StableHloModelOptions options;
  options.recomputableCustomCalls.insert("pure_kernel");
  registerAllModels(registry, options);
  return registry;
}

Probe::Probe() : context(makeRegistry(), MLIRContext::Threading::DISABLED) {
  context.allowUnregisteredDialects();
  context.loadDialect<RematDialect>();
}

ModuleOp Probe::parse(StringRef text) {
  modules.push_back(parseSourceString<ModuleOp>(text, &context));
  EXPECT_TRUE(modules.back()) << text.str();
  return modules.back() ? *modules.back() : nullptr;
}

Operation *Probe::find(StringRef text, StringRef opName) {
  ModuleOp module = parse(text);
  Operation *found = nullptr;
  if (module)
    module->walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (op->getName().getStringRef() != opName)
        return WalkResult::advance();
      found = op;
      return WalkResult::interrupt();
    });
  EXPECT_TRUE(found) << "no " << opName.str() << " in\n" << text.str();
  return found;
}

OpKnowledge Probe::know(StringRef text, StringRef opName) {
  Operation *op = find(text, opName);
  return op ? getOpKnowledge(op) : OpKnowledge();
}

Pairs mlir::remat::pairs(ArrayRef<ResultOperand> list) {
  Pairs result;
  for (const ResultOperand &entry : list)
    result.push_back({entry.result, entry.operand});
  return result;
}
