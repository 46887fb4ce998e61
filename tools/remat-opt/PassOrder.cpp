//===- PassOrder.cpp - Where the plan comes among passes of a command line ===//
#include "PassOrder.h"
#include "mlir/Pass/Pass.h"
#include "mlir/Pass/PassRegistry.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;

/// Passes that make a step, or its ops: a plan that is made before them is one of another program.
static bool makesStep(const Pass &pass) {
  static constexpr StringRef names[] = {"remat-autodiff",
                                        "remat-checkpoint-loops",
                                        "remat-unroll-loops",
                                        "remat-undo-checkpoint",
                                        "remat-fuse-attention",
                                        "remat-inline-checkpoints",
                                        "remat-prepare-library-calls",
                                        "remat-simplify-reductions"};
  return llvm::is_contained(names, pass.getArgument());
}

LogicalResult remat::addPassesAround(std::unique_ptr<Pass> plan, OpPassManager &named,
                                     OpPassManager &manager) {
  size_t place = 0;
  for (auto [number, pass] : llvm::enumerate(named.getPasses()))
    if (makesStep(pass))
      place = number + 1;
  // A manager takes no pass in its middle and hands none on, but a pass prints what makes it.
  for (auto [number, pass] : llvm::enumerate(named.getPasses())) {
    if (plan && number == place)
      manager.addPass(std::move(plan));
    std::string text;
    llvm::raw_string_ostream os(text);
    pass.printAsTextualPipeline(os);
    if (failed(parsePassPipeline(text, manager)))
      return failure();
  }
  if (plan)
    manager.addPass(std::move(plan));
  return success();
}
