//===- Options.cpp - The command line of remat-plan -----------------------===//
#include "Options.h"
#include "remat/Planning/StrategyNames.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace cl = llvm::cl;

static const char overview[] =
    "Plans rematerialization for a problem file: which ops to run again so that the peak stays\n"
    "within a budget, at the least extra cost. Or gives buffers with fixed lifetimes offsets.";

static const char examples[] = R"(
EXAMPLES:
  remat-plan step.json --budget=60%
      a short report; 60% of the peak of the program order
  remat-plan step.json --budget=8GiB --schedule=plan.json --report=plan.txt
      writes the schedule and the report, both or neither
  remat-plan step.json --budget=min --order=fixed
      the lowest peak that the planner finds, ops in program order
  remat-plan step.json --pareto=40 > curve.csv
      the trade-off between peak and overhead, as 40 plans or fewer
  remat-plan step.json --budget=60% --order=fixed --certificate=plan.cert
  remat-plan step.json --check=plan.cert
      a plan with a proof of its bound, and an independent check of both
  remat-plan step.json --judge=plan.json --budget=60%
      judges a schedule that came from elsewhere

  remat-plan --allocate=buffers.csv --capacity=1MiB > offsets.csv
      offsets for the buffers id,lower,upper,size; without a capacity as low as can be found

EXIT CODES:
  0  done (with --infeasible=best also for a schedule over the budget)
  2  infeasible: no plan within the budget was found; only the report is written. Or no offsets
     within the capacity
  1  anything else; nothing is written
)";

