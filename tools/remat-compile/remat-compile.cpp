//===- remat-compile.cpp - Compile a training step ahead of time ----------===//
#include "../help/WrapHelp.h"
#include "../steps/Compile.h"
#include "../steps/Plan.h"
#include "../steps/ProgramFile.h"
#include "../steps/SharedObject.h"
#include "../steps/TargetFlags.h"
#include "Header.h"
#include "remat/Planning/OutputFiles.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::remat;
namespace cl = llvm::cl;

static cl::OptionCategory compileCategory(
    "Compile options",
    "Exit codes: 0 done, 2 the budget cannot be met, 1 anything else.\n"
    "Examples:\n"
    "  remat-compile step.mlir --remat-budget=60% -o step.so --header=step.h\n"
    "  remat-compile step.mlir --name=train -o train.o --header=train.h --cpu=x86-64-v3\n"
    "  remat-compile step.mlir --target=cuda --chip=sm_80,sm_90 -o step.so --header=step.h");
static cl::OptionCategory rematCategory("Rematerialization options",
                                        "Budgets bound the total bytes of a run: arguments, "
                                        "results and arena.");
static RematerializeFlags flags(rematCategory, /*runsSteps=*/true);
static TargetFlags targetFlags(compileCategory);
static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<step.mlir>"), cl::init("-"),
                                      cl::cat(compileCategory));
static cl::opt<std::string> outputFile("o", cl::cat(compileCategory), cl::Required,
                                       cl::value_desc("FILE.so|FILE.o"),
                                       cl::desc("A shared object, or an object to link"));
static cl::opt<std::string>
    headerFile("header", cl::cat(compileCategory), cl::value_desc("FILE.h"),
               cl::desc("Write a C header: the function, its arguments, results and arena"));
static cl::opt<std::string> stepName("name", cl::cat(compileCategory), cl::init("step"),
                                     cl::value_desc("identifier"),
                                     cl::desc("Name of the function; default: step"));
static cl::opt<std::string> cpu("cpu", cl::cat(compileCategory), cl::init("native"),
                                cl::value_desc("native|name"),
                                cl::desc("The processor, as LLVM names it; default: this "
                                         "machine's"));
static cl::opt<unsigned> optLevel("O", cl::Prefix, cl::cat(compileCategory), cl::init(2),
                                  cl::value_desc("0..3"),
                                  cl::desc("Optimization; 2: what pays for kernels, 3: all of "
                                           "LLVM's -O3"));
static cl::opt<int64_t> workspaceThreads(
    "workspace-threads", cl::cat(compileCategory), cl::init(0), cl::value_desc("N"),
    cl::desc("Plan library workspace for this many threads; default: this machine's"));

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "remat-compile") << message << "\n";
  return 1;
}

static int fail(llvm::Error error) { return fail(llvm::toString(std::move(error))); }

static llvm::Error checkCommandLine() {
  auto refuse = [](const llvm::Twine &reason) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
  };
  StringRef output = outputFile;
  if (!output.ends_with(".so") && !output.ends_with(".o"))
    return refuse("-o " + output + ": a name that ends in .so or .o is expected");
  if (llvm::Error error = checkStepName(stepName))
    return error;
  if (optLevel > 3)
    return refuse("-O" + llvm::Twine(optLevel) + ": 0, 1, 2 or 3 is expected");
  if (StringRef option = flags.withoutBudget(); !option.empty() && option != "remat-entry")
    return refuse("--" + option + " has no effect without --remat-budget");
  if (llvm::Error error = flags.check())
    return error;
  if (workspaceThreads < 0 || workspaceThreads > 1024)
    return refuse("--workspace-threads=" + llvm::Twine(workspaceThreads) +
                  ": 0 (this machine's) to 1024 is expected");
  if (llvm::Error error = checkCpuTarget({cpu, optLevel}))
    return error;
  if (llvm::Error error = targetFlags.check())
    return error;
  if (targetFlags.isCuda() && workspaceThreads.getNumOccurrences())
    return refuse("--workspace-threads is for --target=cpu");
  if (targetFlags.isCuda() && output.ends_with(".so"))
    if (auto runtime = cudaRuntimePath(); !runtime)
      return runtime.takeError();
  return flags.checkOutputs(inputFile, outputFile,
                            {StringRef(headerFile), StringRef(targetFlags.ptxFile)});
}

