//===- RematerializeFlags.cpp - The --remat-… flags of the tools ----------===//
#include "RematerializeFlags.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace mlir;
using namespace mlir::remat;
namespace cl = llvm::cl;

RematerializeFlags::RematerializeFlags(cl::OptionCategory &category, bool runsSteps)
    : budget("remat-budget", cl::cat(category), cl::value_desc("60%|800MiB|1.5GB|bytes|min"),
             cl::desc("Rewrite the entry function so that its peak memory fits; runs behind passes "
                      "that make the step (as remat-autodiff) and before all others")),
      report("remat-report", cl::cat(category), cl::CommaSeparated,
             cl::value_desc("FILE.html|FILE.json|FILE.txt|FILE.pftrace.json|FILE.dot|-"),
             cl::desc("Write what was done and why: a page, data, text, a trace for "
                      "ui.perfetto.dev, or a graph of what is recomputed from what; '-' is text on "
                      "stderr. Several are separated by commas, or the flag is repeated")),
      pareto("remat-pareto", cl::cat(category), cl::value_desc("FILE.csv[,N]"),
             cl::desc("Write the trade-off between peak and overhead, of N budgets (20); without "
                      "--remat-budget the program stays as it is")),
      device(
          "remat-device", cl::cat(category), cl::init("h100"), cl::value_desc("name|FILE.json"),
          cl::desc(
              "Cost model: h100 (default), h200, a100, v100, l4, rtx4090, mi300x, cpu, reference, "
              "or a file")),
      memoryModel(
          "remat-memory-model", cl::cat(category), cl::init("fused"),
          cl::value_desc("fused|stored"),
          cl::desc("What is stored: what a fusing compiler stores (default), or every result")),
      policy("remat-policy", cl::cat(category),
             cl::value_desc("full|selective|sqrt|dots_saveable|save_names:A,B|…"),
             cl::desc("What to save and what to recompute, as training frameworks say it "
                      "(docs/Policies.md); alone, or within --remat-budget")),
      checkpoint("remat-checkpoint", cl::cat(category), cl::value_desc("NAME,…"),
                 cl::desc("Recompute the inside of what is called NAME in backward: short for "
                          "--remat-policy=checkpoint:NAME,…")),
      respectUser("remat-respect-user", cl::cat(category), cl::init(true),
                  cl::desc("Keep recomputations that the program came with (jax.checkpoint); "
                           "false: undo them first")),
      strategy(
          "remat-strategy", cl::cat(category), cl::init("auto"),
          cl::value_desc("auto|exact|mincut|sqrt|chen-greedy|greedy"),
          cl::desc("How to plan: the best that is found (default), or a method of the literature")),
      backward("remat-backward", cl::cat(category), cl::value_desc("step|name"),
               cl::desc("Where backward begins, for mincut, sqrt and chen-greedy: a step, or a "
                        "part of a location's name; default: "
                        "JAX's mark, else the peak")),
      order("remat-order", cl::cat(category), cl::init("free"), cl::value_desc("free|fixed"),
            cl::desc("Whether ops may move (default), or first executions keep the program order")),
      entry("remat-entry", cl::cat(category), cl::value_desc("name"),
            cl::desc("The function to plan; default: main, else the only one")),
      infeasible(
          "remat-infeasible", cl::cat(category), cl::init("error"), cl::value_desc("error|best"),
          cl::desc(
              "When the budget cannot be met: fail (default), or print the program of the lowest "
              "peak found, with a warning")),
      annotate("remat-annotate", cl::cat(category),
               cl::desc("Put remat.* attributes on the ops of the result")),
      exportProblem("remat-export-problem", cl::cat(category), cl::value_desc("FILE.json"),
                    cl::desc("Write the planning problem, for remat-plan")),
      dynamicDim("remat-dynamic-dim", cl::cat(category), cl::init(0), cl::value_desc("N"),
                 cl::desc("Count every dynamic dimension as N; by default one is an error")),
      collectives("remat-collectives", cl::cat(category), cl::init("keep"),
                  cl::value_desc("keep|recompute"),
                  cl::desc("Whether collectives may run twice, as where FSDP gathers parameters "
                           "again; by default none does")),
      exportPlan("remat-export-plan", cl::cat(category), cl::value_desc("FILE.json"),
                 cl::desc("Write the plan, for --remat-import-plan")),
      importPlan("remat-import-plan", cl::cat(category), cl::value_desc("FILE.json"),
                 cl::desc("Rewrite by a plan that was written before; needs no --remat-budget")),
      maxRecompute("remat-max-recompute", cl::cat(category), cl::init(-1), cl::value_desc("N"),
                   cl::desc("Apply only the first N recomputations of the plan, to find a bad one; "
                            "the budget is then not enforced")),
      effort("remat-effort", cl::cat(category), cl::init(1), cl::value_desc("0..3"),
             cl::desc("How long to search; the same result on every machine")) {
  if (runsSteps)
    fuseAttention = std::make_unique<cl::opt<bool>>(
        "remat-fuse-attention", cl::cat(category),
        cl::desc("Make attention one op that does not store its scores; results change by "
                 "rounding"));
}

