//===- remat-opt.cpp - mlir-opt with rematerialization --------------------===//
//
// MlirOptMain of MLIR deletes an existing output file when a pass fails, and every failure exits
// with 1. Here the program is processed into memory; then all files are written, or none.
//
//===----------------------------------------------------------------------===//
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "remat/InitAll.h"
#include "remat/Planning/Json.h"
#include "remat/Planning/OutputFiles.h"
#include "remat/Transforms/RematerializeReport.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
namespace cl = llvm::cl;

static cl::OptionCategory rematCategory(
    "Rematerialization options",
    "Exit codes: 0 done, 2 the budget cannot be met, 1 anything else.\n"
    "Examples:\n"
    "  remat-opt step.mlir --remat-budget=60% -o out.mlir\n"
    "  remat-opt step.mlir --remat-budget=12GiB --remat-device=a100 --remat-report=plan.json -o "
    "out.mlir\n"
    "  remat-opt step.mlir --remat-budget=min --remat-report=- -o out.mlir");

static cl::opt<std::string> budget(
    "remat-budget", cl::cat(rematCategory), cl::value_desc("60%|800MiB|1.5GB|bytes|min"),
    cl::desc("Rewrite the entry function so that its peak memory fits; runs before any pass named "
             "beside it"));
static cl::opt<std::string> report("remat-report", cl::cat(rematCategory),
                                   cl::value_desc("FILE.json|FILE.txt|-"),
                                   cl::desc("Write what was done and why; '-' is text on stderr"));
static cl::opt<std::string> device(
    "remat-device", cl::cat(rematCategory), cl::init("h100"), cl::value_desc("name|FILE.json"),
    cl::desc("Cost model: h100 (default), h200, a100, v100, l4, rtx4090, mi300x, cpu, reference, "
             "or a file"));
static cl::opt<std::string> memoryModel(
    "remat-memory-model", cl::cat(rematCategory), cl::init("fused"), cl::value_desc("fused|stored"),
    cl::desc("What is stored: what a fusing compiler stores (default), or every result"));
static cl::opt<std::string> strategy("remat-strategy", cl::cat(rematCategory), cl::init("auto"),
                                     cl::value_desc("auto|mincut"), cl::desc("How to plan"));
static cl::opt<std::string> backward(
    "remat-backward", cl::cat(rematCategory), cl::value_desc("step|name"),
    cl::desc("Where backward begins, for mincut: a step, or a part of a location's name; default: "
             "JAX's mark, else the peak"));
static cl::opt<std::string>
    order("remat-order", cl::cat(rematCategory), cl::init("free"), cl::value_desc("free|fixed"),
          cl::desc("Whether ops may move (default), or first executions keep the program order"));
static cl::opt<std::string>
    entry("remat-entry", cl::cat(rematCategory), cl::value_desc("name"),
          cl::desc("The function to plan; default: main, else the only one"));
static cl::opt<std::string> infeasible(
    "remat-infeasible", cl::cat(rematCategory), cl::init("error"), cl::value_desc("error|best"),
    cl::desc("When the budget cannot be met: fail (default), or print the program of the lowest "
             "peak found, with a warning"));
static cl::opt<bool> annotate("remat-annotate", cl::cat(rematCategory),
                              cl::desc("Put remat.* attributes on the ops of the result"));
static cl::opt<std::string> exportProblem("remat-export-problem", cl::cat(rematCategory),
                                          cl::value_desc("FILE.json"),
                                          cl::desc("Write the planning problem, for remat-plan"));
static cl::opt<int64_t>
    dynamicDim("remat-dynamic-dim", cl::cat(rematCategory), cl::init(0), cl::value_desc("N"),
               cl::desc("Count every dynamic dimension as N; by default one is an error"));
static cl::opt<unsigned> effort("remat-effort", cl::cat(rematCategory), cl::init(1),
                                cl::value_desc("0..3"),
                                cl::desc("How long to search; the same result on every machine"));

static constexpr int kExitInfeasible = 2;

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "remat-opt") << message << "\n";
  return 1;
}

static remat::RematerializePassOptions passOptions() {
  remat::RematerializePassOptions options;
  options.budget = budget;
  options.device = device;
  options.memoryModel = memoryModel;
  options.strategy = strategy;
  options.backward = backward;
  options.order = order;
  options.entry = entry;
  options.infeasible = infeasible;
  options.annotate = annotate;
  options.dynamicDim = dynamicDim;
  options.effort = effort;
  return options;
}

/// Options that only make sense with a budget; the name of one that was given without, or empty.
static StringRef optionWithoutBudget() {
  if (budget.getNumOccurrences())
    return {};
  for (cl::Option *option : std::initializer_list<cl::Option *>{
           &report, &device, &memoryModel, &strategy, &backward, &order, &entry, &infeasible,
           &annotate, &exportProblem, &dynamicDim, &effort})
    if (option->getNumOccurrences())
      return option->ArgStr;
  return {};
}

