//===- planner.cpp - Overhead, bound, gap, time and memory on public planning problems ---===//
//
// Runs remat-plan (--order=fixed, the order that the known figures are for) on each problem and
// budget of known-overheads.csv and prints what it reaches beside the best that is known.
//
// REMAT_PROBLEMS=FOLDER: where NAME.json of the table are; problems that are not there are skipped.
// Without it, uniform chains of 100 to 100,000 ops are planned, to show how time and memory grow.
//
//===----------------------------------------------------------------------===//
#include "remat/Planning/Json.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <chrono>
#include <cmath>
#include <fmt/format.h>
#include <string>
#include <vector>

using namespace rematplan;

namespace {

/// A line of known-overheads.csv; NaN where nothing is known.
struct Known {
  std::string problem, budget;
  double lowerPercent = NAN, bestPercent = NAN;
};

struct Measured {
  int exitCode = -1;
  double seconds = 0;
  double residentMebibytes = 0;
  std::string status;
  double peakBytes = NAN, overheadPercent = NAN, boundPercent = NAN;
};

/// remat-plan, and where it writes its report.
struct Planner {
  std::string program;
  llvm::SmallString<128> report;
  Measured run(llvm::StringRef problem, llvm::StringRef budget) const;
};

} // namespace

Measured Planner::run(llvm::StringRef problem, llvm::StringRef budget) const {
  std::string budgetOption = ("--budget=" + budget).str(),
              reportOption = ("--report=" + report).str();
  std::optional<llvm::sys::ProcessStatistics> statistics;
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(),
                                                llvm::StringRef()};
  Measured result;
  auto begin = std::chrono::steady_clock::now();
  result.exitCode = llvm::sys::ExecuteAndWait(
      program, {program, problem, budgetOption, "--order=fixed", reportOption}, std::nullopt,
      redirects, 0, 0, nullptr, nullptr, &statistics);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (statistics)
    result.residentMebibytes = statistics->PeakMemory / 1024.0;
  auto text = llvm::MemoryBuffer::getFile(report);
  llvm::Expected<llvm::json::Value> json = llvm::json::parse(text ? (*text)->getBuffer() : "");
  if (!json) {
    llvm::consumeError(json.takeError());
    return result;
  }
  const llvm::json::Object &root = *json->getAsObject();
  result.status = root.getString("status").value_or("").str();
  result.peakBytes = root.getNumber("peak_after_bytes").value_or(NAN);
  result.overheadPercent = root.getNumber("overhead_percent").value_or(NAN);
  result.boundPercent = root.getNumber("overhead_lower_bound_percent").value_or(NAN);
  return result;
}

static std::vector<Known> readKnown() {
  std::vector<Known> result;
  auto text = llvm::MemoryBuffer::getFile(REMAT_KNOWN_OVERHEADS);
  if (!text)
    return result;
  llvm::SmallVector<llvm::StringRef> lines;
  (*text)->getBuffer().split(lines, '\n', -1, false);
  for (llvm::StringRef line : lines) {
    if (line.starts_with("#"))
      continue;
    llvm::SmallVector<llvm::StringRef, 4> cells;
    line.split(cells, ',');
    Known known{cells[0].str(), cells[1].str()};
    if (cells.size() > 2 && !cells[2].empty())
      llvm::to_float(cells[2], known.lowerPercent);
    if (cells.size() > 3 && !cells[3].empty())
      llvm::to_float(cells[3], known.bestPercent);
    result.push_back(known);
  }
  return result;
}

static std::string number(double value, int digits) {
  return std::isnan(value) ? "-" : fmt::format("{:.{}f}", value, digits);
}

/// What the row says of ours beside the best known: worse, better, or a smaller gap between plan
/// and bound.
static std::string verdict(const Known &known, const Measured &ours) {
  if (ours.exitCode != 0)
    return std::isnan(known.bestPercent) ? "no plan (none known)" : "no plan: WORSE";
  if (std::isnan(known.bestPercent))
    return "first plan";
  // The table has three decimals.
  if (ours.overheadPercent > known.bestPercent + 0.0006)
    return "WORSE";
  if (std::isnan(known.lowerPercent) || known.bestPercent - known.lowerPercent < 0.0015)
    return ours.overheadPercent < known.bestPercent - 0.0006 ? "better" : "equal";
  return fmt::format("{:.0f} % of the known gap left",
                     100 * (ours.overheadPercent - ours.boundPercent) /
                         (known.bestPercent - known.lowerPercent));
}

static void printHeader() {
  llvm::outs() << fmt::format("{:<26}{:>12}{:>12}{:>10}{:>10}{:>8}{:>12}{:>8}{:>9}  {}\n",
                              "problem", "budget", "peak MB", "overhead", "bound", "gap",
                              "best known", "s", "RSS MiB", "");
}

