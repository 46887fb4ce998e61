//===- JsonCursor.cpp - JSON text read from front to back -----------------===//
#include "JsonCursor.h"
#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace rematplan {

/// The formats need five levels; what is skipped may have some more.
static constexpr size_t deepestNesting = 64;

JsonCursor::JsonCursor(llvm::StringRef text) : text(text) {
  size_t wrongByte = 0;
  if (llvm::json::isUTF8(text, &wrongByte))
    return;
  position = wrongByte;
  failSyntax("no valid UTF-8");
}

llvm::Error JsonCursor::takeError() const {
  return failed() ? llvm::createStringError(llvm::Twine(message)) : llvm::Error::success();
}

std::string JsonCursor::path() const {
  std::string path;
  llvm::raw_string_ostream os(path);
  for (const Place &place : places)
    if (place.isKey)
      os << (path.empty() ? "" : ".") << printable(place.key);
    else
      os << '[' << place.index << ']';
  return path;
}

void JsonCursor::fail(const llvm::Twine &what, llvm::StringRef field) {
  if (failed())
    return;
  std::string place = path();
  if (!field.empty())
    place = (place + llvm::Twine(place.empty() ? "" : ".") + field).str();
  message = (place + llvm::Twine(place.empty() ? "" : ": ") + what).str();
}

void JsonCursor::failSyntax(const llvm::Twine &what) {
  if (failed())
    return;
  const llvm::StringRef before = text.take_front(position);
  const size_t line = before.count('\n') + 1;
  const size_t column = position - (before.rfind('\n') + 1) + 1;
  message = ("line " + llvm::Twine(line) + ", column " + llvm::Twine(column) + ": " + what).str();
}

void JsonCursor::failUnexpected(const llvm::Twine &expected) {
  const std::string found = describeNext();
  fail("expected " + expected + ", got " + found);
}

/// The next character that is no white space; 0 at the end.
char JsonCursor::next() {
  while (position < text.size() && llvm::StringRef(" \t\r\n").contains(text[position]))
    ++position;
  return position < text.size() ? text[position] : '\0';
}

bool JsonCursor::take(char c) {
  if (next() != c)
    return false;
  ++position;
  return true;
}

llvm::StringRef JsonCursor::numberToken() const {
  return text.substr(position).take_while(
      [](char c) { return llvm::isAlnum(c) || c == '-' || c == '+' || c == '.'; });
}

/// With both quotes; empty if it does not end.
llvm::StringRef JsonCursor::stringToken() const {
  for (size_t end = position + 1; end < text.size(); ++end) {
    if (text[end] == '"')
      return text.slice(position, end + 1);
    if (static_cast<unsigned char>(text[end]) < 0x20)
      return "";
    end += text[end] == '\\';
  }
  return "";
}

std::string JsonCursor::describeNext() {
  switch (next()) {
  case '{':
    return "an object";
  case '[':
    return "a list";
  case '"':
    return "a string";
  case '\0':
    return "nothing";
  default:
    const llvm::StringRef token = numberToken();
    return printable(token.empty() ? text.substr(position, 1) : token);
  }
}

bool JsonCursor::enter(char open, const char *kind) {
  if (failed())
    return false;
  if (next() != open) {
    failUnexpected(kind);
    return false;
  }
  if (places.size() == deepestNesting) {
    failSyntax("more than " + llvm::Twine(deepestNesting) + " levels of nesting");
    return false;
  }
  ++position;
  return true;
}

void JsonCursor::readObject(llvm::function_ref<void(llvm::StringRef)> member) {
  if (!enter('{', "an object"))
    return;
  const size_t firstKey = keys.size();
  if (!take('}')) {
    do {
      if (next() != '"')
        return failSyntax("expected a key in quotes");
      const llvm::StringRef key = readStringToken();
      if (!failed() && !take(':'))
        failSyntax("expected ':' after a key");
      if (failed())
        return;
      keys.push_back(key);
      places.push_back({key, 0, true});
      member(key);
      if (failed())
        return;
      places.pop_back();
    } while (take(','));
    if (!take('}'))
      return failSyntax("expected ',' or '}' in an object");
  }
  checkKeys(firstKey);
  keys.resize(firstKey);
}

