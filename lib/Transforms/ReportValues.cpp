//===- ReportValues.cpp - What became of each value, and why --------------===//
#include "ReportNames.h"
#include "ReportTimelines.h"
#include "remat/Analysis/ValueName.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;
using rematplan::OpId;
using rematplan::ValueId;

StringRef mlir::remat::valueFateName(ValueFate fate) {
  switch (fate) {
  case ValueFate::Argument:
    return "argument";
  case ValueFate::Output:
    return "output";
  case ValueFate::Kept:
    return "kept";
  case ValueFate::Dropped:
    return "dropped";
  case ValueFate::Recomputed:
    return "recomputed";
  case ValueFate::Temporary:
    return "temporary";
  }
  llvm_unreachable("unknown fate");
}

ReportedValue mlir::remat::describeValue(Value value, int64_t bytes) {
  ReportedValue reported{value.getLoc()};
  reported.name = shownName(valueName(value));
  reported.location = shownName(locationName(value.getLoc()));
  reported.op =
      value.getDefiningOp() ? value.getDefiningOp()->getName().getStringRef().str() : "argument";
  llvm::raw_string_ostream os(reported.type);
  os << value.getType();
  reported.bytes = bytes;
  reported.source = sourceText(value.getLoc());
  return reported;
}

std::string mlir::remat::whyDropped(int64_t bytes, int64_t runCostNs) {
  return fmt::format("frees {} bytes between its early and its late readers for {:.1f} us a run",
                     bytes, static_cast<double>(runCostNs) / 1e3);
}

namespace {

class Explainer {
public:
  Explainer(RematerializeReport &report, const FunctionPlan &plan, const ReportedProgram &before,
            const ReportedProgram &after)
      : report(report), plan(plan), before(before), after(after) {}

  void run();

private:
  void countCopies();
  void findLateReaders();
  void findLifetimes();
  bool isAliveOverBudget(const StorageSpan &span) const;
  void explainArgument(ReportedValue &value, bool isDonated) const;
  void explainKept(ReportedValue &value, const rematplan::Op &op, bool mayRepeat,
                   const StorageSpan &span) const;

  RematerializeReport &report;
  const FunctionPlan &plan;
  const ReportedProgram &before;
  const ReportedProgram &after;
  /// Per value of the report: an op of the program as it came reads a later copy.
  std::vector<bool> hasLateReader;
  /// Per value of the report: a step makes it again.
  std::vector<bool> isStoredAgain;
  /// Per value of the report: its span in the program as it came, or null.
  std::vector<const StorageSpan *> spanOf;
  /// Sums over the steps: how many of those before it are over the budget.
  std::vector<size_t> stepsOverBudget;
};

} // namespace

/// What the program as it came stores is counted by the repetitions of its op, of which some are
/// folded into their readers; the rest where a step makes it.
void Explainer::countCopies() {
  std::vector<bool> isOfBefore(report.values.size());
  for (int64_t value : before.valueOf)
    if (value >= 0)
      isOfBefore[value] = true;
  for (const auto &[clone, op] : plan.applied.recomputed)
    for (uint32_t result : before.graph.program.results[op])
      if (int64_t own = before.graph.problemValue[result]; own >= 0 && before.valueOf[own] >= 0)
        ++report.values[before.valueOf[own]].copies;
  isStoredAgain.resize(report.values.size());
  for (OpId op = 0; op < after.graph.problem.ops.size(); ++op) {
    if (!after.isRepetition[op])
      continue;
    for (ValueId output : after.graph.problem.ops[op].outputs) {
      const int64_t value = after.valueOf[output];
      if (value < 0)
        continue;
      isStoredAgain[value] = true;
      if (isOfBefore[value])
        continue;
      ++report.values[value].copies;
      report.values[value].costNs += after.graph.problem.ops[op].repeatCost;
    }
  }
}

