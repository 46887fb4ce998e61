//===- remat-opt.cpp - mlir-opt with rematerialization --------------------===//
//
// MlirOptMain of MLIR deletes an existing output file when a pass fails, and every failure exits
// with 1. Here the program is processed into memory; then all files are written, or none.
//
//===----------------------------------------------------------------------===//
#include "../flags/RematerializeFlags.h"
#include "../help/HideLlvmOptions.h"
#include "../help/StandardOutput.h"
#include "../help/WrapHelp.h"
#include "../progress/ProgressBar.h"
#include "Advise.h"
#include "PassOrder.h"
#include "mlir/IR/AsmState.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "remat/InitAll.h"
#include "remat/Planning/OutputFiles.h"
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
    "  remat-opt step.mlir --remat-budget=60% --remat-report=plan.html,- -o out.mlir\n"
    "  remat-opt step.mlir --remat-budget=min --remat-report=- -o out.mlir\n"
    "  remat-opt step.mlir --remat-advise --remat-memory=80GB\n"
    "  remat-opt step.mlir --remat-pareto=curve.csv -o /dev/null");

static remat::RematerializeFlags flags(rematCategory);
static remat::AdviseFlags adviseFlags(rematCategory);

static int fail(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "remat-opt") << message << "\n";
  return 1;
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

int main(int argc, char **argv) {
  wrapHelpIfAsked(argc, argv);
  registerShortHelp();
  llvm::InitLLVM initLLVM(argc, argv);
  hideLlvmOptions(&rematCategory);
  DialectRegistry registry;
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  remat::registerAllDialects(registry);
  remat::registerAllExtensions(registry);
  mlir::registerAllPasses();
  remat::registerAllPasses();

  auto [inputFile, outputFile] = registerAndParseCLIOptions(
      argc, argv,
      "remat-opt: fit a training step into a memory budget. Rewrites the entry function so that "
      "its peak stays within --remat-budget, and runs the passes of MLIR",
      registry);
  if (llvm::Error error = adviseFlags.check(flags))
    return fail(llvm::toString(std::move(error)));
  if (StringRef option = flags.withoutBudget(); !option.empty() && !adviseFlags.wantsAdvice())
    return fail("--" + option + " has no effect without --remat-budget");
  if (llvm::Error error = flags.check())
    return fail(llvm::toString(std::move(error)));
  if (llvm::Error error = flags.checkOutputs(inputFile, outputFile))
    return fail(llvm::toString(std::move(error)));

  if (adviseFlags.wantsAdvice()) {
    llvm::Expected<int> code = adviseFlags.run(flags, inputFile, outputFile, registry);
    return code ? *code : fail(llvm::toString(code.takeError()));
  }

  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(inputFile, &reason);
  if (!input)
    return fail(reason);
  keepLocations(input->getBuffer());
  flags.command = remat::commandText(argc, argv);

  std::optional<remat::RematerializeReport> result;
  ProgressBar progress("remat-opt");
  MlirOptMainConfig fromCommandLine = MlirOptMainConfig::createFromCLOptions();
  MlirOptMainConfig config = fromCommandLine;
  // StableHLO comes unregistered in generic form: nothing to ask for.
  config.allowUnregisteredDialects(true);
  config.setPassPipelineSetupFn([&](PassManager &manager) {
    if (!flags.wantsPlan())
      return fromCommandLine.setupPassPipeline(manager);
    PassManager named(manager.getContext(), manager.getOpAnchorName(), manager.getNesting());
    if (failed(fromCommandLine.setupPassPipeline(named)))
      return failure();
    return remat::addPassesAround(remat::createRematerializePass(
                                      flags.passOptions(),
                                      [&](const remat::RematerializeReport &made) {
                                        progress.clear();
                                        result = made;
                                        result->command = flags.command;
                                      },
                                      progress.callback()),
                                  named, manager);
  });

  std::string text;
  llvm::raw_string_ostream os(text);
  bool succeeded = mlir::succeeded(MlirOptMain(os, std::move(input), registry, config));
  progress.clear();

  rematplan::OutputFiles files;
  llvm::Error error = llvm::Error::success();
  if (result && (succeeded || result->status == rematplan::Status::Infeasible))
    error = flags.addOutputs(*result, files);
  if (!error && succeeded && outputFile != "-")
    error = files.add(outputFile, [&](llvm::raw_ostream &out) { out << text; });
  if (!error)
    error = files.commit();
  if (error)
    return fail(llvm::toString(std::move(error)));
  if (!succeeded)
    return result && result->status == rematplan::Status::Infeasible ? remat::kExitInfeasible : 1;
  if (outputFile == "-")
    llvm::outs() << text;
  return flushStandardOutput("remat-opt") ? 0 : 1;
}
