//===- JsonText.cpp - What must hold for a text before it is parsed -------===//
#include "JsonText.h"
#include "Names.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>

namespace rematplan {

namespace {

/// Both formats need five levels.
constexpr size_t deepestNesting = 64;

class Scanner {
public:
  Scanner(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> integerFields)
      : text(text), integerFields(integerFields) {}

  llvm::Error scan() {
    while (position < text.size()) {
      const char c = text[position];
      if (c == '"') {
        takeString();
      } else if (c == '-' || llvm::isDigit(c)) {
        if (llvm::Error error = takeNumber())
          return error;
      } else {
        ++position;
        if (llvm::Error error = takePunctuation(c))
          return error;
      }
    }
    return llvm::Error::success();
  }

private:
  /// An object or array that is open at the current position.
  struct Frame {
    bool isObject = false;
    /// The position in an array, and the number of the entry in an object.
    size_t index = 0;
    /// The next string of an object is a key.
    bool keyNext = true;
    /// Of an object: the keys up to now, the last one is the current one.
    std::vector<std::string> keys;
  };

  llvm::Error fail(const llvm::Twine &what) const {
    const std::string path = describePath();
    return llvm::createStringError(path + (path.empty() ? "" : ": ") + what);
  }

  std::string describePath() const {
    std::string path;
    llvm::raw_string_ostream os(path);
    for (const Frame &frame : frames)
      if (!frame.isObject)
        os << '[' << frame.index << ']';
      else if (!frame.keys.empty())
        os << (path.empty() ? "" : ".") << printable(frame.keys.back());
    return path;
  }

  llvm::Error takePunctuation(char c) {
    switch (c) {
    case '{':
    case '[':
      if (frames.size() == deepestNesting)
        return llvm::createStringError("more than " + llvm::Twine(deepestNesting) +
                                       " levels of nesting at byte " + llvm::Twine(position - 1));
      frames.emplace_back().isObject = c == '{';
      break;
    case '}':
    case ']':
      if (frames.empty())
        break;
      if (llvm::Error error = checkKeys())
        return error;
      frames.pop_back();
      break;
    case ',':
      if (!frames.empty()) {
        ++frames.back().index;
        frames.back().keyNext = true;
      }
      break;
    case ':':
      if (!frames.empty())
        frames.back().keyNext = false;
      break;
    default:
      break;
    }
    return llvm::Error::success();
  }

  void takeString() {
    const size_t begin = position++;
    while (position < text.size() && text[position] != '"')
      position += text[position] == '\\' ? 2 : 1;
    position = std::min(position + 1, text.size());
    if (frames.empty() || !frames.back().isObject || !frames.back().keyNext)
      return;
    frames.back().keyNext = false;
    frames.back().keys.push_back(decode(text.slice(begin, position)));
  }

  /// The characters that a string token stands for; a broken token is kept as it is (the parser
  /// will refuse it).
  static std::string decode(llvm::StringRef token) {
    if (token.contains('\\')) {
      llvm::Expected<llvm::json::Value> value = llvm::json::parse(token);
      if (value)
        return value->getAsString().value_or(token).str();
      llvm::consumeError(value.takeError());
    }
    return token.drop_front().drop_back(token.size() > 1 && token.back() == '"').str();
  }

  llvm::Error takeNumber() {
    const llvm::StringRef number = text.substr(position).take_while(
        [](char c) { return llvm::isAlnum(c) || c == '-' || c == '+' || c == '.'; });
    position += number.size();
    if (number.find_first_of(".eE") == llvm::StringRef::npos)
      return llvm::Error::success();
    for (const Frame &frame : llvm::reverse(frames)) {
      if (!frame.isObject)
        continue;
      if (!frame.keys.empty() && llvm::is_contained(integerFields, frame.keys.back()))
        return fail("expected an integer, got " + printable(number));
      break;
    }
    return llvm::Error::success();
  }

  llvm::Error checkKeys() {
    std::vector<std::string> keys = std::move(frames.back().keys);
    llvm::sort(keys);
    const auto twice = std::adjacent_find(keys.begin(), keys.end());
    if (twice == keys.end())
      return llvm::Error::success();
    frames.back().keys.clear();
    return fail("the key \"" + printable(*twice) + "\" is given twice in one object");
  }

  llvm::StringRef text;
  llvm::ArrayRef<llvm::StringRef> integerFields;
  size_t position = 0;
  llvm::SmallVector<Frame> frames;
};

} // namespace

llvm::Error checkJsonText(llvm::StringRef text, llvm::ArrayRef<llvm::StringRef> integerFields) {
  return Scanner(text, integerFields).scan();
}

} // namespace rematplan
