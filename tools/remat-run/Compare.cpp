//===- Compare.cpp - Whether two runs gave the same bits ------------------===//
#include "Compare.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include <cmath>
#include <cstring>
#include <limits>

using namespace mlir;
using namespace mlir::remat;

std::string mlir::remat::elementText(Type element, const char *bytes) {
  unsigned width = element.getIntOrFloatBitWidth();
  uint64_t raw = 0;
  std::memcpy(&raw, bytes, llvm::divideCeil(width, 8)); // little endian, as all targets
  llvm::APInt bits(64, raw);
  bits = bits.trunc(std::min(width, 64u));
  llvm::SmallString<32> text;
  if (auto type = dyn_cast<FloatType>(element))
    llvm::APFloat(type.getFloatSemantics(), bits)
        .toString(text, /*FormatPrecision=*/0,
                  /*FormatMaxPadding=*/3);
  else
    bits.toString(text, 10, /*Signed=*/!element.isUnsignedInteger() && width > 1);
  return text.str().str();
}

static double elementNumber(FloatType type, const char *bytes) {
  uint64_t raw = 0;
  std::memcpy(&raw, bytes, llvm::divideCeil(type.getWidth(), 8));
  llvm::APFloat number(type.getFloatSemantics(), llvm::APInt(64, raw).trunc(type.getWidth()));
  return number.convertToDouble();
}

double mlir::remat::relativeDistance(RankedTensorType type, const char *expected,
                                     const char *actual) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  int64_t size = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  int64_t elements = type.getNumElements();
  if (std::memcmp(expected, actual, size * elements) == 0)
    return 0;
  auto number = dyn_cast<FloatType>(type.getElementType());
  if (!number)
    return infinite;
  double largest = 0, distance = 0;
  for (int64_t at = 0; at < size * elements; at += size) {
    double a = elementNumber(number, expected + at), b = elementNumber(number, actual + at);
    if (a == b || (std::isnan(a) && std::isnan(b)))
      continue;
    if (!std::isfinite(a) || !std::isfinite(b))
      return infinite;
    distance = std::max(distance, std::abs(a - b));
  }
  for (int64_t at = 0; at < size * elements; at += size)
    if (double a = elementNumber(number, expected + at); std::isfinite(a))
      largest = std::max(largest, std::abs(a));
  return distance == 0 ? 0 : largest == 0 ? infinite : distance / largest;
}

std::optional<Difference> mlir::remat::compareBits(RankedTensorType type, const char *expected,
                                                   const char *actual) {
  int64_t size = llvm::divideCeil(type.getElementTypeBitWidth(), 8);
  int64_t elements = type.getNumElements();
  if (std::memcmp(expected, actual, size * elements) == 0)
    return std::nullopt;
  Difference found;
  for (int64_t position = elements; position-- > 0;)
    if (std::memcmp(expected + position * size, actual + position * size, size) != 0) {
      found.position = position;
      ++found.count;
    }
  int64_t rest = found.position;
  for (int64_t dimension : llvm::reverse(type.getShape())) {
    found.index.insert(found.index.begin(), rest % dimension);
    rest /= dimension;
  }
  found.expected = elementText(type.getElementType(), expected + found.position * size);
  found.actual = elementText(type.getElementType(), actual + found.position * size);
  return found;
}
