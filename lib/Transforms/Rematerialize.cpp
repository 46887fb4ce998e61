//===- Rematerialize.cpp - The pass remat-rematerialize -------------------===//
#include "mlir/IR/Remarks.h"
#include "remat/Analysis/ShardPolicy.h"
#include "remat/Transforms/Inline.h"
#include "remat/Transforms/InlinedEntry.h"
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"
#include "remat/Transforms/ReportFiles.h"
#include "remat/Transforms/ShardActivations.h"
#include "remat/Transforms/UndoCheckpoint.h"
#include <fmt/format.h>

using namespace mlir;
using namespace mlir::remat;

namespace mlir::remat {
#define GEN_PASS_DEF_REMATERIALIZEPASS
#include "remat/Transforms/Passes.h.inc"
} // namespace mlir::remat

namespace {

struct RematerializePass : remat::impl::RematerializePassBase<RematerializePass> {
  using RematerializePassBase::RematerializePassBase;
  RematerializePass(RematerializePassOptions options,
                    std::function<void(const RematerializeReport &)> onReport,
                    std::function<void(const char *, double)> progress)
      : RematerializePassBase(std::move(options)), onReport(std::move(onReport)),
        progress(std::move(progress)) {}

  void runOnOperation() override;

private:
  FailureOr<FunctionPlanOptions> readOptions();
  LogicalResult deliver(const RematerializeReport &report, const ReportFiles &files);
  LogicalResult explainInfeasible(FunctionOpInterface function, const RematerializeReport &report);
  void emitRemarks(FunctionOpInterface function, const RematerializeReport &report);

  std::function<void(const RematerializeReport &)> onReport;
  std::function<void(const char *, double)> progress;
};

} // namespace

FailureOr<FunctionPlanOptions> RematerializePass::readOptions() {
  RematerializePassOptions options;
  options.budget = budget;
  options.memoryModel = memoryModel;
  options.device = device;
  options.dynamicDim = dynamicDim;
  options.collectives = collectives;
  options.importPlan = importPlan;
  options.maxRecompute = maxRecompute;
  options.backward = backward;
  options.policy = policy;
  options.respectUser = respectUser;
  options.effort = effort;
  options.annotate = annotate;
  options.order = order;
  options.strategy = strategy;
  options.infeasible = infeasible;
  return readPlanOptions(getOperation().getLoc(), options);
}

LogicalResult RematerializePass::deliver(const RematerializeReport &result,
                                         const ReportFiles &reportFiles) {
  if (onReport) {
    onReport(result);
    return success();
  }
  rematplan::OutputFiles files;
  llvm::Error error = reportFiles.add(result, files);
  if (!error && !exportPlan.empty())
    error = files.add(exportPlan, [&](llvm::raw_ostream &os) { result.savedPlan.write(os); });
  if (!error)
    error = files.commit();
  if (error)
    return emitError(getOperation().getLoc()) << llvm::toString(std::move(error));
  return success();
}

LogicalResult RematerializePass::explainInfeasible(FunctionOpInterface function,
                                                   const RematerializeReport &result) {
  bool best = infeasible == "best";
  Location location = function.getLoc();
  InFlightDiagnostic diagnostic = best ? emitWarning(location) : emitError(location);
  diagnostic << "budget of " << *result.budgetBytes << " bytes cannot be met"
             << (result.infeasibleProven ? ", which is proven" : "") << "; lowest peak found is "
             << result.peakAfterBytes << " bytes, and no plan is below "
             << result.budgetLowerLimitBytes << " bytes";
  if (!result.limitOp.empty())
    diagnostic << " (forced by " << result.limitOp << ")";
  for (const ReportedValue &value : ArrayRef(result.largestAtPeakAfter).take_front(5))
    diagnostic.attachNote(value.where) << value.bytes << " bytes alive at that peak: " << value.name
                                       << " (" << value.op << ", " << value.type << ")";
  return success(best);
}

