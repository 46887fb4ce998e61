//===- remat-run.cpp - Plan, compile and run a training step --------------===//
#include "../help/StandardOutput.h"
#include "../help/WrapHelp.h"
#include "../steps/Compile.h"
#include "../steps/Plan.h"
#include "../steps/ProgramFile.h"
#include "Compare.h"
#include "Options.h"
#include "Runner.h"
#include "StepBuffers.h"
#include "remat/Planning/OutputFiles.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/ToolOutputFile.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::remat;

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "remat-run") << message << "\n";
  return 1;
}

static int fail(llvm::Error error) { return fail(llvm::toString(std::move(error))); }

/// The name of the entry function of compiled code.
static constexpr llvm::StringLiteral kEntryName = "remat_step";

namespace {

/// A program planned, compiled and loaded.
struct Program {
  PlannedStep planned;
  std::optional<LoadedStep> loaded;
  PhaseTimes times;
  LaunchCounts launches;
};

class Driver {
public:
  Driver(MLIRContext &context, ModuleOp module, const RunOptions &options)
      : context(context), module(module), options(options) {
    compileOptions.target.cpu = options.cpu;
    compileOptions.target.optLevel = options.optLevel;
    targetFlags().addTo(compileOptions);
    compileOptions.hooks =
        compileOptions.runsOn == StepTarget::Cuda ? options.looksAtKernels() : options.hooks();
    bool talks = !options.quiet && llvm::sys::Process::StandardErrIsDisplayed();
    if (talks)
      compileOptions.progress = [](StringRef phase) {
        llvm::errs() << "\rremat-run: " << phase << " …\033[K";
        if (phase == "done")
          llvm::errs() << "\r\033[K";
      };
  }

  int run();

private:
  FailureOr<PlannedStep> plan(StepTarget target, bool asItCame, PhaseTimes &times);
  /// Lowers and compiles what plan() made.
  int build(Program &program, StepTarget target);
  /// Plans and builds the program as it came.
  int buildOriginal(std::optional<Program> &program, StepTarget target);
  int emit(PlannedStep &planned);
  int infeasible(const PlannedStep &planned);
  int writeReport(const PlannedStep &planned);
  /// The same with what lowering for a CUDA device counted.
  int writeReport(PlannedStep &planned, const LaunchCounts &launches) {
    if (planned.report)
      planned.report->work->launches = launches;
    return writeReport(planned);
  }
  int writeProfile(const RunResult &result);
  void say(StringRef phase) {
    if (compileOptions.progress)
      compileOptions.progress(phase);
  }

  MLIRContext &context;
  ModuleOp module;
  const RunOptions &options;
  CompileOptions compileOptions;
};

} // namespace

FailureOr<PlannedStep> Driver::plan(StepTarget target, bool asItCame, PhaseTimes &times) {
  TimedPhase phase(asItCame ? "plan without a budget" : "plan", compileOptions, times);
  return target == StepTarget::Cuda
             ? planForCuda(module, rematerializeFlags(),
                           {compileOptions.chips, targetFlags().epilogues, compileOptions.tf32},
                           asItCame)
             : planForCpu(module, rematerializeFlags(), options.threads, asItCame);
}

int Driver::build(Program &program, StepTarget target) {
  ModuleOp planned = *program.planned.module;
  CompileOptions compileOptions = this->compileOptions;
  compileOptions.runsOn = target;
  CudaKernels kernels;
  std::string entry = program.planned.function.getName().str();
  StepSignature signature = program.planned.signature;
  if (failed(lowerStep(planned, entry, kEntryName, compileOptions, program.times, &kernels)))
    return 1;
  program.launches = kernels.launches;
  auto object = compileStep(planned, compileOptions, program.times);
  if (!object)
    return fail(object.takeError());
  // A device that is emulated looks for its kernels when the step runs.
  if (target == StepTarget::Cuda) {
    rematplan::OutputFiles files;
    llvm::Error error = targetFlags().addOutputs(kernels, files);
    if (!error)
      error = files.commit();
    if (error)
      return fail(std::move(error));
  }
  TimedPhase phase("load", compileOptions, program.times);
  auto loaded = LoadedStep::load(std::move(*object), kEntryName, std::move(signature), target);
  if (!loaded)
    return fail(loaded.takeError());
  program.loaded.emplace(std::move(*loaded));
  return 0;
}

int Driver::buildOriginal(std::optional<Program> &program, StepTarget target) {
  PhaseTimes times;
  FailureOr<PlannedStep> planned = plan(target, /*asItCame=*/true, times);
  if (failed(planned))
    return 1;
  program.emplace(Program{std::move(*planned), std::nullopt, std::move(times), {}});
  return build(*program, target);
}

int Driver::emit(PlannedStep &planned) {
  CudaKernels kernels;
  std::string text;
  std::unique_ptr<llvm::MemoryBuffer> object;
  if (options.emit == Emit::Mlir) {
    llvm::raw_string_ostream os(text);
    planned.module->print(os, OpPrintingFlags().enableDebugInfo(true, /*prettyForm=*/false));
  } else {
    PhaseTimes times;
    if (failed(lowerStep(*planned.module, planned.function.getName(), kEntryName, compileOptions,
                         times, &kernels)))
      return 1;
    if (compileOptions.runsOn == StepTarget::Cuda)
      if (int code = writeReport(planned, kernels.launches))
        return code;
    if (options.emit == Emit::Llvm) {
      auto made = stepToLLVMText(*planned.module, compileOptions);
      if (!made)
        return fail(made.takeError());
      text = std::move(*made);
    } else {
      auto made = compileStep(*planned.module, compileOptions, times);
      if (!made)
        return fail(made.takeError());
      text = (*made)->getBuffer().str();
    }
  }
  say("done");
  rematplan::OutputFiles files;
  llvm::Error error = targetFlags().addOutputs(kernels, files);
  if (options.outputFile == "-")
    llvm::outs() << text;
  else if (!error)
    error = files.add(options.outputFile, [&](llvm::raw_ostream &os) { os << text; });
  if (!error)
    error = files.commit();
  return error ? fail(std::move(error)) : 0;
}