/// Prints locations if the input has them: names of layers must survive.
static void keepLocations(StringRef text) {
  if (!text.contains("loc("))
    return;
  auto &options = cl::getRegisteredOptions();
  auto option = options.find("mlir-print-debuginfo");
  if (option != options.end() && option->second->getNumOccurrences() == 0)
    option->second->addOccurrence(0, "mlir-print-debuginfo", "true");
}

/// Every output path is tried before the work begins: it can be written, and no two outputs, nor an
/// output and the input, are one file.
static llvm::Error checkOutputs(StringRef inputFile, StringRef outputFile) {
  auto refuse = [](const llvm::Twine &reason) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
  };
  StringRef reportFile = report, problemFile = exportProblem;
  if (!reportFile.empty() && reportFile != "-" && !reportFile.ends_with(".json") &&
      !reportFile.ends_with(".txt") && !reportFile.starts_with("/dev/"))
    return refuse("--remat-report=" + reportFile +
                  ": a name that ends in .json or .txt, or -, is expected");
  if (problemFile == "-")
    return refuse("--remat-export-problem: a file name is expected");
  SmallVector<StringRef> seen;
  for (StringRef path : {outputFile, reportFile, problemFile}) {
    if (path.empty() || path == "-" || path.starts_with("/dev/"))
      continue;
    if (llvm::Error error = rematplan::checkWritable(path))
      return error;
    for (StringRef other : seen)
      if (path == other || llvm::sys::fs::equivalent(path, other))
        return refuse("'" + path + "' is named for two outputs");
    // The program itself may be written over the input; its other outputs may not.
    if (path != outputFile && llvm::sys::fs::equivalent(path, inputFile))
      return refuse("'" + path + "' is the input file");
    seen.push_back(path);
  }
  return llvm::Error::success();
}

int main(int argc, char **argv) {
  llvm::InitLLVM initLLVM(argc, argv);
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  remat::registerAllExtensions(registry);
  mlir::registerAllPasses();
  remat::registerAllPasses();

  auto [inputFile, outputFile] =
      registerAndParseCLIOptions(argc, argv, "remat-opt: rematerialization for MLIR", registry);
  if (StringRef option = optionWithoutBudget(); !option.empty())
    return fail("--" + option + " has no effect without --remat-budget");
  if (budget.getNumOccurrences() && budget.empty())
    return fail("--remat-budget is empty: give 60%, 800MiB, 1.5GB, a number of bytes, or min");
  if (effort > 3)
    return fail("--remat-effort=" + llvm::Twine(effort) + ": 0, 1, 2 or 3 is expected");
  if (llvm::Error error = checkOutputs(inputFile, outputFile))
    return fail(llvm::toString(std::move(error)));

  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &reason);
  if (!input)
    return fail(reason);
  keepLocations(input->getBuffer());

  std::optional<remat::RematerializeReport> result;
  MlirOptMainConfig fromCommandLine = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig config = fromCommandLine;
  // StableHLO comes unregistered in generic form: nothing to ask for.
  config.allowUnregisteredDialects(true);
  config.setPassPipelineSetupFn([&](PassManager &manager) {
    if (budget.getNumOccurrences())
      manager.addPass(remat::createRematerializePass(
          passOptions(), [&](const remat::RematerializeReport &made) { result = made; }));
    return fromCommandLine.setupPassPipeline(manager);
  });

  std::string text;
  llvm::raw_string_ostream os(text);
  bool succeeded = mlir::succeeded(MlirOptMain(os, std::move(input), registry, config));

  rematplan::OutputFiles files;
  llvm::Error error = llvm::Error::success();
  if (result && (succeeded || result->status == rematplan::Status::Infeasible)) {
    if (report == "-")
      result->printText(llvm::errs());
    else if (!report.empty())
      error = files.add(report, [&](llvm::raw_ostream &out) {
        StringRef(report).ends_with(".json") ? result->printJson(out) : result->printText(out);
      });
    if (!error && !exportProblem.empty())
      error = files.add(exportProblem, [&](llvm::raw_ostream &out) {
        rematplan::writeProblem(out, result->planningProblem);
      });
  }
  if (!error && succeeded && outputFile != "-")
    error = files.add(outputFile, [&](llvm::raw_ostream &out) { out << text; });
  if (!error)
    error = files.commit();
  if (error)
    return fail(llvm::toString(std::move(error)));
  if (!succeeded)
    return result && result->status == rematplan::Status::Infeasible ? kExitInfeasible : 1;
  if (outputFile == "-") {
    llvm::outs() << text;
    llvm::outs().flush();
    if (llvm::outs().has_error()) {
      llvm::outs().clear_error();
      return fail("cannot write the standard output");
    }
  }
  return 0;
}
