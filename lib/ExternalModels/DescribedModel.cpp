//===- DescribedModel.cpp - External models made from one function --------===//
#include "DescribedModel.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::remat;

bool mlir::remat::hasNoEffectOfItsOwn(Operation *op) {
  if (auto effects = dyn_cast<MemoryEffectOpInterface>(op))
    return effects.hasNoEffect();
  return isa<CallOpInterface>(op) || op->hasTrait<OpTrait::HasRecursiveMemoryEffects>();
}
