//===- AttributeText.cpp - Attributes of dialects that may not be registered -===//
#include "remat/Interfaces/AttributeText.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace mlir::remat;

std::string mlir::remat::attributeText(Operation *op, StringRef name) {
  Attribute attribute = op->getAttr(name);
  if (!attribute)
    return "";
  if (auto opaque = dyn_cast<OpaqueAttr>(attribute))
    return opaque.getAttrData().str();
  std::string text;
  llvm::raw_string_ostream os(text);
  attribute.print(os);
  return text;
}

StringRef mlir::remat::lastWord(StringRef text) {
  StringRef words = text.rtrim('>');
  size_t end = words.find_last_of(" <");
  return end == StringRef::npos ? words : words.drop_front(end + 1);
}

/// The text behind `key =`, without leading blanks; nullopt if the key is not there. A key inside a
/// longer word does not count.
static std::optional<StringRef> textBehind(StringRef text, StringRef key) {
  for (size_t at = text.find(key); at != StringRef::npos; at = text.find(key, at + 1)) {
    bool startsWord = at == 0 || !(llvm::isAlnum(text[at - 1]) || text[at - 1] == '_');
    StringRef rest = text.drop_front(at + key.size()).ltrim();
    if (startsWord && rest.consume_front("="))
      return rest.ltrim();
  }
  return std::nullopt;
}

std::optional<SmallVector<int64_t>> mlir::remat::readIntegerList(StringRef text, StringRef key) {
  SmallVector<int64_t> numbers;
  std::optional<StringRef> rest = textBehind(text, key);
  if (!rest)
    return numbers;
  if (!rest->consume_front("["))
    return std::nullopt;
  auto [list, behind] = rest->split(']');
  if (list.size() == rest->size()) // no closing bracket
    return std::nullopt;
  SmallVector<StringRef> words;
  list.split(words, ',');
  if (list.trim().empty())
    return numbers;
  for (StringRef word : words) {
    int64_t number;
    if (word.trim().getAsInteger(10, number))
      return std::nullopt;
    numbers.push_back(number);
  }
  return numbers;
}

std::optional<int64_t> mlir::remat::readInteger(StringRef text, StringRef key) {
  std::optional<StringRef> rest = textBehind(text, key);
  int64_t number;
  if (!rest || rest->consumeInteger(10, number))
    return std::nullopt;
  return number;
}

/// `value` as a number; its type says whether the highest bit is a sign.
static std::optional<int64_t> toInt64(const APInt &value, Type type) {
  if (type.isUnsignedInteger() || type.isInteger(1))
    return value.getActiveBits() < 64 ? std::optional<int64_t>(value.getZExtValue()) : std::nullopt;
  return value.getSignificantBits() <= 64 ? std::optional<int64_t>(value.getSExtValue())
                                          : std::nullopt;
}

std::optional<SmallVector<int64_t>> mlir::remat::readIntegers(Attribute attribute) {
  SmallVector<int64_t> numbers;
  if (auto array = dyn_cast_or_null<DenseI64ArrayAttr>(attribute)) {
    llvm::append_range(numbers, array.asArrayRef());
    return numbers;
  }
  if (auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attribute)) {
    for (const APInt &value : dense.getValues<APInt>()) {
      std::optional<int64_t> number = toInt64(value, dense.getElementType());
      if (!number)
        return std::nullopt;
      numbers.push_back(*number);
    }
    return numbers;
  }
  if (auto list = dyn_cast_or_null<ArrayAttr>(attribute)) {
    for (Attribute element : list) {
      auto integer = dyn_cast<IntegerAttr>(element);
      std::optional<int64_t> number =
          integer ? toInt64(integer.getValue(), integer.getType()) : std::nullopt;
      if (!number)
        return std::nullopt;
      numbers.push_back(*number);
    }
    return numbers;
  }
  return std::nullopt;
}

std::optional<int64_t> mlir::remat::readConstant(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op || !op->getName().getStringRef().ends_with(".constant"))
    return std::nullopt;
  Attribute attribute = op->getAttr("value");
  if (auto integer = dyn_cast_or_null<IntegerAttr>(attribute))
    return toInt64(integer.getValue(), integer.getType());
  auto dense = dyn_cast_or_null<DenseIntElementsAttr>(attribute);
  if (!dense || !dense.isSplat())
    return std::nullopt;
  return toInt64(dense.getSplatValue<APInt>(), dense.getElementType());
}