void RematerializePass::emitRemarks(FunctionOpInterface function,
                                    const RematerializeReport &result) {
  auto named = [](StringRef name) {
    return remark::RemarkOpts::name(name).category("remat").subCategory("rematerialize");
  };
  Location location = function.getLoc();
  auto peaks = [&](remark::detail::InFlightRemark &made) {
    made << remark::metric("PeakBeforeBytes", result.peakBeforeBytes)
         << remark::metric("PeakAfterBytes", result.peakAfterBytes)
         << remark::metric("BudgetBytes", *result.budgetBytes);
  };
  if (result.status == rematplan::Status::Fits) {
    remark::detail::InFlightRemark made = remark::passed(location, named("Fits"));
    made << remark::add("the peak is within the budget; nothing is changed");
    peaks(made);
  } else if (result.status == rematplan::Status::Met) {
    remark::detail::InFlightRemark made = remark::passed(location, named("Met"));
    made << remark::add("rewritten to the budget")
         << remark::metric("RecomputedOps", static_cast<int64_t>(result.recomputedOps))
         << remark::metric("OverheadPercent", fmt::format("{:.3f}", result.overheadPercent()))
         << remark::metric("OverheadLowerBoundPercent",
                           fmt::format("{:.3f}", result.overheadLowerBoundPercent()));
    peaks(made);
  } else {
    remark::detail::InFlightRemark made = remark::failed(location, named("Infeasible"));
    made << remark::add("no plan within the budget was found")
         << remark::reason("{0}", result.infeasibleProven
                                      ? "the budget is below the proven lower limit"
                                      : "nothing is proven")
         << remark::metric("LowerLimitBytes", result.budgetLowerLimitBytes);
    peaks(made);
  }
  for (const ReportedValue &value : result.recomputed)
    remark::passed(value.where, named("Recomputed"))
        << remark::add("{0} is recomputed", value.name) << remark::reason("{0}", value.reason)
        << remark::metric("Bytes", value.bytes) << remark::metric("Copies", value.copies)
        << remark::metric("CostNs", value.costNs);
  for (const ReportedValue &value : result.largestAtPeakAfter)
    remark::analysis(value.where, named("AliveAtPeak"))
        << remark::add("{0} is alive at the peak", value.name)
        << remark::metric("Bytes", value.bytes);
}

/// Puts `remat.bytes` on the ops of a rewritten function: what each result owns, 0 for views and
/// folded values.
static void annotateBytes(const PlanningGraph &graph) {
  for (auto [number, op] : llvm::enumerate(graph.program.ops)) {
    if (op->getNumResults() == 0)
      continue;
    SmallVector<int64_t> bytes;
    for (uint32_t value : graph.program.results[number])
      bytes.push_back(graph.folded[value] ? 0
                                          : graph.problem.values[graph.problemValue[value]].bytes);
    op->setAttr("remat.bytes", DenseI64ArrayAttr::get(op->getContext(), bytes));
  }
}

static constexpr StringLiteral kUnrollLoops =
    "is planned as one op (remat-unroll-loops makes the rounds of a loop part of the program)";

/// Warns of attributes in bodies of loops and branches.
static void warnOfPoliciesInBodies(const BlockProgram &program) {
  for (auto [op, known] : llvm::zip_equal(program.ops, program.known)) {
    if (known.kind != KernelKind::ControlFlow)
      continue;
    op->walk([&, op = op](Operation *inner) {
      if (inner != op && inner->hasAttr("remat.policy"))
        emitWarning(inner->getLoc())
            << "'remat.policy' has no effect here: '" << op->getName() << "' " << kUnrollLoops;
    });
  }
}

