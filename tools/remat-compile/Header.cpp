//===- Header.cpp - The C header of a compiled step -----------------------===//
#include "Header.h"
#include "remat/Conversion/RuntimeOps.h"
#include "remat/Runtime/Rematrt.h"
#include "llvm/ADT/StringExtras.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

/// Words that are no names in C11 or C++20, and `main`.
static constexpr llvm::StringLiteral reservedWords[] = {
    "alignas",     "alignof",      "and",       "and_eq",
    "asm",         "auto",         "bitand",    "bitor",
    "bool",        "break",        "case",      "catch",
    "char",        "char16_t",     "char32_t",  "char8_t",
    "class",       "co_await",     "co_return", "co_yield",
    "compl",       "concept",      "const",     "const_cast",
    "consteval",   "constexpr",    "constinit", "continue",
    "decltype",    "default",      "delete",    "do",
    "double",      "dynamic_cast", "else",      "enum",
    "explicit",    "export",       "extern",    "false",
    "float",       "for",          "friend",    "goto",
    "if",          "inline",       "int",       "long",
    "main",        "mutable",      "namespace", "new",
    "noexcept",    "not",          "not_eq",    "nullptr",
    "operator",    "or",           "or_eq",     "private",
    "protected",   "public",       "register",  "reinterpret_cast",
    "requires",    "restrict",     "return",    "short",
    "signed",      "sizeof",       "static",    "static_assert",
    "static_cast", "struct",       "switch",    "template",
    "this",        "thread_local", "throw",     "true",
    "try",         "typedef",      "typeid",    "typename",
    "union",       "unsigned",     "using",     "virtual",
    "void",        "volatile",     "wchar_t",   "while",
    "xor",         "xor_eq"};

llvm::Error mlir::remat::checkStepName(StringRef name) {
  auto refuse = [&](const llvm::Twine &reason) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "--name=" + name + ": " + reason);
  };
  bool isIdentifier = !name.empty() && !llvm::isDigit(name.front()) &&
                      llvm::all_of(name, [](char c) { return llvm::isAlnum(c) || c == '_'; });
  if (!isIdentifier)
    return refuse("a C identifier is expected");
  if (llvm::is_contained(reservedWords, name))
    return refuse("C or C++ reserves this word; another name is expected");
  // What compiled code is made of: kernels, texts, descriptors, and calls of the runtime.
  StringRef stem = name.take_until(llvm::isDigit);
  bool isMade = stem == "kernel" || stem == "text" || stem == "layout";
  if (name.starts_with("rematrt_") || (isMade && stem != name))
    return refuse("compiled code has functions and constants of such names; another one is "
                  "expected");
  return llvm::Error::success();
}

static std::string quoted(StringRef text) {
  std::string escaped;
  llvm::raw_string_ostream os(escaped);
  os << '"';
  for (char c : text) {
    if (c == '"' || c == '\\')
      os << '\\' << c;
    else
      os << (llvm::isPrint(c) ? c : '?');
  }
  os << '"';
  return escaped;
}

namespace {
class Header {
public:
  Header(llvm::raw_ostream &os, StringRef name, const StepSignature &signature)
      : os(os), name(name), signature(signature) {}
  void write();

private:
  void writeSizes(StringRef kind, ArrayRef<RankedTensorType> types);
  void writeBuffers(StringRef kind, ArrayRef<RankedTensorType> types, ArrayRef<std::string> names,
                    ArrayRef<int64_t> sharedWith);

  llvm::raw_ostream &os;
  StringRef name;
  const StepSignature &signature;
};
} // namespace

void Header::writeSizes(StringRef kind, ArrayRef<RankedTensorType> types) {
  // A rank of 0 has no sizes, but C wants one.
  for (auto [number, type] : llvm::enumerate(types))
    os << fmt::format(
        "static const int64_t {}_{}{}_sizes[] = {{{}}};\n", name.str(), kind.str(), number,
        type.getRank() == 0
            ? "0"
            : llvm::join(llvm::map_range(type.getShape(),
                                         [](int64_t size) { return std::to_string(size); }),
                         ", "));
}

void Header::writeBuffers(StringRef kind, ArrayRef<RankedTensorType> types,
                          ArrayRef<std::string> names, ArrayRef<int64_t> sharedWith) {
  os << fmt::format("static const rematrt_buffer {}_{}s[] = {{\n", name.str(), kind.str());
  for (auto [number, type] : llvm::enumerate(types))
    os << fmt::format("    {{{}, {}, {}, {}_{}{}_sizes, {}, {}}},\n", quoted(names[number]),
                      runtimeElementName(type.getElementType()).str(), type.getRank(), name.str(),
                      kind.str(), number, tensorBytes(type), sharedWith[number]);
  if (types.empty())
    os << "    {\"\", 0, 0, 0, 0, -1},\n";
  os << "};\n";
}

void Header::write() {
  std::string guard = "REMAT_STEP_" + name.upper() + "_H";
  os << "/* Written by remat-compile. Do not edit. */\n"
     << "#ifndef " << guard << "\n#define " << guard << "\n\n"
     << "#include \"remat/Runtime/RematStep.h\"\n\n"
     << "#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
     << "rematrt_status " << name
     << "(rematrt_context *context, void *const *arguments,\n"
        "    void *const *results, void *arena);\n\n"
     << "#ifdef __cplusplus\n}\n#endif\n\n";
  writeSizes("argument", signature.arguments);
  writeSizes("result", signature.results);
  std::vector<int64_t> argumentResult(signature.arguments.size(), -1);
  for (auto [result, argument] : llvm::enumerate(signature.resultArgument))
    if (argument >= 0)
      argumentResult[argument] = result;
  writeBuffers("argument", signature.arguments, signature.argumentNames, argumentResult);
  writeBuffers("result", signature.results, signature.resultNames, signature.resultArgument);
  int64_t argumentBytes = 0, resultBytes = 0;
  for (RankedTensorType type : signature.arguments)
    argumentBytes += tensorBytes(type);
  for (auto [number, type] : llvm::enumerate(signature.results))
    if (signature.resultArgument[number] < 0)
      resultBytes += tensorBytes(type);
  os << fmt::format(
            "static const rematrt_step {0}_step = {{\n"
            "    \"{0}\", {0}, {1}, {0}_arguments, {2}, {0}_results, {3}, {4}, {5}, {6}}};\n\n",
            name.str(), signature.arguments.size(), signature.results.size(), signature.arenaBytes,
            argumentBytes, resultBytes, REMATRT_ABI_VERSION)
     << "#endif /* " << guard << " */\n";
}

void mlir::remat::writeHeader(llvm::raw_ostream &os, StringRef name,
                              const StepSignature &signature) {
  Header(os, name, signature).write();
}
