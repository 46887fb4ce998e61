//===- ReportText.cpp - The report as text --------------------------------===//
#include "ReportParts.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

static constexpr size_t kLargestValues = 10;
static constexpr size_t kListedLayers = 10;

static std::string megabytes(int64_t bytes) { return fmt::format("{:.3f} MB", bytes / 1e6); }

static void printValues(llvm::raw_ostream &os, StringRef title,
                        const std::vector<ReportedValue> &values) {
  if (values.empty())
    return;
  os << title << "\n";
  for (const ReportedValue &value : values)
    os << fmt::format("  {:>14}  {}  {}\n", megabytes(value.bytes), value.type, value.name);
}

/// The layers of which something is recomputed, most bytes first.
static void printLayers(llvm::raw_ostream &os, const std::vector<LayerTotal> &layers) {
  std::vector<LayerTotal> shown;
  llvm::copy_if(layers, std::back_inserter(shown),
                [](const LayerTotal &layer) { return layer.recomputedBytes > 0; });
  if (shown.empty())
    return;
  llvm::stable_sort(shown, [](const LayerTotal &a, const LayerTotal &b) {
    return a.recomputedBytes > b.recomputedBytes;
  });
  os << "layers, most recomputed first\n";
  for (const LayerTotal &layer : ArrayRef(shown).take_front(kListedLayers))
    os << fmt::format("  {:>14} again {:>9.1f} us  {:>14} kept  {}\n",
                      megabytes(layer.recomputedBytes), layer.recomputeCostNs / 1e3,
                      megabytes(layer.keptBytes), layer.name);
  if (shown.size() > kListedLayers)
    os << fmt::format("  and {} more (all of them in a .json report)\n",
                      shown.size() - kListedLayers);
}

/// What the bytes at the two peaks are for.
static void printKinds(llvm::raw_ostream &os, const RematerializeReport &report) {
  os << fmt::format("{:<28}{:>16}{:>16}\n", "bytes at the peak", "before", "after");
  auto bytesAtPeak = [](const Timeline &timeline, size_t kind) {
    return timeline.steps.empty() ? 0 : timeline.bytesOfKind[kind][timeline.peakStep];
  };
  for (size_t kind = 0; kind < kNumByteKinds; ++kind) {
    const int64_t before = bytesAtPeak(report.before, kind),
                  after = bytesAtPeak(report.after, kind);
    if (before || after)
      os << fmt::format("  {:<26}{:>16}{:>16}\n", byteKindName(static_cast<ByteKind>(kind)).str(),
                        megabytes(before), megabytes(after));
  }
}

static void printRecomputed(llvm::raw_ostream &os, std::vector<ReportedValue> values) {
  if (values.empty())
    return;
  llvm::stable_sort(values, [](const ReportedValue &a, const ReportedValue &b) {
    return a.bytes * a.copies > b.bytes * b.copies;
  });
  os << "recomputed, largest first\n";
  for (const ReportedValue &value : ArrayRef(values).take_front(kLargestValues))
    os << fmt::format("  {:>14}  x{} {:>9.1f} us  {}  {}\n", megabytes(value.bytes), value.copies,
                      value.costNs / 1e3, value.type, value.name);
  if (values.size() > kLargestValues)
    os << fmt::format("  and {} more (all of them in a .json report)\n",
                      values.size() - kLargestValues);
}

static void printFigures(llvm::raw_ostream &os, const RematerializeReport &report) {
  os << fmt::format("function     {}\n", report.function);
  os << fmt::format("memory model {}, device {}\n", modelName(report.memoryModel).str(),
                    report.device);
  report.PlanReport::printText(os);
  os << fmt::format("written as   {} {}, {} folded {}\n", report.barriers,
                    report.barriers == 1 ? "barrier" : "barriers", report.foldedCopies,
                    report.foldedCopies == 1 ? "copy" : "copies");
  if (report.memory) {
    const MemoryPlan &plan = report.memory->after;
    os << fmt::format("total        {} bytes, {} bytes before\n", plan.totalBytes(),
                      report.memory->before.totalBytes());
    os << fmt::format("             arguments {}, results {}, arena {}\n", plan.argumentBytes,
                      plan.resultBytes, plan.arenaBytes);
  }
  if (report.flopsBefore)
    os << fmt::format("flops        {:.4g} -> {:.4g} (x {:.4f})\n", double(report.flopsBefore),
                      double(report.flopsAfter), double(report.flopsAfter) / report.flopsBefore);
  if (report.policy)
    printPolicy(os, *report.policy);
  for (const std::string &warning : report.warnings)
    os << "warning      " << warning << "\n";
}

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
      shown.replace(blank, 1, "\n" + std::string(kIndent, ' '));
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
  printFigures(part, *this);
  printFitted(os, wrapped(text, style.columns), style.columns);
  printTimelines(os, *this, style);
  text.clear();
  printKinds(part, *this);
  printValues(part, "largest at the peak before", largestAtPeakBefore);
  printValues(part, "largest at the peak after", largestAtPeakAfter);
  printRecomputed(part, recomputed);
  printLayers(part, layers);
  printFitted(os, text, style.columns);
}
