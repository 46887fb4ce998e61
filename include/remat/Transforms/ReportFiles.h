//===- ReportFiles.h - Where reports and trade-off curves are written -*- C++ -*-===//
#ifndef REMAT_TRANSFORMS_REPORTFILES_H
#define REMAT_TRANSFORMS_REPORTFILES_H

#include "remat/Planning/OutputFiles.h"
#include "remat/Transforms/RematerializeReport.h"

namespace mlir::remat {

/// One place that a report goes to. The name says the form: `.json`, `.txt`, `.html` (a page),
/// `.pftrace.json` (a trace), `.dot` (a graph of what is recomputed from what), `-` (text for a
/// terminal on stderr), or a device under /dev (text).
struct ReportPlace {
  enum class Form { Json, Text, Page, Trace, Graph, Terminal };
  std::string path;
  Form form = Form::Text;
};

/// A table of the trade-off, and of how many budgets.
struct ParetoPlace {
  std::string path;
  unsigned numPoints = 20;
};

/// Reads `a.json,b.html,-`; empty: none. The error names the part that is no such place.
llvm::Expected<std::vector<ReportPlace>> parseReportPlaces(StringRef list);

/// Reads `FILE.csv` or `FILE.csv,N` with 2 to 1000 budgets.
llvm::Expected<ParetoPlace> parseParetoPlace(StringRef text);

/// The files that passes and tools write about a plan.
struct ReportFiles {
  std::vector<ReportPlace> reports;
  std::optional<ParetoPlace> pareto;
  /// The planning problem; empty: none.
  std::string problem;

  /// Reads the options `report`, `pareto` and `export-problem` of the pass.
  static llvm::Expected<ReportFiles> parse(StringRef reports, StringRef pareto, StringRef problem);

  /// What the report must hold for these files.
  ReportOptions options() const;

  /// Every path but `-`.
  std::vector<StringRef> paths() const;

  /// Puts everything into `files`, and what is for the terminal on stderr.
  llvm::Error add(const RematerializeReport &report, rematplan::OutputFiles &files) const;
};

} // namespace mlir::remat

#endif // REMAT_TRANSFORMS_REPORTFILES_H
