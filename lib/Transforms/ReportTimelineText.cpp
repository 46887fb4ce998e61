//===- ReportTimelineText.cpp - The timelines in block characters ---------===//
#include "ReportNames.h"
#include "ReportParts.h"
#include "llvm/Support/Process.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

static constexpr size_t kNumRows = 5;
static constexpr size_t kLabelColumns = 12;
/// Columns where nothing limits them, and of the widest and the narrowest terminal that counts.
static constexpr unsigned kDefaultColumns = 80;
static constexpr unsigned kMostColumns = 80;
static constexpr unsigned kLeastColumns = 20;
static constexpr unsigned kTerminalRows = 10;
/// Eighths of a character, from none to all.
static constexpr const char *kBlocks[] = {" ", "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
static constexpr int64_t kEighths = 8;

TextStyle TextStyle::terminal() {
  TextStyle style;
  const unsigned own = llvm::sys::Process::StandardErrColumns();
  style.columns = own ? std::clamp(own, kLeastColumns, kMostColumns) : kMostColumns;
  style.rows = kTerminalRows;
  auto isSet = [](const char *name) {
    return !llvm::sys::Process::GetEnv(name).value_or("").empty();
  };
  style.isColored = llvm::sys::Process::StandardErrHasColors() && !isSet("NO_COLOR") &&
                    llvm::sys::Process::GetEnv("TERM") != "dumb";
  return style;
}

/// The most bytes of the steps behind each column; of few steps each takes several.
static std::vector<int64_t> columnsOf(ArrayRef<int64_t> liveBytes, size_t numColumns) {
  std::vector<int64_t> columns(numColumns);
  for (size_t column = 0; column < numColumns; ++column) {
    const size_t begin = column * liveBytes.size() / numColumns;
    const size_t end = std::max(begin + 1, (column + 1) * liveBytes.size() / numColumns);
    columns[column] = *llvm::max_element(liveBytes.slice(begin, end - begin));
  }
  return columns;
}

namespace {

/// Draws one program in rows of blocks, the part over the budget in another colour.
class Drawing {
public:
  Drawing(llvm::raw_ostream &os, const TextStyle &style, int64_t topBytes,
          std::optional<int64_t> budgetBytes)
      : os(os), isColored(style.isColored), topBytes(topBytes), budgetBytes(budgetBytes),
        numColumns((style.columns ? style.columns : kDefaultColumns) - kLabelColumns) {}

  void print(StringRef title, const Timeline &timeline);

private:
  /// The lowest bytes that a row of eighths shows something of.
  int64_t bytesAt(size_t eighth) const {
    return static_cast<int64_t>(static_cast<double>(topBytes) * static_cast<double>(eighth) /
                                (kNumRows * kEighths));
  }
  std::string label(size_t row) const;
  void printRow(size_t row, ArrayRef<int64_t> columns);

  llvm::raw_ostream &os;
  bool isColored;
  int64_t topBytes;
  std::optional<int64_t> budgetBytes;
  size_t numColumns;
};

} // namespace

std::string Drawing::label(size_t row) const {
  if (row == kNumRows - 1)
    return shownBytes(topBytes);
  const bool isBudget = budgetBytes && *budgetBytes > bytesAt(row * kEighths) &&
                        *budgetBytes <= bytesAt((row + 1) * kEighths);
  return isBudget ? "budget" : row == 0 ? "0" : "";
}

void Drawing::printRow(size_t row, ArrayRef<int64_t> columns) {
  os << fmt::format("{:>{}} ", label(row), kLabelColumns - 2);
  const bool isOver = budgetBytes && bytesAt(row * kEighths) >= *budgetBytes;
  if (isColored)
    os << (isOver ? "\033[31m" : "\033[36m");
  os << "▕";
  std::string blocks;
  for (int64_t bytes : columns) {
    const auto eighths = static_cast<int64_t>(
        static_cast<double>(bytes) * (kNumRows * kEighths) / static_cast<double>(topBytes) + 0.5);
    const int64_t ownEighths = eighths - static_cast<int64_t>(row) * kEighths;
    blocks += kBlocks[std::clamp<int64_t>(ownEighths, 0, kEighths)];
  }
  os << StringRef(blocks).rtrim(' ');
  if (isColored)
    os << "\033[0m";
  os << "\n";
}

void Drawing::print(StringRef title, const Timeline &timeline) {
  os << fmt::format("live bytes {}: peak {} bytes at step {} of {}\n", title.str(),
                    timeline.peakBytes(), timeline.peakStep, timeline.steps.size());
  const std::vector<int64_t> columns = columnsOf(timeline.liveBytes, numColumns);
  for (size_t row = kNumRows; row-- > 0;)
    printRow(row, columns);
}

void mlir::remat::printTimelines(llvm::raw_ostream &os, const RematerializeReport &report,
                                 const TextStyle &style) {
  const int64_t topBytes = std::max(report.before.peakBytes(), report.after.peakBytes());
  if (topBytes == 0)
    return;
  Drawing drawing(os, style, topBytes, report.budgetBytes);
  drawing.print("before", report.before);
  if (report.isRewritten)
    drawing.print("after", report.after);
}
