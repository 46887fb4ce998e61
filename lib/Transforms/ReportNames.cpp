//===- ReportNames.cpp - Names and bytes as reports show them -------------===//
#include "ReportNames.h"
#include "llvm/Support/JSON.h"
#include <fmt/format.h>

using namespace mlir;

static constexpr size_t kLongestName = 1000;

/// The first byte of a character of UTF-8, at `at` or after it.
static size_t characterBegin(StringRef text, size_t at) {
  while (at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80)
    ++at;
  return at;
}

std::string mlir::remat::shownName(StringRef name) {
  std::string shown = llvm::json::fixUTF8(name);
  if (shown.size() > kLongestName)
    shown = shown.substr(0, characterBegin(shown, kLongestName / 2)) + "…" +
            shown.substr(characterBegin(shown, shown.size() - kLongestName / 2));
  for (char &character : shown)
    if (static_cast<unsigned char>(character) < 0x20 || character == 0x7F)
      character = ' ';
  return shown;
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
