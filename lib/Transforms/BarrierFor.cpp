//===- BarrierFor.cpp - The barrier of a program's dialect ----------------===//
#include "remat/IR/Remat.h"
#include "remat/Interfaces/RematDialectInterface.h"
#include "remat/Transforms/ApplySchedule.h"

using namespace mlir;
using namespace mlir::remat;

BarrierBuilder mlir::remat::barrierFor(Block &block) {
  bool isStableHlo = false;
  for (Operation &op : block) {
    if (Dialect *dialect = op.getDialect())
      if (auto *own = dialect->getRegisteredInterface<RematDialectInterface>())
        return [own](OpBuilder &builder, Location location, ValueRange values) {
          return own->createBarrier(builder, location, values);
        };
    isStableHlo |= op.getName().getDialectNamespace() == "stablehlo";
  }
  if (isStableHlo)
    return [](OpBuilder &builder, Location location, ValueRange values) {
      OperationState state(location, "stablehlo.optimization_barrier");
      state.addOperands(values);
      state.addTypes(values.getTypes());
      return builder.create(state);
    };
  return [](OpBuilder &builder, Location location, ValueRange values) -> Operation * {
    return BarrierOp::create(builder, location, values.getTypes(), values);
  };
}
