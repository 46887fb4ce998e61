//===- embed.cpp - The pass in a compiler of one's own --------------------===//
//
// Builds one training step in memory, in a dialect that the project knows nothing of, and fits it
// into 70 % of its peak.
//
//===----------------------------------------------------------------------===//
#include "TinyDialect.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Verifier.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "remat/InitAll.h"
#include "remat/Transforms/RematerializeReport.h"

using namespace mlir;

/// main(x, w0, w1, …) -> gradients of the w. The step: noise on x, then x = gelu(x * w) for each w;
/// the loss is half the sum of the squares of the last x, so that its gradient is that x.
static OwningOpRef<ModuleOp> buildStep(MLIRContext &context, int64_t batch, int64_t width,
                                       int layers) {
  OpBuilder builder(&context);
  Location location = builder.getUnknownLoc();
  OwningOpRef<ModuleOp> module = ModuleOp::create(builder, location);
  builder.setInsertionPointToEnd(module->getBody());

  Type activation = RankedTensorType::get({batch, width}, builder.getF32Type());
  Type weight = RankedTensorType::get({width, width}, builder.getF32Type());
  SmallVector<Type> arguments(layers, weight);
  SmallVector<Type> results(layers, weight);
  arguments.insert(arguments.begin(), activation);
  auto function =
      func::FuncOp::create(builder, location, "main", builder.getFunctionType(arguments, results));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToEnd(body);

  auto product = [&](Type type, Value lhs, Value rhs, bool transposeLhs, bool transposeRhs) {
    return tiny::ProductOp::create(builder, location, type, lhs, rhs, transposeLhs, transposeRhs)
        .getResult();
  };
  SmallVector<Value> inputs, sums;
  Value x = tiny::NoiseOp::create(builder, location, activation, body->getArgument(0)).getResult();
  for (int layer = 0; layer < layers; ++layer) {
    inputs.push_back(x);
    sums.push_back(product(activation, x, body->getArgument(1 + layer), false, false));
    x = tiny::GeluOp::create(builder, location, activation, sums.back()).getResult();
  }
  SmallVector<Value> gradients(layers);
  Value dx = x;
  for (int layer = layers - 1; layer >= 0; --layer) {
    Value ds = tiny::GeluGradOp::create(builder, location, activation, sums[layer], dx).getResult();
    gradients[layer] = product(weight, inputs[layer], ds, true, false);
    dx = product(activation, ds, body->getArgument(1 + layer), false, true);
  }
  func::ReturnOp::create(builder, location, gradients);
  return module;
}

int main() {
  DialectRegistry registry;
  registry.insert<func::FuncDialect, tiny::TinyDialect>();
  remat::registerAllDialects(registry);
  remat::registerAllExtensions(registry);
  MLIRContext context(registry);
  context.loadAllAvailableDialects();
  OwningOpRef<ModuleOp> module = buildStep(context, /*batch=*/4096, /*width=*/512, /*layers=*/12);

  remat::RematerializePassOptions options;
  options.budget = "70%";
  options.device = "a100";
  std::optional<remat::RematerializeReport> report;
  PassManager manager(&context);
  manager.addPass(remat::createRematerializePass(
      options, [&](const remat::RematerializeReport &made) { report = made; }));
  // Later passes do not undo the plan: the fences keep the copies apart.
  manager.addPass(createCSEPass());
  if (failed(manager.run(*module)) || !report)
    return 1;

  unsigned fences = 0, noises = 0;
  module->walk([&](tiny::FenceOp) { ++fences; });
  module->walk([&](tiny::NoiseOp) { ++noises; });
  llvm::outs() << "peak before " << report->peakBeforeBytes << " bytes\n"
               << "budget " << *report->budgetBytes << " bytes\n"
               << "peak after " << report->peakAfterBytes << " bytes\n"
               << "recomputed " << report->recomputedOps << " ops, " << fences << " fences, "
               << noises << " noise op\n"
               << "overhead " << llvm::format("%.2f", report->overheadPercent()) << " %, at least "
               << llvm::format("%.2f", report->overheadLowerBoundPercent()) << " %\n";
  return 0;
}
