//===- NamePattern.h - Globs over the names in a program -*- C++ -*-===//
#ifndef REMAT_LIB_ANALYSIS_NAMEPATTERN_H
#define REMAT_LIB_ANALYSIS_NAMEPATTERN_H

#include "mlir/IR/Operation.h"
#include "mlir/Support/LLVM.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/GlobPattern.h"

namespace mlir::remat {

/// A glob (`*`, `?`, `[a-z]`, `{a,b}`). Keeps its answers, since names repeat.
class NamePattern {
public:
  /// The error says what is wrong with the pattern.
  static llvm::Expected<NamePattern> create(StringRef pattern);

  StringRef text() const { return pattern; }
  bool matches(StringRef name) const { return glob.match(name); }
  /// Any run of components of a location's name, or the attribute `remat.name`.
  bool matchesLocationOf(Operation *op);
  /// The name of an op, with or without its dialect.
  bool matchesNameOf(Operation *op) const;

private:
  NamePattern(StringRef pattern, llvm::GlobPattern glob)
      : pattern(pattern.str()), glob(std::move(glob)) {}

  std::string pattern;
  llvm::GlobPattern glob;
  llvm::StringMap<bool> known;
};

/// `; nearest are 'a', 'b'`: the names most like the pattern; empty if there are no names at all.
std::string nearestNames(StringRef pattern, ArrayRef<std::string> names);

} // namespace mlir::remat

#endif // REMAT_LIB_ANALYSIS_NAMEPATTERN_H
