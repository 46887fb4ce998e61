//===- LayerPath.h - Layers in the names of locations -*- C++ -*-===//
#ifndef REMAT_LIB_ANALYSIS_LAYERPATH_H
#define REMAT_LIB_ANALYSIS_LAYERPATH_H

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace mlir::remat {

/// A numbered component of a path.
struct NumberedComponent {
  /// The path through the component: `model/layers/31`.
  std::string key;
  /// The key without the number: what its siblings have in common.
  std::string family;
};

/// The numbered components of a location's name, outermost first. Components end at slashes outside
/// of parentheses. Marks of program transformations are taken off, so that forward and backward of
/// a layer have the same path: `transpose(jvp(Model))` and `jvp(Model)` are `Model`, and
/// `jit(step)` is nothing. A component is numbered if it is a number or ends in one; the last one,
/// which usually names the op (`exp2`), only if it is a number or has one behind an underscore.
SmallVector<NumberedComponent, 2> numberedComponents(StringRef locationName);

/// The components of a location's name without marks of program transformations.
SmallVector<StringRef> plainComponents(StringRef locationName);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_LAYERPATH_H