int Driver::infeasible(const PlannedStep &planned) {
  std::string message = infeasibleText(planned);
  if (rematerializeFlags().infeasible == "best") {
    llvm::WithColor::warning(llvm::errs(), "remat-run") << message << "\n";
    return 0;
  }
  fail(message);
  return kExitInfeasible;
}

int Driver::writeReport(const PlannedStep &planned) {
  if (!planned.report)
    return 0;
  rematplan::OutputFiles files;
  llvm::Error error = rematerializeFlags().addOutputs(*planned.report, files);
  if (!error)
    error = files.commit();
  return error ? fail(std::move(error)) : 0;
}

int Driver::writeProfile(const RunResult &result) {
  rematplan::OutputFiles files;
  StringRef base = compileOptions.runsOn == StepTarget::Cuda ? "h100" : "cpu";
  llvm::Error error = files.add(
      options.profile, [&](llvm::raw_ostream &os) { os << profileText(result.traces, base); });
  if (!error)
    error = files.commit();
  return error ? fail(std::move(error)) : 0;
}

int Driver::run() {
  const StepTarget target = compileOptions.runsOn;
  // Without a device nothing else is worth the time.
  if (target == StepTarget::Cuda && options.emit == Emit::Nothing) {
    llvm::Expected<std::string> chip = cudaChip(options.device);
    if (!chip)
      return fail(chip.takeError());
    if (compileOptions.chips.empty())
      compileOptions.chips.push_back(*chip);
  }
  PhaseTimes times;
  FailureOr<PlannedStep> planned = plan(target, /*asItCame=*/false, times);
  if (failed(planned))
    return 1;
  const bool isInfeasible = planned->status == rematplan::Status::Infeasible;
  // For a device the report waits for what lowering counts, unless there is none.
  if (target == StepTarget::Cpu || options.emit == Emit::Mlir ||
      (isInfeasible && rematerializeFlags().infeasible != "best"))
    if (int code = writeReport(*planned))
      return code;
  if (isInfeasible)
    if (int code = infeasible(*planned))
      return code;
  if (options.emit != Emit::Nothing)
    return emit(*planned);
  if (llvm::Error error = checkMemory(*planned, target, options.compare))
    return fail(std::move(error));
  Runner runner(options);
  if (llvm::Error error = runner.prepareInputs(planned->signature))
    return fail(std::move(error));

  Program program{std::move(*planned), std::nullopt, std::move(times), {}};
  if (int code = build(program, target))
    return code;
  if (target == StepTarget::Cuda)
    if (int code = writeReport(program.planned, program.launches))
      return code;
  std::optional<Program> original, onCpu;
  if (options.compare)
    if (int code = buildOriginal(original, target))
      return code;
  if (options.compareCpu)
    if (int code = buildOriginal(onCpu, StepTarget::Cpu))
      return code;
  say("done");

  printPlan(llvm::outs(), program.planned);
  if (target == StepTarget::Cuda)
    printLaunches(llvm::outs(), program.launches);
  printTimes(llvm::outs(), program.times);
  std::vector<const LoadedStep *> steps{&*program.loaded};
  for (std::optional<Program> *other : {&original, &onCpu})
    if (*other)
      steps.push_back(&*(*other)->loaded);
  llvm::Expected<std::vector<RunResult>> results = runner.run(steps);
  if (!results)
    return fail(results.takeError());
  RunResult &result = results->front();
  printRun(llvm::outs(), original ? "rewritten" : "run", result);
  int code = 0;
  if (compileOptions.hooks)
    printLiveBytes(llvm::outs(), result, program.planned.kernelLiveBytes,
                   target == StepTarget::Cuda ? kCudaAlignmentBytes : kHostAlignmentBytes);
  if (original) {
    const RunResult &expected = (*results)[1];
    printRun(llvm::outs(), "as it came", expected);
    code = printComparison(llvm::outs(), program.loaded->signature(), expected, result) ? 0 : 1;
  }
  if (onCpu && !printDistance(llvm::outs(), program.loaded->signature(), results->back(), result,
                              options.tolerance))
    code = 1;
  if (!options.profile.empty())
    if (int failedToWrite = writeProfile(result))
      return failedToWrite;
  if (llvm::Error error = runner.save(program.loaded->signature(), result))
    return fail(std::move(error));
  return code;
}

int main(int argc, char **argv) {
  wrapHelpIfAsked(argc, argv);
  registerShortHelp();
  llvm::InitLLVM initLLVM(argc, argv);
  std::optional<RunOptions> options = parseOptions(argc, argv);
  if (!options)
    return 1;
  // What can be found wrong now is not found after a long compilation.
  if (llvm::Error error = checkCpuTarget({options->cpu, options->optLevel}))
    return fail(std::move(error));
  auto program = ProgramFile::read(options->inputFile);
  if (!program)
    return fail(program.takeError());
  ModuleOp module = (*program)->module();
  if (!module)
    return 1;
  const int code = Driver((*program)->context(), module, *options).run();
  return flushStandardOutput("remat-run") ? code : 1;
}
