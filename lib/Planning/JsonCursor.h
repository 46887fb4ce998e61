//===- JsonCursor.h - JSON text read from front to back -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_JSONCURSOR_H
#define REMAT_LIB_PLANNING_JSONCURSOR_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"
#include <deque>
#include <optional>
#include <string>

namespace rematplan {

/// Reads a JSON text from front to back without building a tree (llvm::json::Value takes some
/// hundred times the memory of a large problem, recurses without bound, rounds integers and forgets
/// repeated keys). The first error stays; after it every read returns at once with an empty answer.
class JsonCursor {
public:
  explicit JsonCursor(llvm::StringRef text);

  bool failed() const { return !message.empty(); }
  /// The first error, which names the place as in `ops[3].cost`, or the line and column of broken
  /// JSON.
  llvm::Error takeError() const;

  /// Fails at the value that is read, or at a field of it.
  void fail(const llvm::Twine &what, llvm::StringRef field = "");
  /// Fails with what was expected at the next value and what stands there.
  void failUnexpected(const llvm::Twine &expected);

  /// Calls `member` for each key, which must read or skip its value. Fails on a key that is given
  /// twice.
  void readObject(llvm::function_ref<void(llvm::StringRef key)> member);
  /// Calls `element` for each element, which must read or skip it.
  void readArray(llvm::function_ref<void()> element);
  std::string readString();
  bool readBool();
  /// An integer from 0 to `most`; `expected` is for the message.
  int64_t readCount(int64_t most, const llvm::Twine &expected);
  /// Reads null if it stands there.
  bool readNull();
  /// Any value.
  void skip();
  /// Fails unless only white space is left.
  void finish();

private:
  /// Where a value stands in an array or object around it.
  struct Place {
    llvm::StringRef key;
    size_t index;
    bool isKey;
  };

  char next();
  bool take(char c);
  bool enter(char open, const char *kind);
  void failSyntax(const llvm::Twine &what);
  std::string path() const;
  std::string describeNext();
  llvm::StringRef numberToken() const;
  llvm::StringRef stringToken() const;
  llvm::StringRef readStringToken();
  llvm::StringRef decode(llvm::StringRef token);
  bool takeWord(llvm::StringRef word);
  void checkKeys(size_t firstKey);

  llvm::StringRef text;
  size_t position = 0;
  std::string message;
  llvm::SmallVector<Place> places;
  /// The keys of all open objects, one object after the other; those that had escapes are stored in
  /// `decoded`.
  std::vector<llvm::StringRef> keys;
  std::deque<std::string> decoded;
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_JSONCURSOR_H
