//===- ConvertStableHloToRemat.cpp - StableHLO programs as remat programs -===//
#include "ImportOp.h"
#include "mlir/IR/Verifier.h"
#include "remat/Conversion/Passes.h"
#include "remat/Interfaces/NameMarkers.h"

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_CONVERTSTABLEHLOTOREMATPASS
#include "remat/Conversion/Passes.h.inc"
} // namespace mlir::remat

/// An error at `op` if the remat dialect has no such type.
static LogicalResult checkType(Operation *op, Type type) {
  auto refuse = [&](const Twine &reason) {
    return op->emitError() << "cannot import '" << op->getName() << "': " << type << " " << reason;
  };
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return refuse("is no tensor of known rank");
  if (!tensor.hasStaticShape())
    return refuse("has a dynamic dimension; give every dimension a size");
  if (isa<ComplexType>(tensor.getElementType()))
    return refuse("holds complex numbers, which are not supported; use two real tensors");
  auto number = dyn_cast<FloatType>(tensor.getElementType());
  if (!tensor.getElementType().isIntOrFloat() || (number && number.getWidth() < 8))
    return refuse("has elements that are not supported");
  return success();
}

static LogicalResult checkTypes(Operation *op) {
  for (Type type : op->getOperandTypes())
    if (failed(checkType(op, type)))
      return failure();
  for (Type type : op->getResultTypes())
    if (failed(checkType(op, type)))
      return failure();
  for (Region &region : op->getRegions())
    for (Block &block : region)
      for (Type type : block.getArgumentTypes())
        if (failed(checkType(op, type)))
          return failure();
  return success();
}

static bool isForeign(NamedAttribute attribute) {
  auto [dialect, name] = attribute.getName().getValue().split('.');
  return !name.empty() && isForeignToRemat(dialect);
}

static DictionaryAttr withoutForeign(DictionaryAttr attributes) {
  if (!attributes)
    return attributes;
  SmallVector<NamedAttribute> kept(
      llvm::make_filter_range(attributes, [](NamedAttribute a) { return !isForeign(a); }));
  return DictionaryAttr::get(attributes.getContext(), kept);
}

/// Drops what only the dialects that are gone understand (shardings, layouts).
static void dropForeignAttributes(FunctionOpInterface function) {
  for (NamedAttribute attribute : llvm::to_vector(function->getDiscardableAttrs()))
    if (isForeign(attribute))
      function->removeDiscardableAttr(attribute.getName());
  for (unsigned i = 0; i < function.getNumArguments(); ++i)
    function.setArgAttrs(i, withoutForeign(function.getArgAttrDict(i)));
  for (unsigned i = 0; i < function.getNumResults(); ++i)
    function.setResultAttrs(i, withoutForeign(function.getResultAttrDict(i)));
}

/// Attributes of dialects that are not there say how a framework made the module.
static void dropForeignAttributes(ModuleOp module) {
  for (NamedAttribute attribute : llvm::to_vector(module->getDiscardableAttrs())) {
    auto [dialect, name] = attribute.getName().getValue().split('.');
    if (!name.empty() && !module.getContext()->getLoadedDialect(dialect))
      module->removeDiscardableAttr(attribute.getName());
  }
}

static LogicalResult importModule(ModuleOp module) {
  attachNames(module);
  // Bodies come before the ops that run them, so that those take them over as they are.
  WalkResult result = module.walk([](Operation *op) {
    if (!isForeignToRemat(op->getName().getDialectNamespace()))
      return WalkResult::advance();
    return failed(checkTypes(op)) || failed(importOp(op)) ? WalkResult::interrupt()
                                                          : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  module.walk([](FunctionOpInterface function) { dropForeignAttributes(function); });
  dropForeignAttributes(module);
  return verify(module);
}

namespace {
struct ConvertStableHloToRematPass
    : remat::impl::ConvertStableHloToRematPassBase<ConvertStableHloToRematPass> {
  void runOnOperation() override {
    // A copy is converted: after an error the module is as it was.
    OwningOpRef<ModuleOp> copy(getOperation().clone());
    if (failed(importModule(*copy)))
      return signalPassFailure();
    getOperation().getBodyRegion().takeBody(copy->getBodyRegion());
    getOperation()->setAttrs(copy->getOperation()->getAttrDictionary());
  }
};
} // namespace
