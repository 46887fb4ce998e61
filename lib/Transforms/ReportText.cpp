//===- ReportText.cpp - The report as text --------------------------------===//
#include "ReportNames.h"
#include "ReportParts.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

/// Narrower terminals break lines by themselves.
static constexpr size_t kLeastColumns = 40;
static constexpr size_t kLeastWords = 16;

/// A line with its middle left out if it is longer than `columns`: names differ at their ends.
static std::string fitted(StringRef line, size_t columns) {
  SmallVector<size_t> starts;
  for (size_t at = 0; at < line.size(); ++at)
    // Not inside of a character of UTF-8.
    if ((static_cast<unsigned char>(line[at]) & 0xC0) != 0x80)
      starts.push_back(at);
  if (starts.size() <= columns)
    return line.str();
  const size_t numLast = columns / 3, numFirst = columns - numLast - 1;
  return (line.take_front(starts[numFirst]) + "…" +
          line.drop_front(starts[starts.size() - numLast]))
      .str();
}

namespace {

/// Prints the lines of one report. Lists are cut off after `style.rows`; what takes more than a
/// line of a terminal, such as reasons, stands only where lines may be long.
class TextPrinter {
public:
  TextPrinter(llvm::raw_ostream &os, const RematerializeReport &report, const TextStyle &style)
      : os(os), report(report), style(style) {}

  void printFigures();
  void printKinds();
  void printLargest(StringRef title, ArrayRef<ReportedValue> values);
  void printRecomputed();
  void printLayers();
  void printPareto();

private:
  /// The rows of a list that are shown, and afterwards how many are not.
  template <typename T> void printRows(ArrayRef<T> rows, llvm::function_ref<void(const T &)> print);
  /// A row: figures, which are never cut off, and words, which are to fit the line.
  void printRow(const std::string &figures, const std::string &words);
  /// What stands behind a value's name where lines may be long.
  std::string remarks(const ReportedValue &value) const;

  llvm::raw_ostream &os;
  const RematerializeReport &report;
  const TextStyle &style;
};

} // namespace

template <typename T>
void TextPrinter::printRows(ArrayRef<T> rows, llvm::function_ref<void(const T &)> print) {
  const size_t numShown = style.rows ? std::min<size_t>(style.rows, rows.size()) : rows.size();
  for (const T &row : rows.take_front(numShown))
    print(row);
  if (numShown < rows.size())
    os << fmt::format("  and {} more (all of them in a .txt, .json or .html report)\n",
                      rows.size() - numShown);
}

void TextPrinter::printRow(const std::string &figures, const std::string &words) {
  os << "  " << figures << "  ";
  const size_t begin = figures.size() + 4;
  if (style.columns == 0)
    os << words << "\n";
  else
    os << fitted(words, std::max<size_t>(style.columns, begin + kLeastWords) - begin) << "\n";
}

std::string TextPrinter::remarks(const ReportedValue &value) const {
  if (style.columns > 0)
    return "";
  std::string remarks = "  " + value.op;
  if (!value.location.empty() && value.location != value.name)
    remarks += " at " + value.location;
  return value.reason.empty() ? remarks : remarks + ": " + value.reason;
}

void TextPrinter::printLargest(StringRef title, ArrayRef<ReportedValue> values) {
  if (values.empty())
    return;
  os << title << "\n";
  for (const ReportedValue &value : values)
    printRow(fmt::format("{:>14}", shownBytes(value.bytes)),
             value.type + "  " + value.name + remarks(value));
}

/// The layers of which something is recomputed come first, most bytes first.
void TextPrinter::printLayers() {
  std::vector<LayerTotal> layers = report.layers;
  if (style.rows)
    llvm::erase_if(layers, [](const LayerTotal &layer) { return layer.recomputedBytes == 0; });
  if (layers.empty())
    return;
  llvm::stable_sort(layers, [](const LayerTotal &a, const LayerTotal &b) {
    return a.recomputedBytes > b.recomputedBytes;
  });
  os << "layers, most recomputed first\n";
  printRows<LayerTotal>(layers, [&](const LayerTotal &layer) {
    printRow(fmt::format("{:>14} again {:>9.1f} us  {:>14} kept", shownBytes(layer.recomputedBytes),
                         layer.recomputeCostNs / 1e3, shownBytes(layer.keptBytes)),
             layer.name);
  });
}

/// What the bytes at the two peaks are for.
void TextPrinter::printKinds() {
  if (report.before.peakBytes() == 0)
    return;
  os << fmt::format("{:<19}{:>14}{:>14}\n", "bytes at the peak", "before", "after");
  auto bytesAtPeak = [](const Timeline &timeline, size_t kind) {
    return timeline.steps.empty() ? 0 : timeline.bytesOfKind[kind][timeline.peakStep];
  };
  for (size_t kind = 0; kind < kNumByteKinds; ++kind) {
    const int64_t before = bytesAtPeak(report.before, kind),
                  after = bytesAtPeak(report.after, kind);
    if (before || after)
      os << fmt::format("  {:<17}{:>14}{:>14}\n", byteKindName(static_cast<ByteKind>(kind)).str(),
                        shownBytes(before), shownBytes(after));
  }
}

