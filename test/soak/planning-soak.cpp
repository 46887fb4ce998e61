//===- planning-soak.cpp - Thousands of random problems through planner and judge ---===//
//
// planning-soak [COUNT] [FOLDER]: plans COUNT (default 10,000) random problems at four budgets each
// and checks every answer: valid by the judge, within the budget where it says so, the bound below
// the cost, never dearer than at a smaller budget. Prints a digest of all schedules, by which two
// runs (on another number of cores, say) can be compared. Every 500th problem is written to FOLDER
// with its schedule, for a judge from elsewhere.
//
//===----------------------------------------------------------------------===//
#include "../unit/Planning/RandomProblem.h"
#include "remat/Planning/Json.h"
#include "remat/Planning/Rematerialize.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"
#include <fmt/format.h>

using namespace rematplan;

namespace {

class Soak {
public:
  explicit Soak(std::string folder) : folder(std::move(folder)) {}

  void run(uint32_t seed) {
    const Problem problem = randomProblem(seed, 5 + seed % 60);
    PlanOptions options;
    options.order = seed % 2 ? Order::Fixed : Order::Free;
    // The search proper takes long: every eighth problem.
    options.effort = seed % 8 == 0 ? 1 : 0;
    Planner planner(problem, options);
    const int64_t peak = llvm::cantFail(judge(problem, programOrder(problem))).peakBytes;
    std::optional<int64_t> tighterCost;
    for (int64_t percent : {45, 60, 75, 90}) {
      const Plan plan = planner.plan(peak * percent / 100);
      const std::string place = fmt::format("seed {} at {} %", seed, percent);
      check(problem, plan, options.order, place);
      if (plan.status == Status::Infeasible) {
        if (tighterCost)
          fail(place + ": not met, but a smaller budget was");
        continue;
      }
      if (tighterCost && plan.after.cost > *tighterCost)
        fail(place + ": dearer than at a smaller budget");
      tighterCost = plan.after.cost;
      if (seed % 500 == 0)
        write(problem, plan, fmt::format("{}/{}_{}", folder, seed, percent));
    }
  }

  unsigned failures() const { return failed; }
  unsigned met() const { return metCount; }
  uint64_t digest() const { return hash; }

private:
  void fail(const std::string &what) {
    ++failed;
    llvm::errs() << "planning-soak: " << what << '\n';
  }

  void check(const Problem &problem, const Plan &plan, Order order, const std::string &place) {
    for (OpId step : plan.steps)
      hash = (hash ^ (step + 1)) * 0x100000001b3; // FNV-1a
    llvm::Expected<Judgement> judged = judge(problem, plan.steps);
    if (!judged)
      return fail(place + ": " + llvm::toString(judged.takeError()));
    if (plan.status == Status::Infeasible)
      return;
    metCount += plan.status == Status::Met;
    if (judged->peakBytes > plan.budgetBytes)
      fail(place + ": over the budget");
    if (order == Order::Fixed && !judged->firstOrderKept)
      fail(place + ": order not kept");
    if (plan.overheadLowerBound > judged->cost - problem.baseCost())
      fail(place + ": the bound is above the plan");
  }

  void write(const Problem &problem, const Plan &plan, const std::string &name) {
    if (folder.empty())
      return;
    std::error_code error;
    llvm::raw_fd_ostream problemFile(name + ".problem.json", error);
    llvm::raw_fd_ostream scheduleFile(name + ".schedule.json", error);
    if (error)
      return fail(name + ": " + error.message());
    writeProblem(problemFile, problem);
    writeSchedule(scheduleFile, problem, plan.steps);
  }

  const std::string folder;
  unsigned failed = 0, metCount = 0;
  uint64_t hash = 0xcbf29ce484222325;
};

} // namespace

int main(int argc, char **argv) {
  uint32_t count = 10'000;
  if (argc > 3 || (argc > 1 && (llvm::StringRef(argv[1]).getAsInteger(10, count) || !count))) {
    llvm::errs() << "usage: planning-soak [COUNT] [FOLDER]\n";
    return 1;
  }
  Soak soak(argc > 2 ? argv[2] : "");
  for (uint32_t seed = 0; seed < count; ++seed) {
    soak.run(seed);
    if ((seed + 1) % 1000 == 0)
      llvm::errs() << fmt::format("{} problems, {} failures\n", seed + 1, soak.failures());
  }
  llvm::outs() << fmt::format("{} problems, {} plans met, {} failures, digest {:016x}\n", count,
                              soak.met(), soak.failures(), soak.digest());
  return soak.failures() != 0;
}
