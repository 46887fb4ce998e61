//===- Rematerialize.h - From a problem and a budget to a plan -*- C++ -*-===//
#ifndef REMAT_PLANNING_REMATERIALIZE_H
#define REMAT_PLANNING_REMATERIALIZE_H

#include "remat/Planning/Memory.h"
#include "remat/Planning/Problem.h"
#include <functional>
#include <memory>

namespace rematplan {

enum class Order {
  /// Ops may run at another time than in program order, where dependencies allow.
  Free,
  /// First executions keep the program order.
  Fixed,
};

enum class Strategy {
  /// The best that the planner finds.
  Auto,
  /// Like Auto, with more work on the proof and on the search, until the plan is proven to be the
  /// best or the effort is spent.
  Exact,
  /// One min-cut between forward and backward (the textbook pass); the price per byte is raised
  /// until the budget is met.
  MinCut,
  /// Equal segments of forward, each kept at its border alone.
  Sqrt,
  /// Segments of forward that make equally many bytes.
  ChenGreedy,
  /// At each step over the budget, in program order, drops what costs least per byte.
  Greedy,
};

enum class Status { Fits, Met, Infeasible };

/// The class of schedules that a lower bound of the overhead holds for.
enum class BoundClass { AnyOrder, FixedOrder };

/// A plan made of a decision of somebody else: what some ops make is dropped behind another op, and
/// made again when it is read after that.
struct SeedPlan {
  /// The ops that run again, ascending.
  std::vector<OpId> again;
  /// Behind the first run of this op nobody reads what the first runs of `again` made.
  OpId dropAt = 0;
};

struct PlanOptions {
  int64_t budgetBytes = 0;
  Order order = Order::Free;
  Strategy strategy = Strategy::Auto;
  /// 0 … 3: how long the search goes on, in deterministic units. 1 is for compilers' default runs.
  unsigned effort = 1;
  /// Wall-clock seconds after which the search stops with what it has; 0: no limit. The answer then
  /// depends on the machine.
  double timeLimitSeconds = 0;
  /// The first op of backward; nullopt: the step of the program order's peak.
  std::optional<OpId> backwardBegin;
  /// Ignore `budgetBytes`; find the lowest peak that costs at most 100 % overhead and makes the
  /// program at most 3 times as long.
  bool minimizePeak = false;
  /// Plans that the search starts from beside its own (Strategy::Auto and Exact): within a budget
  /// it never answers with a dearer plan than one of these that is within it.
  std::vector<SeedPlan> seeds;
  /// Called now and then with a phase name and a fraction of it (0…1); may be empty.
  std::function<void(const char *phase, double fraction)> progress;
};

struct Plan {
  Status status = Status::Infeasible;
  /// Fits: the program order. Met: within the budget. Infeasible: the schedule of the lowest peak
  /// found.
  Schedule steps;
  /// Of `steps` and of the program order, by the judge.
  Judgement after;
  Judgement before;
  int64_t budgetBytes = 0;
  /// budgetLowerLimit of the problem.
  int64_t budgetLowerLimitBytes = 0;
  /// Infeasible, and the lower limit is above the budget.
  bool infeasibleProven = false;
  /// A proven lower bound of the cost over the program order's, valid for schedules of `boundClass`
  /// (which `steps` belongs to); 0 where nothing is proven.
  int64_t overheadLowerBound = 0;
  BoundClass boundClass = BoundClass::AnyOrder;
  /// The time limit cut the search short.
  bool timeLimitHit = false;
  /// Seconds of each phase, in the order they ran.
  std::vector<std::pair<std::string, double>> timing;
  /// Fraction of the program order's cost; 0 for a program of cost 0.
  double overhead() const;
  double overheadBound() const;
};

/// Plans `problem` (which must pass Problem::check). Deterministic: no clock decides anything, and
/// no thread count. The answer was judged; a met plan is within the budget.
Plan rematerialize(const Problem &problem, const PlanOptions &options);

/// Plans one problem for several budgets: what does not depend on the budget (free moves, the
/// ladder of seeds) is done once. A plan of a later call never depends on earlier calls.
class Planner {
public:
  /// `options.budgetBytes` and `minimizePeak` are ignored here. Keeps a reference to `problem`.
  Planner(const Problem &problem, const PlanOptions &options);
  ~Planner();
  Plan plan(int64_t budgetBytes);
  Plan planLowestPeak();
  /// Does what `drop_at` of the problem's values demands and nothing else, at the least cost; of
  /// the base orders the one of the lower peak. `Fits` if nothing is demanded.
  Plan planWithoutBudget();

private:
  struct State;
  std::unique_ptr<State> state;
};

/// `60%`, `800MiB`, `1.5GB`, `123456` (bytes) or `min`.
struct Budget {
  bool minimize = false;
  int64_t bytes = 0;
};
/// Reads a budget. Percents are of `basePeakBytes`, rounded down; units are B, kB, KB, MB, GB, TB
/// (powers of 1000) and KiB, MiB, GiB, TiB; decimals are exact. Fails on anything else, on
/// negative, zero, non-finite numbers and on those over int64.
llvm::Expected<Budget> parseBudget(llvm::StringRef text, int64_t basePeakBytes);

} // namespace rematplan

#endif // REMAT_PLANNING_REMATERIALIZE_H
