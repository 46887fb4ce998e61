//===- Options.cpp - The command line of remat-run ------------------------===//
#include "Options.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::remat;
namespace cl = llvm::cl;

static cl::OptionCategory
    runCategory("Run options",
                "Exit codes: 0 done, 2 the budget cannot be met, 1 anything else (also when "
                "--compare finds different bits).\n"
                "Examples:\n"
                "  remat-run step.mlir --remat-budget=60% --compare\n"
                "  remat-run step.mlir --inputs=folder --save-outputs=results\n"
                "  remat-run step.mlir --remat-budget=60% --repeat=10 --threads=1 "
                "--profile=costs.json\n"
                "  remat-run step.mlir --target=cuda --remat-budget=60% --compare --compare-cpu");
static cl::OptionCategory rematCategory("Rematerialization options",
                                        "Budgets bound the total bytes of a run: arguments, "
                                        "results and arena.");

static RematerializeFlags flags(rematCategory, /*runsSteps=*/true);
static TargetFlags runTarget(runCategory);

static cl::opt<std::string> inputFile(cl::Positional, cl::desc("<step.mlir>"), cl::init("-"),
                                      cl::cat(runCategory));
static cl::opt<std::string> outputFile("o", cl::cat(runCategory), cl::init("-"),
                                       cl::value_desc("FILE"),
                                       cl::desc("Where --emit writes; default: standard output"));
static cl::opt<std::string>
    cpu("cpu", cl::cat(runCategory), cl::init("native"), cl::value_desc("native|name"),
        cl::desc("The processor to compile for, as LLVM names it; default: this machine's"));
static cl::opt<unsigned> optLevel("O", cl::Prefix, cl::cat(runCategory), cl::init(2),
                                  cl::value_desc("0..3"),
                                  cl::desc("Optimization; 2: what pays for kernels, 3: all of "
                                           "LLVM's -O3"));
static cl::opt<std::string>
    inputs("inputs", cl::cat(runCategory), cl::init("random:0"),
           cl::value_desc("random:SEED|FOLDER"),
           cl::desc("Random numbers, or a folder of in_000.npy, in_001.npy, …"));
static cl::opt<std::string>
    saveOutputs("save-outputs", cl::cat(runCategory), cl::value_desc("FOLDER"),
                cl::desc("Write the results as out_000.npy, out_001.npy, …"));
static cl::opt<int64_t>
    repeat("repeat", cl::cat(runCategory), cl::init(1), cl::value_desc("N"),
           cl::desc("Run N times from the same inputs, with --compare in turns; "
                    "times are medians, the first run left out"));
/// LLVM's libraries register options of their own, which tools of LLVM share; one of them has the
/// name of ours.
static bool freeOptionName(StringRef name) {
  auto &registered = cl::getRegisteredOptions();
  if (auto found = registered.find(name); found != registered.end())
    found->second->removeArgument();
  return true;
}
static const bool threadsIsFree = freeOptionName("threads");

static cl::opt<int64_t> threads("threads", cl::cat(runCategory), cl::init(0), cl::value_desc("N"),
                                cl::desc("Threads; default: all cores"));
static cl::opt<bool>
    compare("compare", cl::cat(runCategory),
            cl::desc("Also run the program as it came, and fail if a result differs in any bit"));
static cl::opt<bool> checkArena(
    "check-arena", cl::cat(runCategory),
    cl::desc("Watch what no live buffer covers: a write there is an error that names the kernel"));
static cl::opt<int32_t> cudaDevice("cuda-device", cl::cat(runCategory), cl::init(0),
                                   cl::value_desc("N"),
                                   cl::desc("The device of --target=cuda; default: 0"));
static cl::opt<bool> cudaGraph("cuda-graph", cl::cat(runCategory),
                               cl::desc("Run the step as one CUDA graph, after a first run; "
                                        "implies --repeat=2"));
static cl::opt<bool>
    compareCpu("compare-cpu", cl::cat(runCategory),
               cl::desc("Also run the program as it came on the CPU, and fail if a result of "
                        "--target=cuda differs by more than --tolerance"));
static cl::opt<double>
    tolerance("tolerance", cl::cat(runCategory), cl::init(1e-4), cl::value_desc("X"),
              cl::desc("For --compare-cpu: of the largest element of a result; default: 1e-4"));
static cl::opt<std::string>
    profile("profile", cl::cat(runCategory), cl::value_desc("FILE.json"),
            cl::desc("Write the median time of each kind of kernel, for --remat-device=FILE.json"));
static cl::opt<Emit>
    emit("emit", cl::cat(runCategory), cl::init(Emit::Nothing),
         cl::desc("Write a stage instead of running:"),
         cl::values(clEnumValN(Emit::Mlir, "mlir", "the planned program, remat dialect"),
                    clEnumValN(Emit::Llvm, "llvm", "optimized LLVM IR"),
                    clEnumValN(Emit::Object, "obj", "machine code")));
static cl::opt<bool> quiet("quiet", cl::cat(runCategory), cl::desc("No progress on stderr"));

const RematerializeFlags &mlir::remat::rematerializeFlags() { return flags; }
const TargetFlags &mlir::remat::targetFlags() { return runTarget; }

