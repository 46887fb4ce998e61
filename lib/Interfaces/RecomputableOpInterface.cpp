//===- RecomputableOpInterface.cpp - Where the knowledge of an op comes from -===//
#include "remat/Interfaces/RecomputableOpInterface.h"
#include "mlir/IR/MLIRContext.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "remat/Interfaces/ElementCount.h"
#include "remat/Interfaces/NamedOpModels.h"
#include "llvm/ADT/DenseSet.h"

using namespace mlir;
using namespace mlir::remat;

#include "remat/Interfaces/RecomputableOpInterface.cpp.inc"

static OpKnowledge fromInterface(RecomputableOpInterface op) {
  OpKnowledge known;
  known.recomputable = op.isRecomputable();
  known.kind = op.getKernelKind();
  known.flops = op.getFlops();
  if (known.flops < 0)
    known.flops = resultElementCount(op);
  known.productFlops = op.getProductFlops();
  if (known.productFlops < 0)
    known.productFlops = known.kind == KernelKind::Kernel ? known.flops : 0;
  known.scratchBytes = op.getScratchBytes();
  known.views = op.getViews();
  known.inPlace = op.getInPlaceOperands();
  known.tripCount = op.getTripCount();
  if (auto call = dyn_cast<CallOpInterface>(op.getOperation())) {
    known.callee = dyn_cast<SymbolRefAttr>(call.getCallableForCallee());
    known.recomputable &=
        static_cast<bool>(known.callee); // a call through a value may run anything
  }
  return known;
}

/// What is known of the op itself, taking what its regions and its callee hold for granted.
static OpKnowledge ownKnowledge(Operation *op) {
  if (auto recomputable = dyn_cast<RecomputableOpInterface>(op))
    return fromInterface(recomputable);
  if (Dialect *dialect = op->getContext()->getLoadedDialect(kRematDialectName))
    if (auto *models = dialect->getRegisteredInterface<NamedOpModels>())
      if (std::optional<OpKnowledge> known = models->lookup(op))
        return *known;

  OpKnowledge known;
  known.flops = resultElementCount(op);
  if (op->hasTrait<OpTrait::ConstantLike>()) {
    known.recomputable = true;
    known.kind = KernelKind::Constant;
    known.flops = 0;
    return known;
  }
  known.recomputable = op->getNumRegions() == 0 && op->isRegistered() && isPure(op);
  if (op->getNumRegions() != 0)
    known.kind = KernelKind::ControlFlow;
  return known;
}

/// True for the op that hands the results of a body on; it runs as often as the body and does
/// nothing else.
static bool isReturn(Operation *op) {
  if (op != &op->getBlock()->back() || op->getNumRegions() != 0 || op->getNumResults() != 0)
    return false;
  if (!op->isRegistered())
    return op->getName().getStringRef().ends_with(".return");
  return op->hasTrait<OpTrait::IsTerminator>() && isMemoryEffectFree(op);
}

/// True if every op in the regions and in the callee of `op` may run twice. Each function is looked
/// at once, so that neither recursion nor a deep tree of calls costs more than the text of the
/// program.
static bool bodiesAreRecomputable(Operation *op, SymbolRefAttr callee) {
  SymbolTableCollection symbols;
  llvm::DenseSet<Operation *> seen;
  SmallVector<Operation *> pending; // their regions are to be looked at
  auto enter = [&](Operation *caller, SymbolRefAttr symbol) {
    Operation *function = symbols.lookupNearestSymbolFrom(caller, symbol);
    if (!function || function->getNumRegions() == 0 || function->getRegion(0).empty())
      return false; // unknown or external: it may do anything
    if (seen.insert(function).second)
      pending.push_back(function);
    return true;
  };
  if (callee && !enter(op, callee))
    return false;
  pending.push_back(op);
  while (!pending.empty()) {
    Operation *owner = pending.pop_back_val();
    for (Region &region : owner->getRegions())
      for (Block &block : region)
        for (Operation &inner : block) {
          if (isReturn(&inner))
            continue;
          OpKnowledge known = ownKnowledge(&inner);
          // A barrier orders ops and computes nothing; inside a body that is run again it is run
          // again too.
          if (!known.recomputable && known.kind != KernelKind::Barrier)
            return false;
          if (known.callee && !enter(&inner, known.callee))
            return false;
          if (inner.getNumRegions() != 0)
            pending.push_back(&inner);
        }
  }
  return true;
}

OpKnowledge mlir::remat::getOpKnowledge(Operation *op) {
  OpKnowledge known = ownKnowledge(op);
  // What a library said of this very op when its target was chosen.
  if (auto workspace = op->getAttrOfType<IntegerAttr>("remat.workspace_bytes"))
    known.scratchBytes =
        saturatingAdd(known.scratchBytes, std::max<int64_t>(0, workspace.getInt()));
  if (known.recomputable && (op->getNumRegions() != 0 || known.callee))
    known.recomputable = bodiesAreRecomputable(op, known.callee);
  return known;
}
