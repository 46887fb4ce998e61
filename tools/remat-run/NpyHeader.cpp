//===- NpyHeader.cpp - What a .npy file says of its array -----------------===//
#include "NpyHeader.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Endian.h"

using namespace mlir::remat;
using llvm::StringRef;
using llvm::Twine;

static constexpr llvm::StringLiteral magic("\x93NUMPY");
/// Magic and version.
static constexpr size_t prefixBytes = 8;
/// Data begins at multiples of this.
static constexpr size_t alignment = 64;

static llvm::Error failure(const Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

namespace {

/// Reads the Python dictionary of a header: {'descr': '<f4', 'fortran_order': False, 'shape': (2,)}
class DictionaryParser {
public:
  explicit DictionaryParser(StringRef text) : rest(text) {}

  llvm::Error parse(NpyHeader &header);

private:
  bool take(StringRef token) {
    rest = rest.ltrim();
    return rest.consume_front(token);
  }
  bool takeText(StringRef &text);
  bool takeShape(std::vector<int64_t> &shape);
  bool takeEntry(NpyHeader &header, unsigned &seen);

  StringRef rest;
};

} // namespace

bool DictionaryParser::takeText(StringRef &text) {
  rest = rest.ltrim();
  if (rest.empty() || (rest.front() != '\'' && rest.front() != '"'))
    return false;
  size_t end = rest.find(rest.front(), 1);
  if (end == StringRef::npos)
    return false;
  text = rest.slice(1, end);
  rest = rest.drop_front(end + 1);
  return true;
}

bool DictionaryParser::takeShape(std::vector<int64_t> &shape) {
  constexpr size_t maxRank = 64;
  if (!take("("))
    return false;
  while (!take(")")) {
    int64_t size;
    rest = rest.ltrim();
    if (shape.size() == maxRank || rest.consumeInteger(10, size) || size < 0)
      return false;
    shape.push_back(size);
    if (take(","))
      continue;
    return take(")");
  }
  return true;
}

bool DictionaryParser::takeEntry(NpyHeader &header, unsigned &seen) {
  StringRef key, descriptor;
  if (!takeText(key) || !take(":"))
    return false;
  if (key == "descr") {
    seen |= 1;
    if (!takeText(descriptor))
      return false;
    header.typeText = descriptor.str();
    return true;
  }
  if (key == "fortran_order") {
    seen |= 2;
    header.isFortranOrder = take("True");
    return header.isFortranOrder || take("False");
  }
  seen |= 4;
  return key == "shape" && header.shape.empty() && takeShape(header.shape);
}

llvm::Error DictionaryParser::parse(NpyHeader &header) {
  unsigned seen = 0;
  bool isGood = take("{");
  while (isGood && !take("}")) {
    isGood = takeEntry(header, seen);
    if (isGood && !take(",")) {
      isGood = take("}");
      break;
    }
  }
  if (!isGood || seen != 7 || !rest.trim().empty())
    return failure("its header is not one of a plain array (descr, fortran_order and shape)");
  StringRef type = header.typeText;
  header.isBigEndian = type.consume_front(">");
  if (!header.isBigEndian && !type.consume_front("<") && !type.consume_front("|"))
    return failure("its type '" + header.typeText + "' has no byte order");
  header.kind = type.empty() ? 0 : type.front();
  if (type.empty() || type.drop_front().getAsInteger(10, header.itemBytes) ||
      header.itemBytes < 1 || !StringRef("fiubV").contains(header.kind))
    return failure("its type '" + header.typeText + "' is no number");
  return llvm::Error::success();
}

llvm::Expected<NpyHeader> mlir::remat::parseNpyHeader(StringRef content) {
  if (!content.starts_with(magic))
    return failure("it is no .npy file: it does not begin with \\x93NUMPY");
  if (content.size() < prefixBytes)
    return failure("it ends within its header");
  uint8_t version = content[magic.size()];
  if (version < 1 || version > 3)
    return failure("its format version " + Twine(unsigned(version)) + " is unknown");
  size_t lengthBytes = version == 1 ? 2 : 4;
  if (content.size() < prefixBytes + lengthBytes)
    return failure("it ends within its header");
  const char *lengthPlace = content.data() + prefixBytes;
  size_t length = version == 1 ? llvm::support::endian::read16le(lengthPlace)
                               : llvm::support::endian::read32le(lengthPlace);
  StringRef dictionary = content.drop_front(prefixBytes + lengthBytes);
  if (dictionary.size() < length)
    return failure("it ends within its header");
  NpyHeader header;
  header.headerBytes = prefixBytes + lengthBytes + length;
  if (llvm::Error error = DictionaryParser(dictionary.take_front(length)).parse(header))
    return error;
  return header;
}

std::string mlir::remat::npyHeaderText(StringRef descriptor, StringRef shape) {
  std::string text = magic.str() + std::string("\x01\x00", 2);
  std::string dictionary =
      ("{'descr': '" + descriptor + "', 'fortran_order': False, 'shape': " + shape + ", }").str();
  size_t bytes = prefixBytes + 2 + dictionary.size() + 1;
  dictionary.append((alignment - bytes % alignment) % alignment, ' ');
  dictionary += '\n';
  text += static_cast<char>(dictionary.size() & 0xff);
  text += static_cast<char>(dictionary.size() >> 8);
  return text + dictionary;
}
