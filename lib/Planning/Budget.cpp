//===- Budget.cpp - Budgets as text ---------------------------------------===//
#include "Names.h"
#include "remat/Planning/Rematerialize.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include <limits>

namespace rematplan {

namespace {

struct Unit {
  llvm::StringRef name;
  int64_t bytes;
};

constexpr Unit units[] = {
    {"B", 1},
    {"kB", 1000},
    {"KB", 1000},
    {"MB", 1000'000},
    {"GB", 1000'000'000},
    {"TB", 1000'000'000'000},
    {"KiB", int64_t(1) << 10},
    {"MiB", int64_t(1) << 20},
    {"GiB", int64_t(1) << 30},
    {"TiB", int64_t(1) << 40},
};

/// More digits could not be multiplied with 63 bits exactly.
constexpr size_t mostDigits = 18;

/// The number digits / 10^decimals.
struct Decimal {
  int64_t digits = 0;
  int64_t denominator = 1;
};

llvm::Error fail(llvm::StringRef text, const llvm::Twine &what) {
  return llvm::createStringError("budget '" + printable(text) + "': " + what);
}

/// Reads `12` or `12.5` off the front of `rest`; nullopt if no such number stands there.
std::optional<Decimal> takeDecimal(llvm::StringRef &rest) {
  const llvm::StringRef whole = rest.take_while(llvm::isDigit);
  rest = rest.drop_front(whole.size());
  llvm::StringRef fraction;
  if (rest.consume_front(".")) {
    fraction = rest.take_while(llvm::isDigit);
    rest = rest.drop_front(fraction.size());
    if (fraction.empty())
      return std::nullopt;
  }
  if (whole.empty())
    return std::nullopt;
  fraction = fraction.rtrim('0');
  Decimal number;
  // More digits than int64 holds: the caller sees the largest number, which is over every limit.
  if (whole.ltrim('0').size() + fraction.size() > mostDigits)
    return Decimal{std::numeric_limits<int64_t>::max(), 1};
  for (char digit : (whole + fraction).str())
    number.digits = number.digits * 10 + (digit - '0');
  for (size_t i = 0; i < fraction.size(); ++i)
    number.denominator *= 10;
  return number;
}

} // namespace

llvm::Expected<Budget> parseBudget(llvm::StringRef text, int64_t basePeakBytes) {
  if (text == "min")
    return Budget{true, 0};
  llvm::StringRef rest = text;
  const std::optional<Decimal> number = takeDecimal(rest);
  const bool isPercent = rest == "%";
  const Unit *unit = llvm::find_if(
      units, [&](const Unit &unit) { return rest.empty() ? unit.bytes == 1 : unit.name == rest; });
  if (!number || (!isPercent && unit == std::end(units)))
    return fail(text, "expected a percentage of the peak (60%), a number of bytes (123456, 800MiB, "
                      "1.5GB; units B, kB, KB, MB, GB, TB, KiB, MiB, GiB, TiB) or min");
  if (number->digits == 0)
    return fail(text, "must be greater than zero");
  if (number->digits == std::numeric_limits<int64_t>::max())
    return fail(text, "too large, or more than " + llvm::Twine(mostDigits) + " digits");

  const __int128 bytes =
      isPercent ? __int128(number->digits) * basePeakBytes / (__int128(number->denominator) * 100)
                : __int128(number->digits) * unit->bytes / number->denominator;
  if (bytes > std::numeric_limits<int64_t>::max())
    return fail(text, "over the limit of int64");
  if (rest.empty() && number->denominator != 1)
    return fail(text, "a budget without a unit is in bytes and must be whole");
  if (!isPercent && bytes == 0)
    return fail(text, "less than one byte");
  return Budget{false, static_cast<int64_t>(bytes)};
}

} // namespace rematplan
