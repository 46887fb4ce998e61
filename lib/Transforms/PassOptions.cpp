//===- PassOptions.cpp - Options that several passes share ----------------===//
#include "remat/Transforms/PassOptions.h"
#include "remat/Planning/StrategyNames.h"
#include "remat/Transforms/Passes.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::remat;

FailureOr<PlanningOptions> mlir::remat::readPlanningOptions(Location location,
                                                            StringRef memoryModel, StringRef device,
                                                            int64_t dynamicDim) {
  PlanningOptions options;
  if (memoryModel != "fused" && memoryModel != "stored")
    return emitError(location) << "option memory-model: '" << memoryModel
                               << "' is neither 'fused' nor 'stored'";
  options.memoryModel = memoryModel == "fused" ? MemoryModelKind::Fused : MemoryModelKind::Stored;
  llvm::Expected<Device> found = findDevice(device);
  if (!found)
    return emitError(location) << "option device: " << llvm::toString(found.takeError());
  options.device = std::move(*found);
  if (dynamicDim < 0)
    return emitError(location) << "option dynamic-dim: " << dynamicDim << " is negative";
  options.dynamicDim = dynamicDim;
  return options;
}

FailureOr<BackwardBoundary> mlir::remat::readBackward(Location location, const PlanningGraph &graph,
                                                      StringRef backward) {
  llvm::Expected<BackwardBoundary> boundary = findBackward(graph, backward);
  if (!boundary)
    return emitError(location) << "option " << llvm::toString(boundary.takeError());
  return *boundary;
}

static LogicalResult readImportedPlan(Location location, StringRef path,
                                      FunctionPlanOptions &plan) {
  if (path.empty())
    return success();
  auto file = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!file)
    return emitError(location) << "option import-plan: cannot read '" << path
                               << "': " << file.getError().message();
  llvm::Expected<SavedPlan> saved = SavedPlan::read((*file)->getBuffer());
  if (!saved)
    return emitError(location) << "option import-plan: '" << path
                               << "' holds no plan: " << llvm::toString(saved.takeError());
  plan.imported = std::move(*saved);
  return success();
}

FailureOr<FunctionPlanOptions>
mlir::remat::readPlanOptions(Location location, const RematerializePassOptions &options) {
  FunctionPlanOptions plan;
  FailureOr<PlanningOptions> planning =
      readPlanningOptions(location, options.memoryModel, options.device, options.dynamicDim);
  if (failed(planning))
    return failure();
  plan.planning = std::move(*planning);
  plan.budget = options.budget;
  plan.backward = options.backward;
  if (!options.policy.empty()) {
    llvm::Expected<UserPolicy> policy = UserPolicy::parse(options.policy);
    if (!policy)
      return emitError(location) << "option " << llvm::toString(policy.takeError());
    plan.policy = std::move(*policy);
  }
  plan.effort = options.effort;
  if (options.effort > 3)
    return emitError(location) << "option effort: " << options.effort << " is not 0, 1, 2 or 3";
  plan.annotate = options.annotate;
  if (options.maxRecompute < -1)
    return emitError(location) << "option max-recompute: " << options.maxRecompute
                               << " is negative";
  if (options.maxRecompute >= 0)
    plan.maxRecompute = static_cast<size_t>(options.maxRecompute);
  auto choose = [&](StringRef option, StringRef text, auto &target, auto first, StringRef firstName,
                    auto second, StringRef secondName) -> LogicalResult {
    if (text != firstName && text != secondName)
      return emitError(location) << "option " << option << ": '" << text << "' is neither '"
                                 << firstName << "' nor '" << secondName << "'";
    target = text == firstName ? first : second;
    return success();
  };
  std::optional<rematplan::Strategy> strategy = rematplan::findStrategy(options.strategy);
  if (!strategy) {
    std::string known;
    for (const rematplan::NamedStrategy &other : rematplan::strategyNames)
      known += (known.empty() ? "" : ", ") + other.name.str();
    return emitError(location) << "option strategy: '" << options.strategy << "' is none of "
                               << known;
  }
  plan.strategy = *strategy;
  bool best = false;
  if (failed(choose("order", options.order, plan.order, rematplan::Order::Free, "free",
                    rematplan::Order::Fixed, "fixed")) ||
      failed(choose("infeasible", options.infeasible, best, false, "error", true, "best")))
    return failure();
  if (failed(choose("collectives", options.collectives, plan.planning.recomputeCollectives, false,
                    "keep", true, "recompute")) ||
      failed(readImportedPlan(location, options.importPlan, plan)))
    return failure();
  if (plan.imported && plan.budget == "min")
    return emitError(location) << "option budget: an imported plan has the peak that it has; a "
                                  "number of bytes is expected, or no budget";
  if (plan.budget.empty() && !plan.imported && !plan.policy && options.respectUser)
    return emitError(location)
           << "no budget: give budget=60%, 800MiB, 1.5GB, a number of bytes, or min; or a policy";
  return plan;
}