void TextPrinter::printRecomputed() {
  std::vector<ReportedValue> values = report.recomputed;
  if (values.empty())
    return;
  llvm::stable_sort(values, [](const ReportedValue &a, const ReportedValue &b) {
    return a.bytes * a.copies > b.bytes * b.copies;
  });
  os << "recomputed, largest first\n";
  printRows<ReportedValue>(values, [&](const ReportedValue &value) {
    printRow(fmt::format("{:>14}  x{} {:>9.1f} us", shownBytes(value.bytes), value.copies,
                         value.costNs / 1e3),
             value.type + "  " + value.name + remarks(value));
  });
}

void TextPrinter::printPareto() {
  if (!report.pareto)
    return;
  const rematplan::ParetoCurve &curve = *report.pareto;
  os << "trade-off: plans for other budgets, of less effort than this one\n";
  for (const rematplan::ParetoPoint &point : curve.points)
    os << fmt::format("  {:>13} bytes {:>10.6f} %, at least {:>10.6f} % ({}){}\n", point.peakBytes,
                      curve.overheadPercent(point), curve.overheadLowerBoundPercent(point),
                      rematplan::boundClassName(point.boundClass).str(),
                      point.isKnee ? ", knee" : "");
}

void TextPrinter::printFigures() {
  os << fmt::format("function     {}\n", report.function);
  os << fmt::format("memory model {}, device {}\n", modelName(report.memoryModel).str(),
                    report.device);
  report.PlanReport::printText(os);
  os << fmt::format("written as   {} {}, {} folded {}, planned again {} {}\n", report.barriers,
                    report.barriers == 1 ? "barrier" : "barriers", report.foldedCopies,
                    report.foldedCopies == 1 ? "copy" : "copies", report.rounds,
                    report.rounds == 1 ? "time" : "times");
  os << fmt::format("model {:<7}peak {} bytes before, {} bytes after\n",
                    modelName(report.otherMemoryModel()).str(), report.otherPeakBeforeBytes,
                    report.otherPeakAfterBytes);
  if (report.memory) {
    const MemoryPlan &plan = report.memory->after;
    os << fmt::format("total        {} bytes, {} bytes before\n", plan.totalBytes(),
                      report.memory->before.totalBytes());
    os << fmt::format("             arguments {}, results {}, arena {}\n", plan.argumentBytes,
                      plan.resultBytes, plan.arenaBytes);
  }
  if (report.work)
    os << fmt::format("work         {} kernels, {} bytes read and written\n", report.work->kernels,
                      report.work->movedBytes);
  if (report.work && report.work->launches) {
    const LaunchCounts &launches = *report.work->launches;
    os << fmt::format("launches     {} (kernels {}, products {}, convolutions {}, copies {})\n",
                      launches.total(), launches.kernels, launches.products, launches.convolutions,
                      launches.copies);
  }
  if (report.flopsBefore)
    os << fmt::format("flops        {} -> {} (x {:.4f})\n", report.flopsBefore, report.flopsAfter,
                      double(report.flopsAfter) / report.flopsBefore);
  if (report.attention.ops)
    os << fmt::format("attention    {} fused; {} bytes of scores are not stored\n",
                      report.attention.ops, report.attention.scoreBytes);
  if (!report.backwardRule.empty())
    os << fmt::format("backward     by {}\n", report.backwardRule);
  if (report.policy)
    printPolicy(os, *report.policy, style);
  for (const std::string &warning : report.warnings)
    os << "warning      " << warning << "\n";
}

/// Prints lines that are ended by line breaks, with the middle of long ones left out.
static void printFitted(llvm::raw_ostream &os, StringRef text, size_t columns) {
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    os << (columns > 0 ? fitted(line, columns) : line.str()) << "\n";
    text = rest;
  }
}

/// Lines of which long ones go on in the next line, below what follows their first word.
static std::string wrapped(StringRef text, size_t columns) {
  static constexpr size_t kIndent = 13;
  std::string result;
  while (!text.empty()) {
    auto [line, rest] = text.split('\n');
    std::string shown = line.str();
    for (size_t begin = 0; columns > 0 && shown.size() - begin > columns;) {
      const size_t blank = shown.rfind(' ', begin + columns);
      if (blank == std::string::npos || blank <= begin + kIndent)
        break;
      shown.replace(blank, 1, std::string(1, '\n').append(kIndent, ' '));
      begin = blank + 1;
    }
    result += shown + "\n";
    text = rest;
  }
  return result;
}

void RematerializeReport::printText(llvm::raw_ostream &os, const TextStyle &style) const {
  std::string text;
  llvm::raw_string_ostream part(text);
  TextPrinter printer(part, *this, style);
  printer.printFigures();
  const size_t columns = style.columns ? std::max<size_t>(style.columns, kLeastColumns) : 0;
  printFitted(os, wrapped(text, columns), columns);
  printTimelines(os, *this, style);
  text.clear();
  printer.printKinds();
  printer.printLargest("largest at the peak before", largestAtPeakBefore);
  printer.printLargest("largest at the peak after", largestAtPeakAfter);
  printer.printRecomputed();
  printer.printLayers();
  printer.printPareto();
  os << text;
}
