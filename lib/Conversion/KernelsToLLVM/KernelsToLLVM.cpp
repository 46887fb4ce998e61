//===- KernelsToLLVM.cpp - Kernels from loops to LLVM ---------------------===//
#include "remat/Conversion/KernelsToLLVM.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Pass/PassRegistry.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::buildKernelsToLLVM(OpPassManager &manager) {
  manager.addPass(createOutlineParallelLoopsPass());
  buildPointerFunctionsToLLVM(manager);
}

void mlir::remat::buildPointerFunctionsToLLVM(OpPassManager &manager) {
  manager.addPass(createCSEPass());
  manager.addPass(createCallMathLibraryPass());
  manager.addPass(memref::createExpandStridedMetadataPass());
  manager.addPass(createLowerAffinePass());
  manager.addPass(createSCFToControlFlowPass());
  manager.addPass(createConvertVectorToLLVMPass());
  manager.addPass(createConvertMathToLLVMPass());
  manager.addPass(createArithToLLVMConversionPass());
  manager.addPass(createFinalizeMemRefToLLVMConversionPass());
  ConvertFuncToLLVMPassOptions functions;
  functions.useBarePtrCallConv = true;
  manager.addPass(createConvertFuncToLLVMPass(functions));
  manager.addPass(createConvertControlFlowToLLVMPass());
  manager.addPass(createReconcileUnrealizedCastsPass());
  manager.addPass(createCSEPass());
}
