//===- RecomputationGraph.cpp - What is recomputed from what --------------===//
#include "remat/Transforms/RecomputationGraph.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

static std::string escaped(StringRef text) {
  std::string result;
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result;
}

/// The last parts of a long name: what tells values apart stands there.
static std::string shortName(const ReportedValue &value) {
  constexpr size_t kLongest = 48;
  StringRef name = value.name.empty() ? StringRef(value.op) : StringRef(value.name);
  if (name.size() <= kLongest)
    return escaped(name);
  StringRef end = name.take_back(kLongest);
  // Not in the middle of a character.
  end = end.drop_while([](char c) { return (c & 0xC0) == 0x80; });
  return "…" + escaped(end);
}

void mlir::remat::printRecomputationGraph(raw_ostream &os, const RematerializeReport &report) {
  // How often each value is made again; 0: it is only read. In the order of the program.
  llvm::MapVector<uint32_t, unsigned> copies;
  llvm::SetVector<std::pair<uint32_t, uint32_t>> edges;
  for (const TimelineStep &step : report.after.steps) {
    if (!step.isRepetition)
      continue;
    for (uint32_t made : step.makes) {
      ++copies[made];
      for (uint32_t read : step.reads) {
        copies.insert({read, 0});
        edges.insert({read, made});
      }
    }
  }

  os << "digraph recomputations {\n"
     << fmt::format("  label=\"{}: {} values are made again; boxes are kept, ellipses are "
                    "arguments\";\n",
                    escaped(report.function),
                    llvm::count_if(copies, [](const auto &entry) { return entry.second > 0; }))
     << "  labelloc=t;\n  rankdir=LR;\n  node [fontname=\"sans-serif\", fontsize=10];\n";
  for (const auto &[position, count] : copies) {
    const ReportedValue &value = report.values[position];
    std::string style = "shape=box";
    if (count > 0)
      style = "shape=box, style=\"rounded,filled\", fillcolor=\"#f4c7a1\"";
    else if (value.isArgument())
      style = "shape=ellipse";
    std::string times = count > 0 ? fmt::format(", made again x{}", count) : "";
    os << fmt::format("  v{} [label=\"{}\\n{}\\n{} bytes{}\", {}];\n", position, shortName(value),
                      escaped(value.type), value.bytes, times, style);
  }
  for (auto [read, made] : edges)
    os << fmt::format("  v{} -> v{};\n", read, made);
  os << "}\n";
}
