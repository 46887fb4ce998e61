//===- ShapeCheck.cpp - Checks of attributes and shapes, with their errors -===//
#include "ShapeCheck.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/SmallBitVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::remat;

static std::string joined(ArrayRef<int64_t> numbers, StringRef separator) {
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::interleave(numbers, os, separator);
  return text;
}

std::string mlir::remat::shapeText(ArrayRef<int64_t> shape) {
  return shape.empty() ? "(rank 0)" : joined(shape, "x");
}

std::string mlir::remat::listText(ArrayRef<int64_t> numbers) { return joined(numbers, ", "); }

RankedTensorType mlir::remat::scalarOf(Type type) {
  return RankedTensorType::get({}, getElementTypeOrSelf(type));
}

LogicalResult ShapeCheck::fail(const Twine &message) const {
  if (location)
    emitError(*location) << "'" << opName << "' op " << message;
  return failure();
}

LogicalResult ShapeCheck::length(StringRef name, ArrayRef<int64_t> numbers, int64_t count,
                                 StringRef owner) const {
  if (static_cast<int64_t>(numbers.size()) == count)
    return success();
  return fail("'" + name + "' has " + Twine(numbers.size()) + " numbers, but " + owner + " has " +
              Twine(count) + " dimensions");
}

LogicalResult ShapeCheck::atLeast(StringRef name, ArrayRef<int64_t> numbers, int64_t least) const {
  for (int64_t number : numbers)
    if (number < least)
      return fail("'" + name + "' holds " + Twine(number) + "; the least allowed is " +
                  Twine(least));
  return success();
}

LogicalResult ShapeCheck::dimension(StringRef name, int64_t dimension, int64_t rank,
                                    StringRef owner) const {
  if (dimension >= 0 && dimension < rank)
    return success();
  return fail("'" + name + "' names dimension " + Twine(dimension) + ", but " + owner + " has " +
              Twine(rank) + " dimensions");
}

LogicalResult ShapeCheck::dimensions(StringRef name, ArrayRef<int64_t> dimensions, int64_t rank,
                                     StringRef owner) const {
  llvm::SmallBitVector seen(rank);
  for (int64_t number : dimensions) {
    if (failed(dimension(name, number, rank, owner)))
      return failure();
    if (seen.test(number))
      return fail("'" + name + "' names dimension " + Twine(number) + " twice");
    seen.set(number);
  }
  return success();
}

LogicalResult ShapeCheck::ascending(StringRef name, ArrayRef<int64_t> numbers) const {
  if (llvm::is_sorted(numbers))
    return success();
  return fail("'" + name + "' must ascend, but is " + listText(numbers));
}

LogicalResult ShapeCheck::disjoint(StringRef aName, ArrayRef<int64_t> a, StringRef bName,
                                   ArrayRef<int64_t> b) const {
  for (int64_t number : a)
    if (llvm::is_contained(b, number))
      return fail("dimension " + Twine(number) + " is in '" + aName + "' and in '" + bName + "'");
  return success();
}

LogicalResult ShapeCheck::sameElementType(StringRef aName, Type a, StringRef bName, Type b) const {
  if (getElementTypeOrSelf(a) == getElementTypeOrSelf(b))
    return success();
  std::string text;
  llvm::raw_string_ostream(text) << "element types of " << aName << " (" << getElementTypeOrSelf(a)
                                 << ") and " << bName << " (" << getElementTypeOrSelf(b)
                                 << ") must be equal";
  return fail(text);
}

LogicalResult ShapeCheck::sameShape(StringRef aName, Type a, StringRef bName, Type b) const {
  ArrayRef<int64_t> aShape = cast<ShapedType>(a).getShape(),
                    bShape = cast<ShapedType>(b).getShape();
  if (aShape == bShape)
    return success();
  return fail("shapes of " + aName + ", " + shapeText(aShape) + ", and of " + bName + ", " +
              shapeText(bShape) + ", must be equal");
}