/// Warns of a policy that was to recompute something and recomputes nothing.
static void warnOfIdlePolicy(Location location, const UserPolicy &policy,
                             const FunctionPlan &plan) {
  if (policy.isEmpty())
    return;
  InFlightDiagnostic warning = emitWarning(location)
                               << "policy '" << policy.text
                               << "' changes nothing: backward, which was found by "
                               << backwardRuleName(plan.policy->backwardRule)
                               << ", needs nothing that it recomputes";
  if (plan.policy->backwardRule == BackwardRule::Peak)
    warning.attachNote() << "a program without backward is differentiated first "
                            "(remat-autodiff); --remat-backward says where backward begins";
  const BlockProgram &program = plan.before.program;
  for (auto [op, known] : llvm::zip_equal(program.ops, program.known))
    if (known.kind == KernelKind::ControlFlow) {
      warning.attachNote(op->getLoc()) << "'" << op->getName() << "' " << kUnrollLoops;
      break;
    }
}

void RematerializePass::runOnOperation() {
  ModuleOp module = getOperation();
  FailureOr<FunctionPlanOptions> options = readOptions();
  if (failed(options))
    return signalPassFailure();
  options->progress = progress;
  llvm::Expected<ReportFiles> files = ReportFiles::parse(report, pareto, exportProblem);
  if (!files) {
    emitError(module.getLoc()) << "option " << llvm::toString(files.takeError());
    return signalPassFailure();
  }
  // A program that fits must come out as it went in: calls are inlined in a copy.
  FailureOr<InlinedEntry> entry = InlinedEntry::create(module, this->entry);
  if (failed(entry))
    return signalPassFailure();
  FunctionOpInterface function = entry->original(), inlined = entry->inlined();
  bool isUndone = false;
  if (!respectUser) {
    isUndone = undoCheckpoints(inlined).mergedOps > 0;
    if (!isUndone)
      emitWarning(function.getLoc()) << "the program has no recomputations of its own to undo";
  }
  auto keepProgram = [&] {
    if (!isUndone)
      return;
    entry->replaceBody(inlined);
    eraseUncalledPrivateFunctions(module);
  };
  if (!options->asksForPlan())
    return keepProgram();
  FailureOr<FunctionPlan> plan = failure();
  OwningOpRef<Operation *> withShards;
  if (options->policy && !shardGroupsOf(*options->policy).empty()) {
    FailureOr<ShardedPlan> sharded =
        planWithShards(inlined, DeviceLayout::of(module, function), *options);
    if (failed(sharded))
      return signalPassFailure();
    withShards = std::move(sharded->withShards);
    plan = std::move(sharded->plan);
  } else {
    plan = planFunction(inlined, *options);
  }
  if (failed(plan))
    return signalPassFailure();
  warnOfPoliciesInBodies(plan->before.program);
  if (options->policy && plan->policy && options->budget.empty() &&
      plan->status == rematplan::Status::Fits)
    warnOfIdlePolicy(function.getLoc(), *options->policy, *plan);
  FailureOr<RematerializeReport> result = makeReport(inlined, *plan, *options, files->options());
  if (failed(result) || failed(deliver(*result, *files)))
    return signalPassFailure();
  emitRemarks(function, *result);
  if (plan->status == rematplan::Status::Infeasible && failed(explainInfeasible(function, *result)))
    return signalPassFailure();
  if (!plan->rewritten)
    return keepProgram();
  if (plan->status == rematplan::Status::Met && plan->peakAfterBytes > plan->budgetBytes) {
    emitError(function.getLoc()) << "the rewritten program takes " << plan->peakAfterBytes
                                 << " bytes, over the budget of " << plan->budgetBytes << " bytes";
    return signalPassFailure();
  }
  if (annotate)
    annotateBytes(plan->after);
  auto rewritten = cast<FunctionOpInterface>(*plan->rewritten);
  entry->replaceBody(rewritten);
  eraseUncalledPrivateFunctions(module);
}

std::unique_ptr<Pass>
mlir::remat::createRematerializePass(RematerializePassOptions options,
                                     std::function<void(const RematerializeReport &)> onReport,
                                     std::function<void(const char *, double)> progress) {
  return std::make_unique<RematerializePass>(std::move(options), std::move(onReport),
                                             std::move(progress));
}
