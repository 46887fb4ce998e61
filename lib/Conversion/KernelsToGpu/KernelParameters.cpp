//===- KernelParameters.cpp - What a GPU kernel's parameters are for ------===//
#include "KernelParameters.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// The memory that `value` is, or is a view of.
static Value storageOf(Value value) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  return value;
}

/// Whether `op` may write what its operand `memory` names.
static bool writes(Operation *op, Value memory) {
  if (isa<ViewLikeOpInterface>(op))
    return false;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects)
    return true;
  SmallVector<MemoryEffects::EffectInstance> instances;
  effects.getEffects(instances);
  return llvm::any_of(instances, [&](const MemoryEffects::EffectInstance &instance) {
    return isa<MemoryEffects::Write>(instance.getEffect()) &&
           (!instance.getValue() || instance.getValue() == memory);
  });
}

SmallVector<KernelParameter> mlir::remat::readKernelParameters(gpu::GPUFuncOp kernel) {
  SmallVector<KernelParameter> parameters(kernel.getNumArguments());
  for (auto [parameter, type] : llvm::zip(parameters, kernel.getArgumentTypes()))
    if (auto memory = dyn_cast<MemRefType>(type))
      parameter.bytes =
          memory.getNumElements() * llvm::divideCeil(memory.getElementTypeBitWidth(), 8);
  kernel.getBody().walk([&](Operation *op) {
    for (Value operand : op->getOperands()) {
      if (!isa<MemRefType>(operand.getType()))
        continue;
      auto argument = dyn_cast<BlockArgument>(storageOf(operand));
      bool isParameter = argument && argument.getOwner()->getParentOp() == kernel &&
                         argument.getArgNumber() < parameters.size();
      if (isParameter && writes(op, operand))
        parameters[argument.getArgNumber()].isWritten = true;
    }
  });
  return parameters;
}
