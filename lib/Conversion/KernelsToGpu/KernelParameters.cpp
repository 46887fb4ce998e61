//===- KernelParameters.cpp - What a GPU kernel's parameters are for ------===//
#include "KernelParameters.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Adds the memories that `value` may be, or may be a view of: kernels of merged launches choose.
static void findStorages(Value value, SmallVectorImpl<Value> &storages) {
  while (auto view = value.getDefiningOp<ViewLikeOpInterface>())
    value = view.getViewSource();
  if (auto select = value.getDefiningOp<arith::SelectOp>()) {
    findStorages(select.getTrueValue(), storages);
    findStorages(select.getFalseValue(), storages);
    return;
  }
  auto choice = value.getDefiningOp<scf::IfOp>();
  if (!choice) {
    storages.push_back(value);
    return;
  }
  unsigned number = cast<OpResult>(value).getResultNumber();
  findStorages(choice.thenYield().getOperand(number), storages);
  findStorages(choice.elseYield().getOperand(number), storages);
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
      // A branch that yields memory, or a choice, passes it on.
      if (isa<scf::YieldOp, arith::SelectOp>(op) || !writes(op, operand))
        continue;
      SmallVector<Value> storages;
      findStorages(operand, storages);
      for (Value storage : storages) {
        auto argument = dyn_cast<BlockArgument>(storage);
        bool isParameter = argument && argument.getOwner()->getParentOp() == kernel &&
                           argument.getArgNumber() < parameters.size();
        if (isParameter)
          parameters[argument.getArgNumber()].isWritten = true;
      }
    }
  });
  return parameters;
}