/// Objects of the formats have few keys; a hostile one may have many.
void JsonCursor::checkKeys(size_t firstKey) {
  llvm::SmallVector<llvm::StringRef, 16> sorted(keys.begin() + firstKey, keys.end());
  llvm::sort(sorted);
  const auto *twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end())
    fail("the key \"" + printable(*twice) + "\" is given twice in one object");
}

void JsonCursor::readArray(llvm::function_ref<void()> element) {
  if (!enter('[', "a list") || take(']'))
    return;
  places.push_back({"", 0, false});
  do {
    element();
    if (failed())
      return;
    ++places.back().index;
  } while (take(','));
  places.pop_back();
  if (!take(']'))
    failSyntax("expected ',' or ']' in a list");
}

llvm::StringRef JsonCursor::readStringToken() {
  const llvm::StringRef token = stringToken();
  if (token.empty()) {
    failSyntax("a string that does not end on its line");
    return "";
  }
  const llvm::StringRef result = decode(token);
  position += token.size();
  return result;
}

/// The characters that a string token stands for.
llvm::StringRef JsonCursor::decode(llvm::StringRef token) {
  if (!token.contains('\\'))
    return token.drop_front().drop_back();
  llvm::Expected<llvm::json::Value> value = llvm::json::parse(token);
  if (value)
    return decoded.emplace_back(value->getAsString().value_or("").str());
  llvm::consumeError(value.takeError());
  failSyntax("a string with a broken escape");
  return "";
}

std::string JsonCursor::readString() {
  if (failed())
    return "";
  if (next() != '"') {
    failUnexpected("a string");
    return "";
  }
  return readStringToken().str();
}

bool JsonCursor::takeWord(llvm::StringRef word) {
  next();
  if (numberToken() != word)
    return false;
  position += word.size();
  return true;
}

bool JsonCursor::readBool() {
  if (failed())
    return false;
  const bool isTrue = takeWord("true");
  if (!isTrue && !takeWord("false"))
    failUnexpected("true or false");
  return isTrue;
}

bool JsonCursor::readNull() { return !failed() && takeWord("null"); }

int64_t JsonCursor::readCount(int64_t most, const llvm::Twine &expected) {
  if (failed())
    return 0;
  next();
  const llvm::StringRef token = numberToken();
  const bool isPlain =
      llvm::all_of(token, llvm::isDigit) && (token == "0" || !token.starts_with("0"));
  int64_t number = 0;
  if (token.empty() || !isPlain || token.getAsInteger(10, number) || number > most) {
    failUnexpected(expected);
    return 0;
  }
  position += token.size();
  return number;
}

/// Whether the token is a number of JSON.
static bool isNumber(llvm::StringRef token) {
  auto takeDigits = [&] {
    const size_t count = token.take_while(llvm::isDigit).size();
    token = token.drop_front(count);
    return count > 0;
  };
  token.consume_front("-");
  if (!token.consume_front("0") && !takeDigits())
    return false;
  if (token.consume_front(".") && !takeDigits())
    return false;
  if (token.consume_front("e") || token.consume_front("E")) {
    if (!token.consume_front("+"))
      token.consume_front("-");
    if (!takeDigits())
      return false;
  }
  return token.empty();
}

void JsonCursor::skip() {
  if (failed())
    return;
  switch (next()) {
  case '{':
    return readObject([&](llvm::StringRef) { skip(); });
  case '[':
    return readArray([&] { skip(); });
  case '"':
    readStringToken();
    return;
  default:
    break;
  }
  const llvm::StringRef token = numberToken();
  if (token != "true" && token != "false" && token != "null" && !isNumber(token))
    return failSyntax("expected a value");
  position += token.size();
}

void JsonCursor::finish() {
  if (!failed() && (next() != '\0' || position < text.size()))
    failSyntax("expected the end of the text");
}

} // namespace rematplan