static std::nullopt_t refuse(const llvm::Twine &message) {
  llvm::WithColor::error(llvm::errs(), "remat-run") << message << "\n";
  return std::nullopt;
}

/// A folder that is there, or that can be made.
static llvm::Error checkOutputFolder(StringRef folder) {
  StringRef place = folder;
  while (!place.empty() && !llvm::sys::fs::exists(place))
    place = llvm::sys::path::parent_path(place);
  if (place.empty())
    place = ".";
  if (!llvm::sys::fs::is_directory(place))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "--save-outputs=" + folder + ": '" + place + "' is no folder");
  if (std::error_code error = llvm::sys::fs::access(place, llvm::sys::fs::AccessMode::Write))
    return llvm::createStringError(error, "--save-outputs=" + folder + ": folder '" + place +
                                              "': " + error.message());
  return llvm::Error::success();
}

/// What is read and written besides the program is tried before the work begins.
static llvm::Error checkPlaces() {
  StringRef source = inputs;
  if (!source.starts_with("random:") && !llvm::sys::fs::is_directory(source))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "--inputs=" + source +
                                       ": random:SEED or a folder of .npy files is expected");
  if (!saveOutputs.empty())
    if (llvm::Error error = checkOutputFolder(saveOutputs))
      return error;
  return flags.checkOutputs(inputFile, outputFile,
                            {StringRef(profile), StringRef(runTarget.ptxFile)});
}

/// Why flags do not go with the target or with each other; empty if they do.
static std::string refusedForTarget() {
  if (!runTarget.isCuda()) {
    for (auto [name, isGiven] : {std::pair("cuda-device", cudaDevice.getNumOccurrences() > 0),
                                 std::pair("cuda-graph", cudaGraph.getValue()),
                                 std::pair("compare-cpu", compareCpu.getValue())})
      if (isGiven)
        return std::string("--") + name + " is for --target=cuda";
  } else if (checkArena) {
    return "--check-arena is for --target=cpu: the host cannot watch a device's memory";
  }
  if (cudaDevice < 0)
    return "--cuda-device: 0 or a positive number is expected";
  if (tolerance.getNumOccurrences() && !compareCpu)
    return "--tolerance is for --compare-cpu";
  if (!(tolerance >= 0))
    return "--tolerance: 0 or a positive number is expected";
  if (cudaGraph && !profile.empty())
    return "--cuda-graph runs all kernels at once: --profile, which looks at each, does not go "
           "with it";
  return "";
}

std::optional<RunOptions> mlir::remat::parseOptions(int argc, char **argv) {
  cl::HideUnrelatedOptions({&runCategory, &rematCategory});
  cl::ParseCommandLineOptions(argc, argv, "remat-run: plan, compile and run a training step\n");
  flags.command = commandText(argc, argv);
  if (StringRef option = flags.withoutBudget(); !option.empty() && option != "remat-entry")
    return refuse("--" + option + " has no effect without --remat-budget");
  if (llvm::Error error = flags.check())
    return refuse(llvm::toString(std::move(error)));
  if (llvm::Error error = runTarget.check())
    return refuse(llvm::toString(std::move(error)));
  if (std::string reason = refusedForTarget(); !reason.empty())
    return refuse(reason);
  if (optLevel > 3)
    return refuse("-O" + llvm::Twine(optLevel) + ": 0, 1, 2 or 3 is expected");
  if (repeat < 1)
    return refuse("--repeat=" + llvm::Twine(repeat) + ": a positive number is expected");
  if (threads < 0 || threads > 1024)
    return refuse("--threads=" + llvm::Twine(threads) + ": 0 (all cores) to 1024 is expected");
  if (emit != Emit::Nothing && (compare || compareCpu || checkArena || cudaGraph ||
                                !profile.empty() || !saveOutputs.empty()))
    return refuse("--emit does not run anything: --compare, --compare-cpu, --check-arena, "
                  "--cuda-graph, --profile and --save-outputs do not go with it");
  if (outputFile.getNumOccurrences() && emit == Emit::Nothing)
    return refuse("-o is where --emit writes; for results there is --save-outputs");
  if (compare && !flags.wantsChange())
    return refuse("--compare holds the rewritten program against the one that came: it needs "
                  "--remat-budget or --remat-policy");
  assert(threadsIsFree);
  RunOptions options;
  StringRef source = inputs;
  if (source.consume_front("random:")) {
    if (source.getAsInteger(10, options.seed))
      return refuse("--inputs=" + inputs + ": a seed is expected, a number");
  } else {
    options.inputFolder = inputs;
  }
  if (llvm::Error error = checkPlaces())
    return refuse(llvm::toString(std::move(error)));
  options.inputFile = inputFile;
  options.outputFile = outputFile;
  options.device = cudaDevice;
  options.cudaGraph = cudaGraph;
  options.compareCpu = compareCpu;
  options.tolerance = tolerance;
  options.cpu = cpu;
  options.saveOutputs = saveOutputs;
  options.profile = profile;
  options.emit = emit;
  options.optLevel = optLevel;
  // The first run of a graph loads what it needs, and is none itself.
  options.repeat = std::max<int64_t>(repeat, cudaGraph ? 2 : 1);
  options.threads = threads;
  options.compare = compare;
  options.checkArena = checkArena;
  options.quiet = quiet;
  return options;
}