void Explainer::findLateReaders() {
  const rematplan::Problem &problem = after.graph.problem;
  hasLateReader.resize(report.values.size());
  std::vector<ValueId> roots = problem.storageRoots();
  std::vector<std::optional<OpId>> producers = problem.producers();
  for (OpId op = 0; op < problem.ops.size(); ++op) {
    if (after.isRepetition[op])
      continue;
    for (ValueId input : problem.ops[op].inputs)
      if (std::optional<OpId> producer = producers[roots[input]];
          producer && after.isRepetition[*producer] && after.valueOf[roots[input]] >= 0)
        hasLateReader[after.valueOf[roots[input]]] = true;
  }
}

void Explainer::findLifetimes() {
  spanOf.assign(report.values.size(), nullptr);
  for (const StorageSpan &span : report.before.storages)
    spanOf[span.value] = &span;
  stepsOverBudget.push_back(0);
  for (int64_t bytes : report.before.liveBytes)
    stepsOverBudget.push_back(stepsOverBudget.back() + (bytes > plan.budgetBytes));
}

bool Explainer::isAliveOverBudget(const StorageSpan &span) const {
  return stepsOverBudget[span.end] > stepsOverBudget[span.begin];
}

void Explainer::explainArgument(ReportedValue &value, bool isDonated) const {
  value.fate = ValueFate::Argument;
  value.reason = isDonated ? "donated: free after its last read" : "held by the caller throughout";
}

void Explainer::explainKept(ReportedValue &value, const rematplan::Op &op, bool mayRepeat,
                            const StorageSpan &span) const {
  value.fate = ValueFate::Kept;
  if (plan.status == rematplan::Status::Fits)
    value.reason = "the program is within the budget as it is";
  else if (!mayRepeat)
    value.reason = "its op may run only once";
  else if (!isAliveOverBudget(span))
    value.reason = "alive only where the program is within the budget";
  else
    value.reason = fmt::format("dropping others is cheaper: a run of its op costs {:.1f} us",
                               static_cast<double>(op.repeatCost) / 1e3);
}

void Explainer::run() {
  findLifetimes();
  if (plan.rewritten) {
    countCopies();
    findLateReaders();
  }
  const rematplan::Problem &problem = before.graph.problem;
  std::vector<bool> isDonated(problem.values.size());
  for (ValueId donated : problem.donated)
    isDonated[donated] = true;
  std::vector<std::optional<OpId>> producers = problem.producers();
  std::vector<bool> isExplained(report.values.size());
  for (ValueId id = 0; id < problem.values.size(); ++id) {
    if (before.valueOf[id] < 0)
      continue;
    ReportedValue &value = report.values[before.valueOf[id]];
    const StorageSpan *span = spanOf[before.valueOf[id]];
    isExplained[before.valueOf[id]] = true;
    if (!producers[id]) {
      explainArgument(value, isDonated[id]);
    } else if (value.copies > 0) {
      value.costNs = problem.ops[*producers[id]].repeatCost * value.copies;
      // A copy that no step makes runs inside the late reader.
      const bool isLate = hasLateReader[before.valueOf[id]] || !isStoredAgain[before.valueOf[id]];
      value.fate = isLate ? ValueFate::Dropped : ValueFate::Recomputed;
      value.reason = isLate ? whyDropped(value.bytes, problem.ops[*producers[id]].repeatCost)
                            : "needed by another recomputation";
    } else if (value.kind == ByteKind::Output) {
      value.fate = ValueFate::Output;
      value.reason = "returned";
    } else if (span && value.kind == ByteKind::Activation &&
               span->end > report.before.backwardBegin) {
      explainKept(value, problem.ops[*producers[id]], problem.mayRepeat(*producers[id]), *span);
    } else {
      value.reason = "read soon after it is made";
    }
  }
  // What only the rewritten program stores.
  for (size_t position = 0; position < report.values.size(); ++position) {
    ReportedValue &value = report.values[position];
    if (isExplained[position])
      continue;
    value.fate = value.copies > 0 ? ValueFate::Recomputed : ValueFate::Temporary;
    value.reason = "folded in the program as it came; stored once its sources are dropped";
  }
}

void mlir::remat::explainValues(RematerializeReport &report, const FunctionPlan &plan,
                                const ReportedProgram &before, const ReportedProgram &after) {
  Explainer(report, plan, before, after).run();
}
