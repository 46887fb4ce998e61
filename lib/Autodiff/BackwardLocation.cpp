//===- BackwardLocation.cpp - Names of backward ops -----------------------===//
#include "mlir/IR/Location.h"
#include "remat/Analysis/ValueName.h"
#include "remat/Autodiff/ReverseSweep.h"

using namespace mlir;
using namespace mlir::remat;

/// The length of what names functions in front of a path: `jit(step)/`.
static size_t lengthOfFunctions(StringRef path) {
  size_t length = 0;
  for (StringRef rest = path; rest.starts_with("jit(") || rest.starts_with("pjit(");
       rest = path.drop_front(length)) {
    size_t end = rest.find('/');
    if (end == StringRef::npos)
      return path.size();
    length += end + 1;
  }
  return length;
}

Location mlir::remat::backwardLocation(Location forward) {
  std::string name = locationName(forward);
  auto [functions, path] = [&] {
    size_t length = lengthOfFunctions(name);
    return std::pair(StringRef(name).take_front(length), StringRef(name).drop_front(length));
  }();
  // Ops that a rule made to differentiate them in turn.
  if (path.starts_with("transpose("))
    return forward;
  // The first component is the model; a path of one component is that of an op outside of it.
  auto [model, rest] = path.split('/');
  std::string marked = functions.str();
  if (!marked.empty() && marked.back() != '/')
    marked += '/';
  if (rest.empty())
    marked += path.empty() ? "transpose(jvp())" : ("transpose(jvp())/" + path).str();
  else
    marked += ("transpose(jvp(" + model + "))/" + rest).str();
  return NameLoc::get(StringAttr::get(forward.getContext(), marked), forward);
}
