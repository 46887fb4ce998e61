//===- ReportNames.cpp - Names and bytes as reports show them -------------===//
#include "ReportNames.h"
#include "llvm/Support/JSON.h"
#include <algorithm>
#include <fmt/format.h>

using namespace mlir;

static constexpr size_t kLongestName = 1000;

/// The first byte of a character of UTF-8, at `at` or after it.
static size_t characterBegin(StringRef text, size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
    ++at;
  return at;
}

/// How many bytes at `at` are a character that a terminal or a page obeys instead of showing it:
/// controls of ASCII and Latin-1, marks and overrides of the writing direction, line separators.
static size_t controlBytes(StringRef text, size_t at) {
  const auto byte = static_cast<unsigned char>(text[at]);
  if (byte < 0x20 || byte == 0x7F)
    return 1;
  const StringRef rest = text.substr(at);
  if (byte == 0xC2 && rest.size() > 1 && static_cast<unsigned char>(rest[1]) < 0xA0)
    return 2; // U+0080 to U+009F
  for (StringRef control :
       {"\xD8\x9C", "\xE2\x80\x8E", "\xE2\x80\x8F", "\xE2\x80\xA8", "\xE2\x80\xA9", "\xE2\x80\xAA",
        "\xE2\x80\xAB", "\xE2\x80\xAC", "\xE2\x80\xAD", "\xE2\x80\xAE", "\xE2\x81\xA6",
        "\xE2\x81\xA7", "\xE2\x81\xA8", "\xE2\x81\xA9"})
    if (rest.starts_with(control))
      return control.size();
  return 0;
}

std::string mlir::remat::shownName(StringRef name) {
  std::string shown = llvm::json::fixUTF8(name);
  if (shown.size() > kLongestName)
    shown = shown.substr(0, characterBegin(shown, kLongestName / 2)) + "…" +
            shown.substr(characterBegin(shown, shown.size() - kLongestName / 2));
  std::string result;
  for (size_t at = 0; at < shown.size();) {
    const size_t bytes = controlBytes(shown, at);
    result += bytes > 0 ? ' ' : shown[at];
    at += std::max<size_t>(bytes, 1);
  }
  return result;
}

std::string mlir::remat::shownBytes(int64_t bytes) {
  const auto value = static_cast<double>(bytes);
  if (bytes >= 1'000'000'000)
    return fmt::format("{:.3f} GB", value / 1e9);
  if (bytes >= 1'000'000)
    return fmt::format("{:.3f} MB", value / 1e6);
  if (bytes >= 1'000)
    return fmt::format("{:.3f} kB", value / 1e3);
  return fmt::format("{} B", bytes);
}
