//===- ElementTypes.h - How elements are stored and computed on -*- C++ -*-===//
#ifndef REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTTYPES_H
#define REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTTYPES_H

#include "ElementBuilder.h"

namespace mlir::remat {

/// The type of an element while it is computed on: f32 for all floats of 32 bits or less, signless
/// integers of the same width.
Type computeType(Type element);
/// The type of an element in memory: integers of less than 8 bits take a byte, 8-bit floats are
/// bytes.
Type storageType(Type element);
/// Its bytes.
int64_t storageBytes(Type element);

bool isUnsigned(Type element);
/// Floats of 8 bits, which are stored and converted only.
bool isFloat8(Type element);

/// `loaded` has the storage type of `element`; the result its compute type.
Value fromStorage(ElementBuilder &b, Value loaded, Type element);
/// The other way; a float has been rounded to `element`.
Value toStorage(ElementBuilder &b, Value value, Type element);

/// Rounds an f32 to a narrower float type, to nearest even; the result is an f32 again. Other types
/// stay as they are.
Value roundTo(ElementBuilder &b, Value value, Type element);
/// Rounds a float to fewer bits of exponent and mantissa, as reduce_precision does.
Value reducePrecision(ElementBuilder &b, Value value, unsigned exponentBits, unsigned mantissaBits);

/// The same number in another element type. Floats that no integer holds become the nearest one,
/// NaN becomes 0.
Value convertElement(ElementBuilder &b, Value value, Type from, Type to);

} // namespace mlir::remat

#endif // REMAT_LIB_CONVERSION_REMATTOLOOPS_ELEMENTTYPES_H
