//===- ValueName.h - Names of values for people -*- C++ -*-===//
#ifndef REMAT_ANALYSIS_VALUENAME_H
#define REMAT_ANALYSIS_VALUENAME_H

#include "mlir/IR/Value.h"
#include "llvm/Support/raw_ostream.h"
#include <string>

namespace mlir::remat {

/// The name that a location carries (`transpose(jvp(Model))/layers/31/mul`); for a call site the
/// caller's name; empty if there is none.
std::string locationName(Location location);

/// Prints a blank and the location's name in quotes, on one line whatever it holds; nothing if
/// there is none.
void printQuotedName(llvm::raw_ostream &os, Location location);

/// The location's name, else the name of the op that makes the value, else `arg<N>`.
std::string valueName(Value value);

} // namespace mlir::remat

#endif // REMAT_ANALYSIS_VALUENAME_H
