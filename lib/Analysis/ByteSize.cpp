//===- ByteSize.cpp - Bytes of a value's type -----------------------------===//
#include "remat/Analysis/ByteSize.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/DataLayoutInterfaces.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::remat;

template <typename... Parts> static llvm::Error sizeError(const Parts &...parts) {
  std::string message;
  llvm::raw_string_ostream os(message);
  (os << ... << parts);
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

/// Bytes of one element, or nullopt if the type is no number.
static std::optional<int64_t> elementBytes(Type type) {
  if (type.isIntOrFloat())
    return llvm::divideCeil(type.getIntOrFloatBitWidth(), 8u);
  if (isa<IndexType>(type))
    return 8;
  if (auto complex = dyn_cast<ComplexType>(type)) {
    std::optional<int64_t> part = elementBytes(complex.getElementType());
    return part ? std::optional<int64_t>(2 * *part) : std::nullopt;
  }
  if (isa<DataLayoutTypeInterface>(type))
    return static_cast<int64_t>(
        llvm::divideCeil(DataLayout().getTypeSizeInBits(type).getFixedValue(), uint64_t(8)));
  return std::nullopt;
}

llvm::Expected<int64_t> mlir::remat::byteSize(Type type, int64_t dynamicDim) {
  if (isa<NoneType>(type))
    return 0;
  // A token of a dialect that may not be registered: it orders ops and holds nothing. A shape of
  // TOSA is part of the program's text.
  if (auto opaque = dyn_cast<OpaqueType>(type)) {
    if (opaque.getTypeData() == "token")
      return 0;
  } else if (type.getAbstractType().getName().ends_with(".token") ||
             type.getAbstractType().getName() == "tosa.shape") {
    return 0;
  }
  if (auto tuple = dyn_cast<TupleType>(type)) {
    int64_t total = 0;
    for (Type part : tuple.getTypes()) {
      llvm::Expected<int64_t> bytes = byteSize(part, dynamicDim);
      if (!bytes)
        return bytes.takeError();
      if (llvm::AddOverflow(total, *bytes, total))
        return sizeError("type ", type, " takes more than 2^63 bytes");
    }
    return total;
  }
  auto shaped = dyn_cast<ShapedType>(type);
  if (!shaped) {
    if (std::optional<int64_t> bytes = elementBytes(type))
      return *bytes;
    return sizeError("the size of type ", type, " is not known");
  }
  if (!shaped.hasRank())
    return sizeError("type ", type, " has no rank, so its bytes are not known");
  std::optional<int64_t> element = elementBytes(shaped.getElementType());
  if (!element)
    return sizeError("the size of element type ", shaped.getElementType(), " is not known");
  if (llvm::is_contained(shaped.getShape(), 0))
    return 0;
  int64_t total = *element;
  for (int64_t dim : shaped.getShape()) {
    if (ShapedType::isDynamic(dim)) {
      if (dynamicDim <= 0)
        return sizeError("type ", type, " has a dynamic dimension, so its bytes are not known");
      dim = dynamicDim;
    }
    if (llvm::MulOverflow(total, dim, total))
      return sizeError("type ", type, " takes more than 2^63 bytes");
  }
  return total;
}
