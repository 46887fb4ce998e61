//===- remat-opt-steps.cpp - remat-opt on training steps, beside parse and print ---===//
//
// For each step: remat-opt without options (parse and print: what any tool must do), and with a
// budget of 60 %. Wall time and the largest resident set of the process are measured from outside;
// phases come from its report.
//
// REMAT_GRAPHS=FOLDER: measures llama_7b.mlir and bert_base_cuda.mlir of that folder, or every
// .mlir file if it has none of them. Without it, the small steps that come with the project.
//
//===----------------------------------------------------------------------===//
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <algorithm>
#include <chrono>
#include <fmt/format.h>
#include <string>
#include <vector>

namespace {

struct Measured {
  int exitCode = -1;
  double seconds = 0;
  double residentMebibytes = 0;
};

} // namespace

static Measured measure(llvm::StringRef program, llvm::ArrayRef<llvm::StringRef> arguments) {
  std::optional<llvm::sys::ProcessStatistics> statistics;
  Measured result;
  auto begin = std::chrono::steady_clock::now();
  // Remarks and programs are not wanted here.
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), llvm::StringRef(),
                                                llvm::StringRef()};
  result.exitCode = llvm::sys::ExecuteAndWait(program, arguments, std::nullopt, redirects, 0, 0,
                                              nullptr, nullptr, &statistics);
  result.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  if (statistics)
    result.residentMebibytes = statistics->PeakMemory / 1024.0;
  return result;
}

/// `met  model 0.12  plan 0.80 …`: status and timing of the report.
static std::string outcome(llvm::StringRef reportFile) {
  auto text = llvm::MemoryBuffer::getFile(reportFile);
  if (!text)
    return "";
  llvm::Expected<llvm::json::Value> report = llvm::json::parse((*text)->getBuffer());
  if (!report) {
    llvm::consumeError(report.takeError());
    return "";
  }
  std::string line = "  " + report->getAsObject()->getString("status").value_or("").str();
  if (const llvm::json::Object *timing = report->getAsObject()->getObject("timing")) {
    std::vector<std::pair<std::string, double>> sorted;
    for (const auto &[phase, seconds] : *timing)
      sorted.emplace_back(phase.str(), seconds.getAsNumber().value_or(0));
    std::sort(sorted.begin(), sorted.end());
    for (const auto &[phase, seconds] : sorted)
      line += fmt::format("  {} {:.2f}", phase, seconds);
  }
  return line;
}

static std::vector<std::string> findSteps() {
  const char *folder = std::getenv("REMAT_GRAPHS");
  std::string root = folder ? folder : REMAT_BUNDLED_GRAPHS;
  std::vector<std::string> steps;
  for (const char *name : {"llama_7b.mlir", "bert_base_cuda.mlir"})
    if (std::string path = root + "/" + name; folder && llvm::sys::fs::exists(path))
      steps.push_back(path);
  if (!steps.empty())
    return steps;
  std::error_code error;
  for (llvm::sys::fs::directory_iterator entry(root, error), end; entry != end && !error;
       entry.increment(error))
    if (llvm::sys::path::extension(entry->path()) == ".mlir")
      steps.push_back(entry->path());
  std::sort(steps.begin(), steps.end());
  return steps;
}

int main(int argc, char **argv) {
  (void)argc;
  void *anchor = reinterpret_cast<void *>(&main);
  llvm::SmallString<128> program(
      llvm::sys::path::parent_path(llvm::sys::fs::getMainExecutable(argv[0], anchor)));
  llvm::sys::path::append(program, "remat-opt");
  llvm::SmallString<128> report;
  std::vector<std::string> steps = findSteps();
  if (steps.empty() || llvm::sys::fs::createTemporaryFile("remat-opt-steps", "json", report)) {
    llvm::errs() << "remat-opt-steps: no .mlir file to measure, or no place for a report\n";
    return 1;
  }

  llvm::outs() << fmt::format("{:<20}{:>14}{:>14}{:>8}{:>12}{:>12}{:>8}  {}\n", "step",
                              "parse+print s", "at 60 % s", "ratio", "RSS MiB", "at 60 % MiB",
                              "ratio", "status, phases in s");
  int status = 0;
  for (const std::string &step : steps) {
    std::string reportOption = ("--remat-report=" + report).str();
    Measured plain = measure(program, {program, step, "-o", "/dev/null"});
    Measured planned =
        measure(program, {program, step, "--remat-budget=60%", "--remat-infeasible=best",
                          reportOption, "-o", "/dev/null"});
    std::string name = llvm::sys::path::stem(step).str();
    if (plain.exitCode || planned.exitCode) {
      llvm::outs() << fmt::format("{:<20}exit codes {} and {}\n", name, plain.exitCode,
                                  planned.exitCode);
      status = 1;
      continue;
    }
    llvm::outs() << fmt::format(
        "{:<20}{:>14.2f}{:>14.2f}{:>8.1f}{:>12.0f}{:>12.0f}{:>8.1f}{}\n", name, plain.seconds,
        planned.seconds, planned.seconds / plain.seconds, plain.residentMebibytes,
        planned.residentMebibytes, planned.residentMebibytes / plain.residentMebibytes,
        outcome(report));
    llvm::outs().flush();
  }
  llvm::sys::fs::remove(report);
  return status;
}