static void printRow(llvm::StringRef problem, llvm::StringRef budget, const Measured &ours,
                     double bestKnown, llvm::StringRef note) {
  llvm::outs() << fmt::format(
      "{:<26}{:>12}{:>12}{:>10}{:>10}{:>8}{:>12}{:>8.2f}{:>9.0f}  {}\n", problem.str(),
      budget.str(), number(ours.peakBytes / 1e6, 3), number(ours.overheadPercent, 3),
      number(ours.boundPercent, 3), number(ours.overheadPercent - ours.boundPercent, 3),
      number(bestKnown, 3), ours.seconds, ours.residentMebibytes, note.str());
  llvm::outs().flush();
}

static int planKnownProblems(const Planner &planner, llvm::StringRef folder) {
  unsigned worse = 0, planned = 0, skipped = 0;
  printHeader();
  for (const Known &known : readKnown()) {
    std::string path = (folder + "/" + known.problem + ".json").str();
    if (!llvm::sys::fs::exists(path)) {
      ++skipped;
      continue;
    }
    Measured ours = planner.run(path, known.budget);
    std::string note = verdict(known, ours);
    worse += llvm::StringRef(note).ends_with("WORSE");
    ++planned;
    printRow(known.problem, known.budget, ours, known.bestPercent, note);
  }
  llvm::outs() << fmt::format("{} of {} worse than the best known; {} not in {}\n", worse, planned,
                              skipped, folder.str());
  return planned == 0;
}

/// `layers` equal layers: a product and an activation each, forward and backward.
static Problem makeChain(uint32_t layers) {
  constexpr int64_t bytes = 1 << 20;
  Problem problem;
  problem.name = "chain";
  auto value = [&](int64_t size) {
    problem.values.push_back({fmt::format("v{}", problem.values.size()), size, {}, false, {}});
    return static_cast<ValueId>(problem.values.size() - 1);
  };
  auto op = [&](std::vector<ValueId> inputs, int64_t size, int64_t cost) {
    Op made;
    made.name = fmt::format("op{}", problem.ops.size());
    made.inputs = std::move(inputs);
    made.outputs = {value(size)};
    made.cost = made.repeatCost = cost;
    problem.ops.push_back(std::move(made));
    return problem.ops.back().outputs.front();
  };
  ValueId x = value(bytes);
  problem.inputs = {x};
  std::vector<ValueId> layerInputs, sums;
  for (uint32_t layer = 0; layer < layers; ++layer) {
    layerInputs.push_back(x);
    sums.push_back(op({x}, bytes, 1000));
    x = op({sums.back()}, bytes, 50);
  }
  ValueId gradient = op({x}, bytes, 50);
  for (uint32_t layer = layers; layer-- > 0;) {
    ValueId inner = op({sums[layer], gradient}, bytes, 80);
    problem.outputs.push_back(op({layerInputs[layer], inner}, 4096, 1000));
    gradient = op({inner}, bytes, 1000);
  }
  problem.outputs.push_back(gradient);
  return problem;
}

static int planChains(const Planner &planner) {
  llvm::SmallString<128> file;
  if (llvm::sys::fs::createTemporaryFile("remat-bench-planner", "json", file))
    return 1;
  llvm::outs() << "REMAT_PROBLEMS names no folder of public problems: chains instead; the note is "
                  "the time over that of a tenth of the ops\n";
  printHeader();
  double before = NAN;
  for (uint32_t layers : {20u, 200u, 2'000u, 20'000u}) {
    Problem problem = makeChain(layers);
    {
      std::error_code error;
      llvm::raw_fd_ostream out(file, error);
      if (error)
        return 1;
      writeProblem(out, problem);
    }
    Measured ours = planner.run(file, "50%");
    printRow(fmt::format("chain of {} ops", problem.ops.size()), "50%", ours, NAN,
             std::isnan(before) ? "" : fmt::format("{:.1f} x", ours.seconds / before));
    before = ours.seconds;
  }
  llvm::sys::fs::remove(file);
  return 0;
}

int main(int argc, char **argv) {
  (void)argc;
  void *anchor = reinterpret_cast<void *>(&main);
  llvm::SmallString<128> program(
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(argv[0], anchor)));
  llvm::sys::path::append(program, "remat-plan");
  Planner planner{program.str().str(), {}};
  if (llvm::sys::fs::createTemporaryFile("remat-bench-planner", "report.json", planner.report)) {
    llvm::errs() << "planner: no place for a report\n";
    return 1;
  }
  const char *folder = std::getenv("REMAT_PROBLEMS");
  int status = folder ? planKnownProblems(planner, folder) : planChains(planner);
  llvm::sys::fs::remove(planner.report);
  return status;
}
