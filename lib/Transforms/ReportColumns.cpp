//===- ReportColumns.cpp - Columns of numbers and texts for the page ------===//
#include "ReportColumns.h"

using namespace mlir;
using namespace mlir::remat;

static constexpr char kDigits[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static void appendNumber(std::string &packed, int64_t number) {
  const bool isNegative = number < 0;
  uint64_t rest = isNegative ? -static_cast<uint64_t>(number) : static_cast<uint64_t>(number);
  uint64_t digit = (rest & 15) << 1 | isNegative;
  for (rest >>= 4; rest; rest >>= 5) {
    packed += kDigits[digit | 32];
    digit = rest & 31;
  }
  packed += kDigits[digit];
}

std::string mlir::remat::packNumbers(ArrayRef<int64_t> numbers) {
  std::string packed;
  int64_t last = 0;
  for (int64_t number : numbers) {
    // A difference of 64 bits wraps.
    appendNumber(packed,
                 static_cast<int64_t>(static_cast<uint64_t>(number) - static_cast<uint64_t>(last)));
    last = number;
  }
  return packed;
}

int64_t SharedCells::text(StringRef text) {
  auto [entry, isNew] = textPositions.try_emplace(text, static_cast<int64_t>(texts.size()));
  if (isNew)
    texts.push_back(text.str());
  return entry->second;
}

int64_t SharedCells::bytes(int64_t bytes) {
  auto [entry, isNew] = bytesPositions.try_emplace(bytes, static_cast<int64_t>(numbers.size()));
  if (isNew)
    numbers.push_back(bytes);
  return entry->second;
}

/// Of ASCII alone, which has one length in every encoding.
static size_t sharedPrefix(StringRef a, StringRef b) {
  size_t length = 0;
  while (length < a.size() && length < b.size() && a[length] == b[length] &&
         static_cast<unsigned char>(a[length]) < 0x80)
    ++length;
  return length;
}

void SharedCells::write(llvm::json::Object &object) const {
  llvm::json::Array strings;
  std::vector<int64_t> prefixes;
  StringRef last;
  for (StringRef text : texts) {
    const size_t shared = sharedPrefix(last, text);
    prefixes.push_back(static_cast<int64_t>(shared));
    strings.push_back(llvm::json::fixUTF8(text.drop_front(shared)));
    last = text;
  }
  object["strings"] = std::move(strings);
  object["shared_prefixes"] = packNumbers(prefixes);
  object["numbers"] = packNumbers(numbers);
}
