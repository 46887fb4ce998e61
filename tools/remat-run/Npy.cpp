//===- Npy.cpp - Arrays in numpy's files ----------------------------------===//
#include "Npy.h"
#include "NpyHeader.h"
#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <limits>

using namespace mlir::remat;
using llvm::ArrayRef;
using llvm::StringRef;
using llvm::Twine;

namespace {

/// How numpy spells an element type.
struct NumpyType {
  StringRef element;
  int64_t bytes;
  /// Of the file: 'f', 'i', 'u', 'b', or 'V' where numpy lacks the type.
  char kind;
  /// Of small floats that only MLIR knows.
  const llvm::fltSemantics &(*semantics)() = nullptr;
};

} // namespace

static const NumpyType *findType(StringRef element) {
  static const NumpyType types[] = {{"f64", 8, 'f'},
                                    {"f32", 4, 'f'},
                                    {"f16", 2, 'f'},
                                    {"bf16", 2, 'V', llvm::APFloat::BFloat},
                                    {"f8E5M2", 1, 'V', llvm::APFloat::Float8E5M2},
                                    {"f8E4M3FN", 1, 'V', llvm::APFloat::Float8E4M3FN},
                                    {"f8E4M3", 1, 'V', llvm::APFloat::Float8E4M3},
                                    {"f8E4M3FNUZ", 1, 'V', llvm::APFloat::Float8E4M3FNUZ},
                                    {"f8E5M2FNUZ", 1, 'V', llvm::APFloat::Float8E5M2FNUZ},
                                    {"f8E4M3B11FNUZ", 1, 'V', llvm::APFloat::Float8E4M3B11FNUZ},
                                    {"f8E3M4", 1, 'V', llvm::APFloat::Float8E3M4},
                                    {"f8E8M0FNU", 1, 'V', llvm::APFloat::Float8E8M0FNU},
                                    {"i1", 1, 'b'},
                                    {"i2", 1, 'i'},
                                    {"i4", 1, 'i'},
                                    {"i8", 1, 'i'},
                                    {"i16", 2, 'i'},
                                    {"i32", 4, 'i'},
                                    {"i64", 8, 'i'},
                                    {"ui2", 1, 'u'},
                                    {"ui4", 1, 'u'},
                                    {"ui8", 1, 'u'},
                                    {"ui16", 2, 'u'},
                                    {"ui32", 4, 'u'},
                                    {"ui64", 8, 'u'}};
  auto *found =
      llvm::find_if(types, [&](const NumpyType &type) { return type.element == element; });
  return found == std::end(types) ? nullptr : found;
}

int64_t mlir::remat::elementBytes(StringRef element) {
  const NumpyType *type = findType(element);
  return type ? type->bytes : 0;
}

static llvm::Error failure(StringRef path, const Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "'" + path + "': " + reason);
}

/// As Python prints a tuple.
static std::string shapeText(ArrayRef<int64_t> shape) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "(";
  llvm::interleaveComma(shape, os);
  os << (shape.size() == 1 ? ",)" : ")");
  return text;
}

/// float32 where numpy lacks the type.
static std::string numpyName(const NumpyType &type) {
  switch (type.kind) {
  case 'b':
    return "bool";
  case 'V':
    return "float32";
  default:
    StringRef name = type.kind == 'f' ? "float" : type.kind == 'i' ? "int" : "uint";
    return (name + Twine(8 * type.bytes)).str();
  }
}

static llvm::APFloat toSmallFloat(const NumpyType &type, llvm::APFloat value) {
  bool losesInfo;
  value.convert(type.semantics(), llvm::APFloat::rmNearestTiesToEven, &losesInfo);
  return value;
}

void mlir::remat::storeFloat(StringRef element, double value, char *destination) {
  const NumpyType *type = findType(element);
  if (element == "f64") {
    std::memcpy(destination, &value, sizeof(value));
  } else if (element == "f32") {
    auto single = static_cast<float>(value);
    std::memcpy(destination, &single, sizeof(single));
  } else {
    const llvm::fltSemantics &semantics =
        type->semantics ? type->semantics() : llvm::APFloat::IEEEhalf();
    llvm::APFloat number(value);
    bool losesInfo;
    // Types that numpy lacks round twice in Python, through float32; do the same.
    if (type->semantics)
      number = llvm::APFloat(static_cast<float>(value));
    // What has no sign holds magnitudes.
    if (!llvm::APFloat::semanticsHasSignedRepr(semantics))
      number.clearSign();
    number.convert(semantics, llvm::APFloat::rmNearestTiesToEven, &losesInfo);
    uint64_t bits = number.bitcastToAPInt().getZExtValue();
    std::memcpy(destination, &bits, type->bytes);
  }
}

