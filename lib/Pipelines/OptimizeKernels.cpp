//===- OptimizeKernels.cpp - LLVM's passes that pay for kernels -----------===//
#include "remat/Pipelines/OptimizeKernels.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/InstCombine/InstCombine.h"
#include "llvm/Transforms/Scalar/EarlyCSE.h"
#include "llvm/Transforms/Scalar/LICM.h"
#include "llvm/Transforms/Scalar/LoopPassManager.h"
#include "llvm/Transforms/Scalar/LoopRotation.h"
#include "llvm/Transforms/Scalar/LoopUnrollPass.h"
#include "llvm/Transforms/Scalar/SimplifyCFG.h"
#include "llvm/Transforms/Vectorize/LoopVectorize.h"
#include "llvm/Transforms/Vectorize/SLPVectorizer.h"

using namespace llvm;

/// Takes descriptors of memory apart, folds index arithmetic, and moves what a loop's rounds share
/// out of it: also out of the rounds of the loop around a short one, which is unrolled for that
/// (statistics of the channels of an image).
static FunctionPassManager simplifyKernel() {
  FunctionPassManager passes;
  passes.addPass(EarlyCSEPass(/*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  passes.addPass(InstCombinePass());
  LoopPassManager loops;
  loops.addPass(LoopRotatePass());
  loops.addPass(LICMPass(LICMOptions()));
  passes.addPass(createFunctionToLoopPassAdaptor(std::move(loops), /*UseMemorySSA=*/true));
  passes.addPass(createFunctionToLoopPassAdaptor(LoopFullUnrollPass()));
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  return passes;
}

/// What -O2 does within a function.
static FunctionPassManager optimizeFunction(PassBuilder &builder) {
  FunctionPassManager passes =
      builder.buildFunctionSimplificationPipeline(OptimizationLevel::O2, ThinOrFullLTOPhase::None);
  passes.addPass(LoopVectorizePass());
  passes.addPass(InstCombinePass());
  passes.addPass(SimplifyCFGPass());
  passes.addPass(SLPVectorizerPass());
  passes.addPass(LoopUnrollPass());
  passes.addPass(InstCombinePass());
  passes.addPass(createFunctionToLoopPassAdaptor(LICMPass(LICMOptions()), /*UseMemorySSA=*/true));
  passes.addPass(SimplifyCFGPass());
  return passes;
}

/// True for a loop of vectors without branches: nothing is left to find in it.
static bool isPlainVectorLoop(const Loop &loop) {
  if (loop.getNumBlocks() != 1)
    return false;
  return any_of(*loop.getHeader(), [](const Instruction &instruction) {
    return instruction.getType()->isVectorTy() ||
           (isa<StoreInst>(instruction) && instruction.getOperand(0)->getType()->isVectorTy());
  });
}

static bool hasPlainVectorLoopsOnly(const LoopInfo &loops) {
  return all_of(loops.getLoopsInPreorder(),
                [](const Loop *loop) { return !loop->isInnermost() || isPlainVectorLoop(*loop); });
}

void mlir::remat::optimizeKernels(Module &module, TargetMachine &machine) {
  LoopAnalysisManager loopAnalyses;
  FunctionAnalysisManager functionAnalyses;
  CGSCCAnalysisManager callGraphAnalyses;
  ModuleAnalysisManager moduleAnalyses;
  PassBuilder builder(&machine);
  builder.registerModuleAnalyses(moduleAnalyses);
  builder.registerCGSCCAnalyses(callGraphAnalyses);
  builder.registerFunctionAnalyses(functionAnalyses);
  builder.registerLoopAnalyses(loopAnalyses);
  builder.crossRegisterProxies(loopAnalyses, functionAnalyses, callGraphAnalyses, moduleAnalyses);
  FunctionPassManager simplify = simplifyKernel(), optimize = optimizeFunction(builder);
  for (Function &function : module) {
    if (function.isDeclaration())
      continue;
    functionAnalyses.invalidate(function, simplify.run(function, functionAnalyses));
    if (!hasPlainVectorLoopsOnly(functionAnalyses.getResult<LoopAnalysis>(function)))
      optimize.run(function, functionAnalyses);
    // Nothing reads the analyses of a finished function.
    functionAnalyses.clear(function, function.getName());
  }
}