/// A step for a CUDA device calls both parts of the runtime.
static llvm::Expected<std::string> link(StringRef object) {
  llvm::SmallVector<std::string> libraries;
  llvm::Expected<std::string> runtime = runtimePath();
  if (!runtime)
    return runtime.takeError();
  if (targetFlags.isCuda()) {
    llvm::Expected<std::string> cudaRuntime = cudaRuntimePath();
    if (!cudaRuntime)
      return cudaRuntime.takeError();
    libraries.push_back(*cudaRuntime);
  }
  libraries.push_back(*runtime);
  return linkSharedObject(object, libraries);
}

static int compile(ModuleOp module) {
  const CudaPlanOptions cuda{
      SmallVector<std::string>(targetFlags.chips.begin(), targetFlags.chips.end()),
      targetFlags.epilogues, targetFlags.tf32};
  FailureOr<PlannedStep> planned = targetFlags.isCuda()
                                       ? planForCuda(module, flags, cuda)
                                       : planForCpu(module, flags, workspaceThreads);
  if (failed(planned))
    return 1;
  if (planned->status == rematplan::Status::Infeasible) {
    if (flags.infeasible != "best") {
      fail(infeasibleText(*planned));
      return kExitInfeasible;
    }
    llvm::WithColor::warning(llvm::errs(), "remat-compile") << infeasibleText(*planned) << "\n";
  }
  CompileOptions options;
  options.target.cpu = cpu;
  options.target.optLevel = optLevel;
  targetFlags.addTo(options);
  if (llvm::sys::Process::StandardErrIsDisplayed())
    options.progress = [](StringRef phase) { llvm::errs() << "remat-compile: " << phase << "\n"; };
  PhaseTimes times;
  CudaKernels kernels;
  std::string entry = planned->function.getName().str();
  if (failed(lowerStep(*planned->module, entry, stepName, options, times, &kernels)))
    return 1;
  if (targetFlags.isCuda() && planned->report)
    planned->report->work->launches = kernels.launches;
  auto object = compileStep(*planned->module, options, times);
  if (!object)
    return fail(object.takeError());
  std::string output = (*object)->getBuffer().str();
  if (StringRef(outputFile).ends_with(".so")) {
    llvm::Expected<std::string> linked = link(output);
    if (!linked)
      return fail(linked.takeError());
    output = std::move(*linked);
  }
  rematplan::OutputFiles files;
  llvm::Error error = files.add(outputFile, [&](llvm::raw_ostream &os) { os << output; });
  if (!error && !headerFile.empty())
    error = files.add(
        headerFile, [&](llvm::raw_ostream &os) { writeHeader(os, stepName, planned->signature); });
  if (!error)
    error = targetFlags.addOutputs(kernels, files);
  if (!error && planned->report)
    error = flags.addOutputs(*planned->report, files);
  if (!error)
    error = files.commit();
  return error ? fail(std::move(error)) : 0;
}

int main(int argc, char **argv) {
  wrapHelpIfAsked(argc, argv);
  registerShortHelp();
  llvm::InitLLVM initLLVM(argc, argv);
  cl::HideUnrelatedOptions({&compileCategory, &rematCategory});
  cl::ParseCommandLineOptions(argc, argv, "remat-compile: compile a training step ahead of time\n");
  if (llvm::Error error = checkCommandLine())
    return fail(std::move(error));
  flags.command = commandText(argc, argv);
  auto program = ProgramFile::read(inputFile);
  if (!program)
    return fail(program.takeError());
  ModuleOp module = (*program)->module();
  return module ? compile(module) : 1;
}
