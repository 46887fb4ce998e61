//===- LaunchOp.cpp - A call of a kernel ----------------------------------===//
#include "remat/IR/Remat.h"

using namespace mlir;
using namespace mlir::remat;

LogicalResult LaunchOp::verifySymbolUses(SymbolTableCollection &symbols) {
  // While kernels are lowered their types change; only that there is one can be asked at all times.
  if (symbols.lookupNearestSymbolFrom(getOperation(), getKernelAttr()))
    return success();
  return emitOpError() << "there is no kernel " << getKernelAttr();
}
