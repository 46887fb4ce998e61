//===- Compare.cpp - Whether two runs gave the same bits ------------------===//
#include "Compare.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/APInt.h"
#include "llvm/ADT/SmallString.h"
#include <cstring>

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
