//===- remat-plan.cpp - Plans a problem file without any compiler ---------===//
#include "../help/StandardOutput.h"
#include "../help/WrapHelp.h"
#include "../progress/ProgressBar.h"
#include "AllocateBuffers.h"
#include "InputFile.h"
#include "Options.h"
#include "remat/Planning/Certificate.h"
#include "remat/Planning/Json.h"
#include "remat/Planning/OutputFiles.h"
#include "remat/Planning/Pareto.h"
#include "remat/Planning/Report.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/WithColor.h"
#include <chrono>

using namespace rematplan;

namespace {

constexpr int exitInfeasible = 2;

/// A report, the schedule that it is about, and what there is to say where that is over the budget.
struct Answer {
  PlanReport report;
  Plan plan;
  std::string complaint;
};

llvm::Expected<Problem> loadProblem(llvm::StringRef path) {
  auto text = readFile(path);
  if (!text)
    return text.takeError();
  llvm::Expected<Problem> problem = readProblem((*text)->getBuffer());
  if (!problem)
    return inFile(path, problem.takeError());
  return problem;
}

int64_t programPeakBytes(const Problem &problem) {
  int64_t peakBytes = 0;
  for (int64_t bytes : liveBytesPerStep(problem, programOrder(problem)))
    peakBytes = std::max(peakBytes, bytes);
  return peakBytes;
}

PlanOptions planOptionsOf(const Options &options) {
  PlanOptions planOptions;
  planOptions.order = options.order;
  planOptions.strategy = options.strategy;
  planOptions.effort = options.effort;
  planOptions.timeLimitSeconds = options.timeLimitSeconds;
  return planOptions;
}

llvm::Expected<Answer> planSchedule(const Problem &problem, const Options &options) {
  llvm::Expected<Budget> budget = parseBudget(options.budget, programPeakBytes(problem));
  if (!budget)
    return budget.takeError();
  PlanOptions planOptions = planOptionsOf(options);
  planOptions.budgetBytes = budget->bytes;
  planOptions.minimizePeak = budget->minimize;
  ProgressBar progress("remat-plan");
  planOptions.progress = progress.callback();
  Plan plan = rematerialize(problem, planOptions);
  PlanReport report = makeReport(problem, plan, budget->minimize);
  return Answer{report, std::move(plan), explainInfeasible(report)};
}

/// The same figures for a schedule that came from elsewhere. Without a budget every schedule is
/// within it.
llvm::Expected<Answer> judgeSchedule(const Problem &problem, const Options &options) {
  auto text = readFile(options.judgePath);
  if (!text)
    return text.takeError();
  llvm::Expected<Schedule> steps = readSchedule((*text)->getBuffer(), problem);
  if (!steps)
    return inFile(options.judgePath, steps.takeError());
  llvm::Expected<Judgement> judgement = judge(problem, *steps);
  if (!judgement)
    return inFile(options.judgePath, judgement.takeError());

  Plan plan;
  plan.after = *judgement;
  plan.before.peakBytes = programPeakBytes(problem);
  plan.before.cost = problem.baseCost();
  plan.budgetLowerLimitBytes = budgetLowerLimit(problem).bytes;
  plan.boundClass = judgement->firstOrderKept ? BoundClass::FixedOrder : BoundClass::AnyOrder;
  plan.status = *steps == programOrder(problem) ? Status::Fits : Status::Met;
  plan.steps = std::move(*steps);
  if (options.budget.empty()) {
    PlanReport report = makeReport(problem, plan, /*wantsLowestPeak=*/false);
    report.budgetBytes = std::nullopt;
    return Answer{std::move(report), std::move(plan), ""};
  }
  llvm::Expected<Budget> budget = parseBudget(options.budget, plan.before.peakBytes);
  if (!budget)
    return budget.takeError();
  if (budget->minimize)
    return llvm::createStringError("--budget=min asks for a plan; --judge needs a limit or none");
  plan.budgetBytes = budget->bytes;
  if (plan.after.peakBytes > budget->bytes)
    plan.status = Status::Infeasible;
  plan.infeasibleProven = plan.budgetLowerLimitBytes > budget->bytes;
  if (judgement->firstOrderKept)
    plan.overheadLowerBound = overheadLowerBoundFixedOrder(problem, budget->bytes, options.effort);
  std::string complaint =
      llvm::formatv("the schedule needs {0} bytes at step {1}, the budget is {2} bytes",
                    plan.after.peakBytes, plan.after.peakStep, plan.budgetBytes);
  PlanReport report = makeReport(problem, plan, /*wantsLowestPeak=*/false);
  return Answer{std::move(report), std::move(plan), std::move(complaint)};
}

/// Checks a certificate and says what it proves.
llvm::Expected<int> checkPlan(const Problem &problem, llvm::StringRef path) {
  auto text = readFile(path);
  if (!text)
    return text.takeError();
  llvm::Expected<llvm::json::Value> certificate = llvm::json::parse((*text)->getBuffer());
  if (!certificate)
    return inFile(path, certificate.takeError());
  llvm::Expected<CheckedCertificate> checked = checkCertificate(problem, *certificate);
  if (!checked)
    return inFile(path, checked.takeError());
  llvm::outs() << llvm::formatv("budget       {0} bytes\npeak         {1} bytes\n"
                                "extra cost   {2}, at least {3} in program order\n",
                                checked->budgetBytes, checked->peakBytes, checked->extraCost,
                                checked->extraCostLowerBound);
  return EXIT_SUCCESS;
}

/// Writes what the options ask for, all of it or nothing.
llvm::Error writeOutputs(const Options &options, const Problem &problem, const Answer &answer,
                         bool withSchedule) {
  OutputFiles files;
  const llvm::StringRef reportPath = options.reportPath;
  if (withSchedule && !options.schedulePath.empty() && options.schedulePath != "-")
    if (llvm::Error error = files.add(options.schedulePath, [&](llvm::raw_ostream &os) {
          writeSchedule(os, problem, answer.plan.steps);
        }))
      return error;
  if (withSchedule && !options.certificatePath.empty())
    if (llvm::Error error = files.add(options.certificatePath, [&](llvm::raw_ostream &os) {
          writeCertificate(os, problem, answer.plan, options.effort);
        }))
      return error;
  if (!reportPath.empty() && reportPath != "-")
    if (llvm::Error error = files.add(reportPath, [&](llvm::raw_ostream &os) {
          if (reportPath.ends_with(".json"))
            os << llvm::formatv("{0:2}", llvm::json::Value(answer.report.toJson())) << "\n";
          else
            answer.report.printText(os);
        }))
      return error;
  if (llvm::Error error = files.commit())
    return error;
  const bool scheduleToStdout = withSchedule && options.schedulePath == "-";
  if (scheduleToStdout)
    writeSchedule(llvm::outs(), problem, answer.plan.steps);
  if (reportPath == "-" || (reportPath.empty() && scheduleToStdout))
    answer.report.printText(llvm::errs());
  else if (reportPath.empty())
    answer.report.printText(llvm::outs());
  return llvm::Error::success();
}

llvm::Expected<int> run(const Options &options) {
  if (!options.allocatePath.empty()) {
    llvm::Expected<bool> done =
        allocateBuffers(options.allocatePath, options.capacityBytes, options.effort);
    if (!done)
      return done.takeError();
    return *done ? EXIT_SUCCESS : exitInfeasible;
  }
  for (const std::string &path :
       {options.schedulePath, options.certificatePath, options.reportPath})
    if (!path.empty() && path != "-")
      if (llvm::Error error = checkWritable(path))
        return error;

  const auto begin = std::chrono::steady_clock::now();
  llvm::Expected<Problem> problem = loadProblem(options.problemPath);
  if (!problem)
    return problem.takeError();
  if (!options.checkPath.empty())
    return checkPlan(*problem, options.checkPath);
  if (options.paretoPoints > 0) {
    ProgressBar progress("remat-plan");
    PlanOptions planOptions = planOptionsOf(options);
    planOptions.progress = progress.callback();
    const ParetoCurve curve = findPareto(*problem, planOptions, options.paretoPoints);
    progress.clear();
    writeParetoCsv(llvm::outs(), curve);
    return EXIT_SUCCESS;
  }
  const std::chrono::duration<double> readSeconds = std::chrono::steady_clock::now() - begin;
  llvm::Expected<Answer> answer = options.judgePath.empty() ? planSchedule(*problem, options)
                                                            : judgeSchedule(*problem, options);
  if (!answer)
    return answer.takeError();
  PlanReport &report = answer->report;
  report.timing.insert(report.timing.begin(), {"read", readSeconds.count()});

  const bool isMet = report.status != Status::Infeasible;
  const bool isTaken = isMet || options.infeasible == Infeasible::Best;
  // On failure the figures stand in the error.
  if (isTaken || !options.reportPath.empty())
    if (llvm::Error error = writeOutputs(options, *problem, *answer, isTaken))
      return error;
  if (isMet)
    return EXIT_SUCCESS;
  (isTaken ? llvm::WithColor::warning(llvm::errs(), "remat-plan")
           : llvm::WithColor::error(llvm::errs(), "remat-plan"))
      << answer->complaint << "\n";
  return isTaken ? EXIT_SUCCESS : exitInfeasible;
}

} // namespace

int main(int argc, char **argv) {
  wrapHelpIfAsked(argc, argv);
  registerShortHelp();
  llvm::InitLLVM init(argc, argv);
  llvm::ExitOnError exitOnError("remat-plan: error: ");
  const Options options = exitOnError(readOptions(argc, argv));
  const int code = exitOnError(run(options));
  return flushStandardOutput("remat-plan") ? code : EXIT_FAILURE;
}
