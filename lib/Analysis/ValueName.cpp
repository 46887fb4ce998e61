//===- ValueName.cpp - Names of values for people -------------------------===//
#include "remat/Analysis/ValueName.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"
#include "mlir/IR/Operation.h"

using namespace mlir;
using namespace mlir::remat;

std::string mlir::remat::locationName(Location location) {
  if (auto name = dyn_cast<NameLoc>(location))
    return name.getName().str();
  if (auto site = dyn_cast<CallSiteLoc>(location)) {
    std::string caller = locationName(site.getCaller());
    std::string callee = locationName(site.getCallee());
    if (caller.empty() || callee.empty())
      return caller + callee;
    return caller + "/" + callee;
  }
  if (auto fused = dyn_cast<FusedLoc>(location))
    for (Location part : fused.getLocations())
      if (std::string name = locationName(part); !name.empty())
        return name;
  return "";
}

void mlir::remat::printQuotedName(llvm::raw_ostream &os, Location location) {
  std::string name = locationName(location);
  if (name.empty())
    return;
  os << " \"";
  os.write_escaped(name) << "\"";
}

std::string mlir::remat::valueName(Value value) {
  if (std::string name = locationName(value.getLoc()); !name.empty())
    return name;
  if (Operation *op = value.getDefiningOp()) {
    if (auto name = op->getAttrOfType<StringAttr>("remat.name"))
      return name.str();
    return op->getName().getStringRef().str();
  }
  return "arg" + std::to_string(cast<BlockArgument>(value).getArgNumber());
}
