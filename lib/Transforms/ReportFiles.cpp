//===- ReportFiles.cpp - Where reports and trade-off curves are written ---===//
#include "remat/Transforms/ReportFiles.h"
#include "remat/Planning/Json.h"
#include "remat/Transforms/RecomputationGraph.h"
#include "remat/Transforms/ReportTrace.h"

using namespace mlir;
using namespace mlir::remat;

/// Budgets of the curve on a page, where no table asks for another number.
static constexpr unsigned kPageParetoPoints = 8;

static llvm::Error refuse(const Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

static std::optional<ReportPlace::Form> formOf(StringRef path) {
  if (path == "-")
    return ReportPlace::Form::Terminal;
  if (path.ends_with(".pftrace.json"))
    return ReportPlace::Form::Trace;
  if (path.ends_with(".dot"))
    return ReportPlace::Form::Graph;
  if (path.ends_with(".json"))
    return ReportPlace::Form::Json;
  if (path.ends_with(".html"))
    return ReportPlace::Form::Page;
  if (path.ends_with(".txt") || path.starts_with("/dev/"))
    return ReportPlace::Form::Text;
  return std::nullopt;
}

llvm::Expected<std::vector<ReportPlace>> mlir::remat::parseReportPlaces(StringRef list) {
  std::vector<ReportPlace> places;
  SmallVector<StringRef> parts;
  if (!list.empty())
    list.split(parts, ',');
  for (StringRef part : parts) {
    std::optional<ReportPlace::Form> form = formOf(part);
    if (!form)
      return refuse("'" + part +
                    "': a name that ends in .html, .json, .txt, .pftrace.json or .dot, or -, "
                    "is expected");
    places.push_back({part.str(), *form});
  }
  return places;
}

llvm::Expected<ParetoPlace> mlir::remat::parseParetoPlace(StringRef text) {
  ParetoPlace place;
  auto [path, count] = text.rsplit(',');
  if (!path.ends_with(".csv"))
    return refuse("'" + path + "': a name that ends in .csv is expected");
  place.path = path.str();
  if (text.contains(',') &&
      (count.getAsInteger(10, place.numPoints) || place.numPoints < 2 || place.numPoints > 1000))
    return refuse("'" + count + "': a number of budgets, 2 to 1000, is expected after the comma");
  return place;
}

llvm::Expected<ReportFiles> ReportFiles::parse(StringRef reports, StringRef pareto,
                                               StringRef problem) {
  ReportFiles files;
  llvm::Expected<std::vector<ReportPlace>> places = parseReportPlaces(reports);
  if (!places)
    return refuse("report: " + llvm::toString(places.takeError()));
  files.reports = std::move(*places);
  if (!pareto.empty()) {
    llvm::Expected<ParetoPlace> place = parseParetoPlace(pareto);
    if (!place)
      return refuse("pareto: " + llvm::toString(place.takeError()));
    files.pareto = std::move(*place);
  }
  files.problem = problem.str();
  return files;
}

ReportOptions ReportFiles::options() const {
  ReportOptions options;
  options.withArena = llvm::any_of(
      reports, [](const ReportPlace &place) { return place.form == ReportPlace::Form::Page; });
  options.paretoPoints = pareto ? pareto->numPoints : options.withArena ? kPageParetoPoints : 0;
  return options;
}

std::vector<StringRef> ReportFiles::paths() const {
  std::vector<StringRef> paths;
  for (const ReportPlace &place : reports)
    if (place.form != ReportPlace::Form::Terminal)
      paths.push_back(place.path);
  if (pareto)
    paths.push_back(pareto->path);
  if (!problem.empty())
    paths.push_back(problem);
  return paths;
}

llvm::Error ReportFiles::add(const RematerializeReport &report,
                             rematplan::OutputFiles &files) const {
  for (const ReportPlace &place : reports) {
    if (place.form == ReportPlace::Form::Terminal) {
      report.printText(llvm::errs(), TextStyle::terminal());
      continue;
    }
    llvm::Error error = files.add(place.path, [&](llvm::raw_ostream &os) {
      switch (place.form) {
      case ReportPlace::Form::Json:
        return report.printJson(os);
      case ReportPlace::Form::Page:
        return report.printPage(os);
      case ReportPlace::Form::Trace:
        return printTrace(os, report);
      case ReportPlace::Form::Graph:
        return printRecomputationGraph(os, report);
      default:
        return report.printText(os);
      }
    });
    if (error)
      return error;
  }
  if (pareto && report.pareto)
    if (llvm::Error error = files.add(pareto->path, [&](llvm::raw_ostream &os) {
          rematplan::writeParetoCsv(os, *report.pareto);
        }))
      return error;
  if (!problem.empty())
    return files.add(problem, [&](llvm::raw_ostream &os) {
      rematplan::writeProblem(os, report.planningProblem);
    });
  return llvm::Error::success();
}