/// The policy that two flags can name.
static std::string policyText(const RematerializeFlags &flags) {
  return flags.checkpoint.getNumOccurrences() ? "checkpoint:" + flags.checkpoint.getValue()
                                              : flags.policy.getValue();
}

RematerializePassOptions RematerializeFlags::passOptions() const {
  RematerializePassOptions options;
  // The trade-off alone changes nothing.
  options.budget = wantsPlan() && !wantsChange() ? "100%" : budget.getValue();
  options.device = device;
  options.memoryModel = memoryModel;
  options.strategy = strategy;
  options.backward = backward;
  options.policy = policyText(*this);
  options.respectUser = respectUser;
  options.order = order;
  options.entry = entry;
  options.infeasible = infeasible;
  options.annotate = annotate;
  options.dynamicDim = dynamicDim;
  options.collectives = collectives;
  options.importPlan = importPlan;
  options.maxRecompute = maxRecompute;
  options.effort = effort;
  options.report = llvm::join(report, ",");
  options.pareto = pareto;
  return options;
}

StringRef RematerializeFlags::withoutBudget() const {
  if (wantsPlan())
    return {};
  // The address of a list is that of its vector.
  for (const cl::Option *option : std::initializer_list<const cl::Option *>{
           std::addressof(report), &device, &memoryModel, &strategy, &backward, &order, &entry,
           &infeasible, &annotate, &exportProblem, &dynamicDim, &collectives, &exportPlan,
           &maxRecompute, &effort})
    if (option->getNumOccurrences())
      return option->ArgStr;
  return {};
}

static llvm::Error refuse(const llvm::Twine &reason) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), reason);
}

llvm::Error RematerializeFlags::check() const {
  if (budget.getNumOccurrences() && budget.empty())
    return refuse("--remat-budget is empty: give 60%, 800MiB, 1.5GB, a number of bytes, or min");
  if (policy.getNumOccurrences() && policy.empty())
    return refuse("--remat-policy is empty: give full, selective, sqrt, … (see docs/Policies.md)");
  if (policy.getNumOccurrences() && checkpoint.getNumOccurrences())
    return refuse("--remat-checkpoint and --remat-policy are both given: name one policy");
  if (policy.getNumOccurrences() || checkpoint.getNumOccurrences())
    if (llvm::Expected<UserPolicy> parsed = UserPolicy::parse(policyText(*this)); !parsed)
      return refuse("--remat-" + llvm::toString(parsed.takeError()));
  if (maxRecompute.getNumOccurrences() && maxRecompute < 0)
    return refuse("--remat-max-recompute=" + llvm::Twine(maxRecompute) +
                  ": a number of recomputations, 0 or more, is expected");
  if (effort > 3)
    return refuse("--remat-effort=" + llvm::Twine(effort) + ": 0, 1, 2 or 3 is expected");
  if (report.getNumOccurrences() && report.empty())
    return refuse("--remat-report is empty: give FILE.html, FILE.json, FILE.txt, or -");
  if (pareto.getNumOccurrences() && pareto.empty())
    return refuse("--remat-pareto is empty: give FILE.csv");
  if (exportProblem == "-")
    return refuse("--remat-export-problem: a file name is expected");
  if (exportPlan == "-")
    return refuse("--remat-export-plan: a file name is expected");
  llvm::Expected<ReportFiles> files =
      ReportFiles::parse(llvm::join(report, ","), pareto, exportProblem);
  if (!files)
    return refuse("--remat-" + llvm::toString(files.takeError()));
  return llvm::Error::success();
}

ReportFiles RematerializeFlags::reportFiles() const {
  return llvm::cantFail(ReportFiles::parse(llvm::join(report, ","), pareto, exportProblem));
}

ReportOptions RematerializeFlags::reportOptions() const {
  ReportOptions options = reportFiles().options();
  options.command = command;
  return options;
}

llvm::Error RematerializeFlags::checkOutputs(StringRef inputFile, StringRef outputFile,
                                             ArrayRef<StringRef> others) const {
  const ReportFiles files = reportFiles();
  SmallVector<StringRef> seen, paths{outputFile, exportPlan};
  llvm::append_range(paths, files.paths());
  llvm::append_range(paths, others);
  for (StringRef path : paths) {
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

llvm::Error RematerializeFlags::addOutputs(const RematerializeReport &result,
                                           rematplan::OutputFiles &files) const {
  llvm::Error error = reportFiles().add(result, files);
  if (!error && !exportPlan.empty())
    error = files.add(exportPlan, [&](llvm::raw_ostream &out) { result.savedPlan.write(out); });
  return error;
}

std::string mlir::remat::commandText(int argc, const char *const *argv) {
  std::string text = llvm::sys::path::filename(argv[0]).str();
  for (StringRef argument : ArrayRef(argv, argc).drop_front()) {
    const bool isPlain = !argument.empty() && llvm::all_of(argument, [](char c) {
      return llvm::isAlnum(c) || StringRef("_@%+=:,./-").contains(c);
    });
    text += ' ';
    if (isPlain) {
      text += argument;
      continue;
    }
    text += '\'';
    for (char c : argument)
      text += c == '\'' ? std::string("'\\''") : std::string(1, c);
    text += '\'';
  }
  return text;
}