llvm::Error mlir::remat::readNpy(StringRef path, StringRef element, ArrayRef<int64_t> shape,
                                 llvm::MutableArrayRef<char> data) {
  const NumpyType *type = findType(element);
  if (!type)
    return failure(path, "arrays of " + element + " cannot be read");
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> file =
      llvm::MemoryBuffer::getFile(path, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!file)
    return failure(path, file.getError().message());
  StringRef content = (*file)->getBuffer();
  llvm::Expected<NpyHeader> header = parseNpyHeader(content);
  if (!header)
    return failure(path, llvm::toString(header.takeError()));

  if (ArrayRef<int64_t>(header->shape) != shape)
    return failure(path, "its shape is " + shapeText(header->shape) + ", but " + shapeText(shape) +
                             " is expected");
  // ml_dtypes spells float8_e5m2 'f1', the others as raw bytes.
  bool isSmallFloat = type->semantics && (header->kind == 'V' || header->kind == 'f');
  bool isSame = header->itemBytes == type->bytes && (header->kind == type->kind || isSmallFloat);
  bool isWidened = type->semantics && header->kind == 'f' && header->itemBytes == 4;
  if (!isSame && !isWidened)
    return failure(path, "its type is '" + header->typeText + "', but " + numpyName(*type) +
                             " is expected for " + element);
  if (header->isBigEndian && header->itemBytes > 1)
    return failure(path, "its bytes are in big-endian order; save it as little-endian ('<')");
  if (header->isFortranOrder && shape.size() > 1)
    return failure(path, "it is in Fortran order; save it with numpy.ascontiguousarray");
  StringRef bytes = content.drop_front(header->headerBytes);
  int64_t elements = 1;
  for (int64_t size : shape)
    elements *= size;
  if (static_cast<int64_t>(bytes.size()) != elements * header->itemBytes)
    return failure(path, "it holds " + Twine(bytes.size()) +
                             " bytes of data, but its shape and "
                             "type take " +
                             Twine(elements * header->itemBytes));
  if (isSame) {
    // memcpy must not be given the null pointer of an array without elements.
    llvm::copy(bytes, data.begin());
    return llvm::Error::success();
  }
  for (int64_t i = 0; i < elements; ++i) {
    float single;
    std::memcpy(&single, bytes.data() + i * sizeof(single), sizeof(single));
    uint64_t bits = toSmallFloat(*type, llvm::APFloat(single)).bitcastToAPInt().getZExtValue();
    std::memcpy(data.data() + i * type->bytes, &bits, type->bytes);
  }
  return llvm::Error::success();
}

void mlir::remat::writeNpy(llvm::raw_ostream &os, StringRef element, ArrayRef<int64_t> shape,
                           ArrayRef<char> data) {
  const NumpyType *type = findType(element);
  bool isWidened = type->semantics;
  int64_t itemBytes = isWidened ? 4 : type->bytes;
  char kind = isWidened ? 'f' : type->kind;
  std::string descriptor =
      (Twine(itemBytes == 1 ? "|" : "<") + Twine(kind) + Twine(itemBytes)).str();
  os << npyHeaderText(descriptor, shapeText(shape));
  if (!isWidened) {
    os.write(data.data(), data.size());
    return;
  }
  for (size_t i = 0; i < data.size(); i += type->bytes) {
    uint64_t bits = 0;
    std::memcpy(&bits, data.data() + i, type->bytes);
    llvm::APFloat value(type->semantics(), llvm::APInt(8 * type->bytes, bits));
    // LLVM makes infinity of the NaN of powers of two.
    bool isUnsignedNan =
        value.isNaN() && !llvm::APFloat::semanticsHasSignedRepr(value.getSemantics());
    float single = isUnsignedNan ? std::numeric_limits<float>::quiet_NaN() : value.convertToFloat();
    os.write(reinterpret_cast<const char *>(&single), sizeof(single));
  }
}
