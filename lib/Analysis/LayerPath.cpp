//===- LayerPath.cpp - Layers in the names of locations -------------------===//
#include "LayerPath.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::remat;

/// Splits at slashes that stand in no parentheses.
static SmallVector<StringRef> splitPath(StringRef path) {
  SmallVector<StringRef> components;
  size_t begin = 0;
  int depth = 0;
  for (size_t i = 0; i <= path.size(); ++i) {
    if (i == path.size() || (path[i] == '/' && depth <= 0)) {
      if (i > begin)
        components.push_back(path.slice(begin, i));
      begin = i + 1;
    } else if (path[i] == '(') {
      ++depth;
    } else if (path[i] == ')') {
      --depth;
    }
  }
  return components;
}

/// `transpose(jvp(Model))` -> `Model`; nothing for `jit(step)`.
static StringRef withoutMarks(StringRef component) {
  while (component.ends_with(")")) {
    auto [mark, rest] = component.split('(');
    if (rest.empty() || !llvm::all_of(mark, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
      return component;
    if (mark == "jit" || mark == "pjit")
      return {};
    component = rest.drop_back();
  }
  return component;
}

/// Copies made by an earlier run belong to the layer of their original.
static SmallVector<StringRef> componentsOf(StringRef locationName) {
  while (locationName.consume_back(".remat"))
    ;
  return splitPath(locationName);
}

SmallVector<StringRef> mlir::remat::plainComponents(StringRef locationName) {
  SmallVector<StringRef> components = componentsOf(locationName);
  for (StringRef &component : components)
    component = withoutMarks(component);
  llvm::erase_if(components, [](StringRef component) { return component.empty(); });
  return components;
}

SmallVector<NumberedComponent, 2> mlir::remat::numberedComponents(StringRef locationName) {
  SmallVector<StringRef> components = componentsOf(locationName);
  SmallVector<NumberedComponent, 2> numbered;
  std::string path;
  for (auto [position, component] : llvm::enumerate(components)) {
    bool isLast = position + 1 == components.size();
    component = withoutMarks(component);
    if (component.empty())
      continue;
    if (!path.empty())
      path += '/';
    StringRef stem = component.rtrim("0123456789");
    bool isNumbered =
        stem.size() < component.size() && (!isLast || stem.empty() || stem.ends_with("_"));
    if (isNumbered)
      numbered.push_back({path + component.str(), path + stem.str()});
    path += component;
  }
  return numbered;
}
