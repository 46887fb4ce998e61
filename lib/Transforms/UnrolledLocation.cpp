//===- UnrolledLocation.cpp - Names of ops in the rounds of a loop --------===//
#include "UnrolledLocation.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::remat;

/// Puts `roundName` in the place of `loopName` wherever a path begins with it; null if none does.
static LocationAttr renamed(Location location, StringRef loopName, StringRef roundName) {
  MLIRContext *context = location.getContext();
  if (auto name = dyn_cast<NameLoc>(location)) {
    StringRef path = name.getName();
    if (!path.consume_front(loopName) || !path.starts_with("/"))
      return {};
    return NameLoc::get(StringAttr::get(context, roundName + path), name.getChildLoc());
  }
  if (auto site = dyn_cast<CallSiteLoc>(location)) {
    if (LocationAttr caller = renamed(site.getCaller(), loopName, roundName))
      return CallSiteLoc::get(site.getCallee(), caller);
    return {};
  }
  if (auto fused = dyn_cast<FusedLoc>(location)) {
    SmallVector<Location> parts;
    bool isFound = false;
    for (Location part : fused.getLocations()) {
      LocationAttr made = renamed(part, loopName, roundName);
      isFound |= static_cast<bool>(made);
      parts.push_back(made ? Location(made) : part);
    }
    if (isFound)
      return cast<LocationAttr>(FusedLoc::get(context, parts, fused.getMetadata()));
  }
  return {};
}

Location mlir::remat::unrolledLocation(Location location, StringRef loopName, int64_t round) {
  if (loopName.empty())
    return location;
  std::string roundName = (loopName + "/" + Twine(round)).str();
  if (LocationAttr made = renamed(location, loopName, roundName))
    return made;
  return CallSiteLoc::get(location,
                          NameLoc::get(StringAttr::get(location.getContext(), roundName)));
}
