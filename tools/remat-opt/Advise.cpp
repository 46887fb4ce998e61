//===- Advise.cpp - remat-opt --remat-advise ------------------------------===//
#include "Advise.h"
#include "../help/StandardOutput.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "remat/Advice/Advice.h"
#include "remat/Transforms/PassOptions.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::remat;
namespace cl = llvm::cl;

AdviseFlags::AdviseFlags(cl::OptionCategory &category)
    : advise("remat-advise", cl::cat(category), cl::ValueOptional,
             cl::value_desc("text|json|FILE.txt|FILE.json"),
             cl::desc("Say what checkpointing can do for the program, instead of printing it")),
      other("remat-advise-other", cl::cat(category), cl::value_desc("FILE.mlir"),
            cl::desc("The same step at another batch size, for advice on batches")),
      memory("remat-memory", cl::cat(category), cl::value_desc("80GB"),
             cl::desc("Memory of a device, for advice on what fits")),
      devices("remat-devices", cl::cat(category), cl::init(1), cl::value_desc("N"),
              cl::desc("Devices that train together, for advice on sharing states")) {}

static llvm::Error refuse(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

static bool isJson(StringRef place) { return place == "json" || place.ends_with(".json"); }
static bool isFile(StringRef place) { return place.ends_with(".json") || place.ends_with(".txt"); }

llvm::Error AdviseFlags::check(const RematerializeFlags &flags) const {
  if (!wantsAdvice()) {
    for (const cl::Option *option :
         std::initializer_list<const cl::Option *>{&other, &memory, &devices})
      if (option->getNumOccurrences())
        return refuse("--" + option->ArgStr + " has no effect without --remat-advise");
    return llvm::Error::success();
  }
  StringRef place = advise;
  if (!place.empty() && place != "text" && place != "json" && !isFile(place))
    return refuse("--remat-advise=" + place +
                  ": text, json, or a name that ends in .txt or .json is expected");
  if (flags.wantsPlan())
    return refuse("--remat-advise looks at all budgets and policies: give it without those, and "
                  "without --remat-pareto and --remat-import-plan");
  for (const cl::Option *option : std::initializer_list<const cl::Option *>{
           std::addressof(flags.report), &flags.infeasible, &flags.annotate, &flags.exportProblem,
           &flags.exportPlan})
    if (option->getNumOccurrences())
      return refuse("--" + option->ArgStr + " has no effect with --remat-advise");
  if (memory.getNumOccurrences()) {
    llvm::Expected<rematplan::Budget> bytes = rematplan::parseBudget(memory, 0);
    if (!bytes)
      llvm::consumeError(bytes.takeError());
    if (!bytes || bytes->minimize || StringRef(memory).contains('%'))
      return refuse("--remat-memory=" + memory +
                    ": a size is expected, such as 80GB, 24GiB or 123456");
  }
  if (devices < 1 || devices > 1'000'000)
    return refuse("--remat-devices=" + llvm::Twine(devices) + ": 1 to 1000000 is expected");
  return llvm::Error::success();
}

static llvm::Expected<OwningOpRef<ModuleOp>> parse(StringRef path, llvm::SourceMgr &sources,
                                                   MLIRContext &context) {
  std::string reason;
  std::unique_ptr<llvm::MemoryBuffer> input = openInputFile(path, &reason);
  if (!input)
    return refuse(reason);
  sources.AddNewSourceBuffer(std::move(input), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, &context);
}

llvm::Expected<int> AdviseFlags::run(const RematerializeFlags &flags, StringRef inputFile,
                                     StringRef outputFile, const DialectRegistry &registry) const {
  MLIRContext context(registry);
  context.allowUnregisteredDialects();
  context.printOpOnDiagnostic(false);
  llvm::SourceMgr sources, otherSources;
  OwningOpRef<ModuleOp> module, otherModule;
  for (auto [path, from, parsed] : {std::tuple(inputFile, &sources, &module),
                                    std::tuple(StringRef(other), &otherSources, &otherModule)}) {
    if (path.empty())
      continue;
    SourceMgrDiagnosticHandler handler(*from, &context);
    llvm::Expected<OwningOpRef<ModuleOp>> read = parse(path, *from, context);
    if (!read)
      return read.takeError();
    if (!*read)
      return 1;
    *parsed = std::move(*read);
    // What passes make of the program is what the advice is on: gradients, loops written out.
    PassManager passes(&context);
    if (failed(MlirOptMainConfig::createFromCLOptions().setupPassPipeline(passes)) ||
        failed(passes.run(**parsed)))
      return 1;
  }

  SourceMgrDiagnosticHandler handler(sources, &context);
  RematerializePassOptions passOptions = flags.passOptions();
  passOptions.budget = "100%"; // none of the budgets that the advice looks at is the user's
  FailureOr<FunctionPlanOptions> plan = readPlanOptions(module->getLoc(), passOptions);
  if (failed(plan))
    return 1;
  AdviceOptions options;
  options.plan = std::move(*plan);
  options.entry = flags.entry;
  options.devices = devices;
  if (memory.getNumOccurrences())
    options.memoryBytes = llvm::cantFail(rematplan::parseBudget(memory, 0)).bytes;
  FailureOr<Advice> advice = remat::advise(*module, otherModule.get(), options);
  if (failed(advice))
    return 1;

  StringRef place = advise;
  rematplan::OutputFiles files;
  auto print = [&](llvm::raw_ostream &os) {
    isJson(place) ? advice->printJson(os) : advice->printText(os);
  };
  if (!isFile(place) && outputFile == "-") {
    print(llvm::outs());
    return flushStandardOutput("remat-opt") ? 0 : 1;
  }
  if (llvm::Error error = files.add(isFile(place) ? place : outputFile, print))
    return error;
  if (llvm::Error error = files.commit())
    return error;
  return 0;
}
