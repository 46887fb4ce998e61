//===- MathFunctions.h - Functions of floats, in plain arithmetic -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_MATHFUNCTIONS_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_MATHFUNCTIONS_H

#include "ElementBuilder.h"

namespace mlir::remat {

// Functions of f32, scalars or lanes, as sequences of exactly rounded steps: an element's bits
// depend neither on its lane nor on a library. Errors are within 2 ulp where nothing else is said,
// NaN, infinities and denormals are what C's functions make of them.
Value expF32(ElementBuilder &b, Value x);
Value expm1F32(ElementBuilder &b, Value x);
Value logF32(ElementBuilder &b, Value x);
Value log1pF32(ElementBuilder &b, Value x);
Value tanhF32(ElementBuilder &b, Value x);
Value logisticF32(ElementBuilder &b, Value x);
Value erfF32(ElementBuilder &b, Value x);
Value erfcF32(ElementBuilder &b, Value x);
/// Reduced in f64: good to 4 ulp up to 1e9; larger operands lose their turn.
Value sinF32(ElementBuilder &b, Value x);
Value cosF32(ElementBuilder &b, Value x);
Value tanF32(ElementBuilder &b, Value x);
Value atan2F32(ElementBuilder &b, Value y, Value x);
Value cbrtF32(ElementBuilder &b, Value x);
Value powF32(ElementBuilder &b, Value x, Value y);

/// `a` with the sign of `sign`.
Value copySign(ElementBuilder &b, Value a, Value sign);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_MATHFUNCTIONS_H
