//===- NameMarkers.cpp - Ops that only name a value -----------------------===//
#include "remat/Interfaces/NameMarkers.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/Interfaces/CallInterfaces.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr llvm::StringLiteral kMarker = "remat.name";

/// `"mlp"`, or the entry `name` of a dictionary.
static StringRef nameIn(Attribute attribute) {
  if (auto dictionary = dyn_cast_or_null<DictionaryAttr>(attribute))
    attribute = dictionary.get("name");
  auto text = dyn_cast_or_null<StringAttr>(attribute);
  return text ? text.getValue() : StringRef();
}

static bool isCalled(Operation *op, StringRef attribute) {
  auto target = op->getAttrOfType<StringAttr>(attribute);
  return target && target.getValue() == kMarker;
}

StringRef mlir::remat::markedName(Operation *op) {
  if (op->getNumOperands() != 1 || op->getNumResults() != 1 ||
      op->getOperand(0).getType() != op->getResult(0).getType())
    return {};
  StringRef kind = op->getName().stripDialect();
  if (kind == "composite" && isCalled(op, "name"))
    return nameIn(op->getAttr("composite_attributes"));
  if (kind == "custom_call" && isCalled(op, "call_target_name")) {
    StringRef name = nameIn(op->getAttr("backend_config"));
    return name.empty() ? nameIn(op->getAttr("mhlo.backend_config")) : name;
  }
  if (op->getName().getStringRef() == "remat.reshape")
    return nameIn(op->getAttr(kMarker));
  return {};
}

bool mlir::remat::hasAttachedName(Operation *op, llvm::function_ref<bool(StringRef)> isWanted) {
  auto names = op->getAttrOfType<StringAttr>(kMarker);
  if (!names)
    return false;
  SmallVector<StringRef, 1> parts;
  names.getValue().split(parts, ',');
  return llvm::any_of(parts, isWanted);
}

/// Hands the name of a marker on; false if the marker has to wait for that.
static bool handOn(Operation *marker, StringRef name) {
  Operation *producer = marker->getOperand(0).getDefiningOp();
  // An argument is there all the time: nothing to save, nothing to recompute.
  if (!producer)
    return true;
  if (isa<CallOpInterface>(producer) || !markedName(producer).empty())
    return false;
  if (hasAttachedName(producer, [&](StringRef known) { return known == name; }))
    return true;
  auto known = producer->getAttrOfType<StringAttr>(kMarker);
  std::string names = known ? (known.getValue() + "," + name).str() : name.str();
  producer->setAttr(kMarker, StringAttr::get(marker->getContext(), names));
  return true;
}

void mlir::remat::attachNames(Operation *root) {
  root->walk([](Operation *op) {
    StringRef name = markedName(op);
    if (name.empty() || !handOn(op, name))
      return;
    op->replaceAllUsesWith(op->getOperands());
    op->erase();
  });
}
