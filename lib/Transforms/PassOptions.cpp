//===- PassOptions.cpp - Options that several passes share ----------------===//
#include "remat/Transforms/PassOptions.h"
#include "remat/Transforms/Passes.h"

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
  plan.effort = options.effort;
  if (options.effort > 3)
    return emitError(location) << "option effort: " << options.effort << " is not 0, 1, 2 or 3";
  plan.annotate = options.annotate;
  auto choose = [&](StringRef option, StringRef text, auto &target, auto first, StringRef firstName,
                    auto second, StringRef secondName) -> LogicalResult {
    if (text != firstName && text != secondName)
      return emitError(location) << "option " << option << ": '" << text << "' is neither '"
                                 << firstName << "' nor '" << secondName << "'";
    target = text == firstName ? first : second;
    return success();
  };
  bool best = false;
  if (failed(choose("order", options.order, plan.order, rematplan::Order::Free, "free",
                    rematplan::Order::Fixed, "fixed")) ||
      failed(choose("strategy", options.strategy, plan.strategy, rematplan::Strategy::Auto, "auto",
                    rematplan::Strategy::MinCut, "mincut")) ||
      failed(choose("infeasible", options.infeasible, best, false, "error", true, "best")))
    return failure();
  if (plan.budget.empty())
    return emitError(location)
           << "no budget: give budget=60%, 800MiB, 1.5GB, a number of bytes, or min";
  return plan;
}
