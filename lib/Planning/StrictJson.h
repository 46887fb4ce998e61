//===- StrictJson.h - Reading JSON that nobody vouches for -*- C++ -*-===//
#ifndef REMAT_LIB_PLANNING_STRICTJSON_H
#define REMAT_LIB_PLANNING_STRICTJSON_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/JSON.h"

namespace rematplan {

/// Reads numbers and lists and remembers the first thing that is wrong. What is missing reads as 0
/// or as nothing.
class StrictJson {
public:
  /// Empty: nothing wrong so far.
  std::string error;

  void require(bool holds, const llvm::Twine &otherwise) {
    if (!holds && error.empty())
      error = otherwise.str();
  }
  int64_t number(const llvm::json::Value *value) {
    std::optional<int64_t> result = value ? value->getAsInteger() : std::nullopt;
    require(result.has_value(), "a number is missing");
    return result.value_or(0);
  }
  uint32_t below(const llvm::json::Value &value, uint32_t limit) {
    const int64_t result = number(&value);
    require(result >= 0 && result < limit, "a position is out of range");
    return result >= 0 && result < limit ? static_cast<uint32_t>(result) : 0;
  }
  const llvm::json::Array &list(const llvm::json::Value *value) {
    static const llvm::json::Array empty;
    const llvm::json::Array *result = value ? value->getAsArray() : nullptr;
    require(result, "a list is missing");
    return result ? *result : empty;
  }
};

} // namespace rematplan

#endif // REMAT_LIB_PLANNING_STRICTJSON_H
