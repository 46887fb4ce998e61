//===- plan-json.cpp - The planner without any compiler -------------------===//
//
// Reads a problem (docs/ProblemFormat.md), plans it for a row of budgets, and prints what each one
// costs.
//
//===----------------------------------------------------------------------===//
#include "remat/Planning/Json.h"
#include "remat/Planning/Rematerialize.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"

int main(int argc, char **argv) {
  llvm::ExitOnError exitOnError("plan-json: ");
  if (argc != 2) {
    llvm::errs() << "usage: plan-json PROBLEM.json\n";
    return 1;
  }
  std::unique_ptr<llvm::MemoryBuffer> text =
      exitOnError(llvm::errorOrToExpected(llvm::MemoryBuffer::getFile(argv[1])));
  rematplan::Problem problem = exitOnError(rematplan::readProblem(text->getBuffer()));

  rematplan::PlanOptions options;
  rematplan::Planner planner(problem, options);
  int64_t peakBytes = exitOnError(rematplan::judge(problem, programOrder(problem))).peakBytes;
  llvm::outs() << problem.name << ": " << problem.ops.size() << " ops, peak " << peakBytes
               << " bytes\n";
  for (const char *percent : {"100%", "80%", "60%", "40%", "20%"}) {
    rematplan::Budget budget = exitOnError(rematplan::parseBudget(percent, peakBytes));
    rematplan::Plan plan = planner.plan(budget.bytes);
    // What the planner says is checked here once more.
    rematplan::Judgement judged = exitOnError(rematplan::judge(problem, plan.steps));
    if (plan.status == rematplan::Status::Infeasible) {
      llvm::outs() << llvm::format(
          "%4s: not met; lowest peak found %lld bytes, no plan is below %lld bytes\n", percent,
          static_cast<long long>(judged.peakBytes),
          static_cast<long long>(plan.budgetLowerLimitBytes));
      continue;
    }
    llvm::outs() << llvm::format(
        "%4s: peak %lld bytes, %zu ops recomputed, overhead %.2f %%, at least %.2f %%\n", percent,
        static_cast<long long>(judged.peakBytes), judged.recomputedOps, 100 * plan.overhead(),
        100 * plan.overheadBound());
  }
  return 0;
}