llvm::Expected<Options> readOptions(int argc, char **argv) {
  cl::OptionCategory input("Input"), planning("Planning"), output("Output");
  cl::opt<std::string> problem(cl::Positional, cl::desc("PROBLEM.json"), cl::cat(input));
  cl::opt<std::string> judge("judge", cl::value_desc("SCHEDULE.json"), cl::cat(input),
                             cl::desc("Judge this schedule instead of planning one"));
  cl::opt<std::string> check("check", cl::value_desc("CERTIFICATE.json"), cl::cat(input),
                             cl::desc("Check this certificate instead of planning"));
  cl::opt<std::string> allocate("allocate", cl::value_desc("BUFFERS.csv"), cl::cat(input),
                                cl::desc("Give these buffers offsets instead of planning"));
  cl::opt<std::string> capacity("capacity", cl::value_desc("800MiB|BYTES"), cl::cat(planning),
                                cl::desc("Limit of the height of the offsets of --allocate"));
  cl::opt<std::string> budget(
      "budget", cl::value_desc("60%|800MiB|1.5GB|BYTES|min"), cl::cat(planning),
      cl::desc("Limit of the peak: percent of the peak of the program order, bytes, or the lowest "
               "peak there is (at most 100 % overhead)"));
  cl::opt<rematplan::Order> order(
      "order", cl::init(rematplan::Order::Free), cl::cat(planning), cl::desc("First runs of ops"),
      cl::values(clEnumValN(rematplan::Order::Free, "free", "may move (default)"),
                 clEnumValN(rematplan::Order::Fixed, "fixed", "keep the program order")));
  cl::opt<rematplan::Strategy> strategy("strategy", cl::init(rematplan::Strategy::Auto),
                                        cl::cat(planning), cl::desc("How to look for a plan"));
  for (const rematplan::NamedStrategy &known : rematplan::strategyNames)
    strategy.getParser().addLiteralOption(known.name, known.strategy, known.description);
  cl::opt<Infeasible> infeasible(
      "infeasible", cl::init(Infeasible::Error), cl::cat(planning),
      cl::desc("If no plan is within the budget"),
      cl::values(clEnumValN(Infeasible::Error, "error", "fail with exit code 2 (default)"),
                 clEnumValN(Infeasible::Best, "best", "warn, and take the lowest peak found")));
  cl::opt<unsigned> effort("effort", cl::init(1), cl::value_desc("0..3"), cl::cat(planning),
                           cl::desc("How long to search (default 1)"));
  cl::opt<double> timeLimit(
      "time-limit", cl::init(0), cl::value_desc("SECONDS"), cl::cat(planning),
      cl::desc("Stop the search after so long, whatever it found by then (default: never)"));
  cl::opt<std::string> pareto(
      "pareto", cl::ValueOptional, cl::value_desc("N"), cl::cat(planning),
      cl::desc("Print plans of N (default 20) budgets, from the lowest peak up, as CSV"));
  cl::opt<std::string> schedule("schedule", cl::value_desc("FILE"), cl::cat(output),
                                cl::desc("Write the schedule there (-: standard output)"));
  cl::opt<std::string> certificate(
      "certificate", cl::value_desc("FILE"), cl::cat(output),
      cl::desc("Write the schedule with a proof of its bound there, for --check"));
  cl::opt<std::string> report("report", cl::value_desc("FILE.json|FILE.txt|-"), cl::cat(output),
                              cl::desc("Write the report there (-: as text to standard error)"));
  cl::extrahelp more(examples);
  cl::SetVersionPrinter([](llvm::raw_ostream &os) { os << "remat-plan " REMAT_VERSION "\n"; });
  cl::HideUnrelatedOptions({&input, &planning, &output});
  cl::ParseCommandLineOptions(argc, argv, overview);

  Options options{problem, budget,    judge, schedule,    report, order,    strategy,    infeasible,
                  effort,  timeLimit, 0,     certificate, check,  allocate, std::nullopt};
  auto fail = [](const llvm::Twine &what) { return llvm::createStringError(what); };
  if (effort > 3)
    return fail("--effort=" + llvm::Twine(effort) + ": expected 0, 1, 2 or 3");
  if (!(timeLimit >= 0 && timeLimit <= 1e6))
    return fail("--time-limit: expected a number of seconds, 0 to 1000000");
  if (!allocate.empty()) {
    for (const cl::Option *other :
         std::initializer_list<const cl::Option *>{&problem, &judge, &budget, &schedule, &report})
      if (other->getNumOccurrences())
        return fail("--allocate goes with --capacity and --effort only; it writes to the standard "
                    "output");
    if (capacity.getNumOccurrences() == 0)
      return options;
    const llvm::StringRef text = capacity;
    llvm::Expected<rematplan::Budget> limit = rematplan::parseBudget(text, 0);
    if (!limit)
      return fail("--capacity=" + text + ": " + llvm::toString(limit.takeError()));
    if (limit->minimize || text.contains('%'))
      return fail("--capacity=" + text + ": expected a number of bytes");
    options.capacityBytes = limit->bytes;
    return options;
  }
  if (capacity.getNumOccurrences())
    return fail("--capacity goes with --allocate");
  if (problem.getNumOccurrences() == 0)
    return fail("a problem file is missing (PROBLEM.json); see --help");
  if (!check.empty()) {
    for (const cl::Option *other : std::initializer_list<const cl::Option *>{
             &judge, &budget, &schedule, &report, &certificate, &pareto})
      if (other->getNumOccurrences())
        return fail("--check goes without --" + other->ArgStr);
    return options;
  }
  if (pareto.getNumOccurrences()) {
    const llvm::StringRef count = pareto;
    options.paretoPoints = 20;
    if (!count.empty() && (count.getAsInteger(10, options.paretoPoints) ||
                           options.paretoPoints < 2 || options.paretoPoints > 1000))
      return fail("--pareto=" + count + ": expected a number of budgets, 2 to 1000");
    for (const cl::Option *other : std::initializer_list<const cl::Option *>{
             &judge, &budget, &schedule, &report, &certificate})
      if (other->getNumOccurrences())
        return fail("--pareto prints plans of many budgets; it goes without --" + other->ArgStr);
    return options;
  }
  if (budget.getNumOccurrences() == 0 && judge.empty())
    return fail("--budget is missing (for example --budget=60%); see --help");
  const llvm::StringRef reportPath = report;
  if (!reportPath.empty() && reportPath != "-" && !reportPath.ends_with(".json") &&
      !reportPath.ends_with(".txt"))
    return fail("--report=" + reportPath + ": expected a name that ends in .json or .txt, or -");
  for (const cl::opt<std::string> *plan : {&schedule, &certificate})
    if (!judge.empty() && !plan->empty())
      return fail("--" + plan->ArgStr + " writes a plan; with --judge none is made");
  const llvm::StringRef schedulePath = schedule, certificatePath = certificate;
  if (!schedulePath.empty() && schedulePath != "-" && schedulePath == reportPath)
    return fail("--schedule and --report name the same file");
  if (!certificatePath.empty() &&
      (certificatePath == schedulePath || certificatePath == reportPath || certificatePath == "-"))
    return fail("--certificate needs a file of its own");
  for (llvm::StringRef path : {schedulePath, certificatePath, reportPath})
    for (llvm::StringRef source : {llvm::StringRef(problem), llvm::StringRef(judge)})
      if (!path.empty() && path != "-" && llvm::sys::fs::equivalent(path, source))
        return fail("'" + path + "' is an input file");
  return options;
}
