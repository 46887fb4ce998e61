//===- KernelsToNvvm.cpp - GPU kernels from loops to NVVM -----------------===//
#include "mlir/Conversion/GPUToNVVM/GPUToNVVMPass.h"
#include "mlir/Conversion/Passes.h"
#include "mlir/Dialect/Affine/Transforms/Passes.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/Dialect/MemRef/Transforms/Passes.h"
#include "mlir/Transforms/Passes.h"
#include "remat/Conversion/KernelsToGpu.h"
#include "remat/Conversion/Passes.h"

using namespace mlir;
using namespace mlir::remat;

void mlir::remat::addKernelsToNvvmPasses(OpPassManager &kernels) {
  kernels.addPass(createCSEPass());
  kernels.addPass(memref::createExpandStridedMetadataPass());
  kernels.addPass(createLowerAffinePass());
  kernels.addPass(createSCFToControlFlowPass());
  kernels.addPass(createConvertVectorToLLVMPass());
  ConvertGpuOpsToNVVMOpsOptions functions;
  functions.useBarePtrCallConv = true;
  kernels.addPass(createConvertGpuOpsToNVVMOps(functions));
  kernels.addPass(createReconcileUnrealizedCastsPass());
  kernels.addPass(createCSEPass());
}

void mlir::remat::buildKernelsToLaunches(OpPassManager &manager) {
  CallMathLibraryPassOptions math;
  math.prefix = "__nv_";
  manager.addPass(createCallMathLibraryPass(math));
  manager.addPass(createConvertKernelsToGpuPass());
}

void mlir::remat::buildLaunchesToNvvm(OpPassManager &manager, bool hostKernels) {
  if (hostKernels)
    manager.addPass(createConvertKernelsToHostPass());
  addKernelsToNvvmPasses(manager.nest<gpu::GPUModuleOp>());
}
