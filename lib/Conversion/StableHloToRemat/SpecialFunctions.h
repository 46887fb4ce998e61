//===- SpecialFunctions.h - Gamma functions and the inverse error function -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_SPECIALFUNCTIONS_H
#define REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_SPECIALFUNCTIONS_H

#include "remat/IR/Formula.h"

namespace mlir::remat {

/// log |gamma(x)|, its derivative, and the inverse of the error function.
Value logGamma(Formula &f, Value x);
Value digamma(Formula &f, Value x);
Value inverseErf(Formula &f, Value x);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_STABLEHLOTOREMAT_SPECIALFUNCTIONS_H
