//===- Names.cpp - How messages call values and ops -----------------------===//
#include "Names.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/raw_ostream.h"

namespace rematplan {

/// Texts come from the user's file and may hold anything: messages stay on one short line.
static constexpr size_t longestPrinted = 80;

std::string printable(llvm::StringRef text) {
  std::string result;
  llvm::raw_string_ostream os(result);
  llvm::printEscapedString(text.take_front(longestPrinted), os);
  if (text.size() > longestPrinted)
    os << "...";
  return result;
}

/// `op 3 ("name")`.
static std::string describe(const char *kind, uint32_t position, llvm::StringRef name) {
  std::string text = kind + std::to_string(position);
  return name.empty() ? text : text + " (\"" + printable(name) + "\")";
}

std::string describeOp(const Problem &problem, OpId op) {
  return describe("op ", op, op < problem.ops.size() ? problem.ops[op].name : "");
}

std::string describeValue(const Problem &problem, ValueId value) {
  return describe("value ", value, value < problem.values.size() ? problem.values[value].name : "");
}

} // namespace rematplan
